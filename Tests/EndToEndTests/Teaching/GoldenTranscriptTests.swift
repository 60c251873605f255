import Testing
import TroveSystem
import TroveTesting

/// Complete sessions in `Golden/`: a script `NAME.trove` and its transcript `NAME.txt`, in which
/// each command precedes its output, including errors.
@Suite(.timeLimit(.minutes(20))) struct GoldenTranscriptTests {
    /// A session; its script names the rows of the requirements that it shows.
    struct Session: Sendable, CustomTestStringConvertible {
        let name: String
        var options: [String] = []
        var status = TerminationStatus.success

        var testDescription: String { name }
    }

    static let sessions = [
        Session(name: "first-contact"),
        Session(name: "books", status: .exited(1)),
        Session(name: "reading", status: .exited(1)),
        Session(name: "finding"),
        Session(name: "gems", status: .exited(1)),
        Session(name: "movies", status: .exited(1)),
        Session(name: "errors", status: .exited(1)),
        Session(name: "language"),
        Session(name: "references", status: .exited(1)),
        Session(name: "history", status: .exited(1)),
        Session(name: "history-json", options: ["--json"]),
        Session(name: "snapshots", options: ["--yes"], status: .exited(1)),
        Session(name: "shelves-and-loans", status: .exited(1)),
        Session(name: "duplicates", status: .exited(1)),
        Session(name: "statistics", status: .exited(1)),
        Session(name: "shell", status: .exited(1)),
        Session(name: "help", status: .exited(1)),
    ]

    /// `nasty.trove` is run by `OutputFormatTests`.
    @Test func listsEveryScript() throws {
        let names = try #require(
            Folder.names(in: Golden.folder))
        let scripts = Set(names.filter { $0.hasSuffix(".trove") }.map { $0.dropLast(6) })
        let listed = Set(Self.sessions.map { $0.name[...] })
        #expect(scripts.subtracting(listed) == ["nasty"])
    }

    @Test(arguments: sessions)
    func matchesItsTranscript(_ session: Session) throws {
        let transcript = Golden.transcript([
            .identifiers, .pattern(#""bytes":\d+"#, as: #""bytes":<size>"#),
        ])
        let trove = try Trove()
        let run = try trove.program.run(
            ["--echo"] + session.options, input: .file(Golden.script(session.name)), errors: .merged
        )
        try transcript.check(run.text, against: "\(session.name).txt")
        #expect(run.status == session.status)
    }

    /// What `--echo` printed is a transcript that `--verify` runs again. Two runs create other IDs.
    @Test(arguments: sessions)
    func runsAgain(_ session: Session) throws {
        let trove = try Trove()
        let volatile: Substitution = .pattern(#"<uuid-\d+>|<size>"#, as: "…")
        let text = try volatile.apply(
            to: Repository.text(of: "Tests/EndToEndTests/Golden/\(session.name).txt"))
        let file = try trove.scratch.write(text, to: "\(session.name).txt")
        // Snapshots need a library file.
        let library = ["--library", trove.scratch.path("new.db")]
        let run = try trove.program.run(library + session.options + ["--verify", file])
        #expect(run.status == .success, "\(run)")
    }
}
