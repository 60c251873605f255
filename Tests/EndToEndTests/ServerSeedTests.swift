import Testing
import TroveTesting

/// The scripts in `seeds/` that need a server run with a real one, and print what their transcripts
/// contain.
@Suite(.timeLimit(.minutes(20))) struct ServerSeedTests {
    static let lessons = [
        Lesson(name: "bookwyrm", rows: (1...7).map { "B\($0)" }),
        Lesson(name: "gemstones", rows: (1...8).map { "G\($0)" }),
        Lesson(name: "tracktinator", rows: (1...6).map { "T\($0)" }),
    ]

    @Test(arguments: lessons) func matchesItsTranscript(_ lesson: Lesson) throws {
        let server = try ServerUnderTest()
        let text = try run(lesson, at: server, ["--ephemeral", "--echo"])
        try Transcript().check(text, against: "\(lesson.name).txt")
    }

    /// Without `--ephemeral`, the new library receives the server's items.
    @Test(arguments: lessons) func printsTheSameWithALibraryFile(_ lesson: Lesson) throws {
        let inMemory = try run(lesson, at: ServerUnderTest(), ["--ephemeral"])
        let inFile = try run(lesson, at: ServerUnderTest(), ["--library", "play.db"])
        #expect(inFile == inMemory)
    }

    /// It leaves the account as it was: when run again, only the sign-up fails.
    @Test(arguments: lessons) func canBeRunAgain(_ lesson: Lesson) throws {
        let server = try ServerUnderTest()
        let first = try run(lesson, at: server, ["--ephemeral"])
        let second = try run(lesson, at: server, ["--ephemeral"])
        func rest(_ text: String) throws -> String {
            let taken = #"\S+ error: an account with this email already exists\n(  .*\n){3}"#
            return try [
                .pattern(taken, as: ""), .pattern(#"Signed up as .*\n"#, as: ""),
                .pattern(#"\d+ of \d+ commands failed\n"#, as: ""),
            ].reduce(text) { (text, part: Substitution) in try part.apply(to: text) }
        }
        #expect(second.contains("error: an account with this email already exists"))
        #expect(try rest(second) == rest(first))
    }

    @Test(arguments: lessons) func namesEveryRow(_ lesson: Lesson) throws {
        #expect(try lesson.rowsWithoutHeading() == [])
    }

    /// Runs a script and returns its output without the server's port. Some of its commands fail on
    /// purpose.
    private func run(
        _ lesson: Lesson, at server: ServerUnderTest, _ options: [String]
    ) throws -> String {
        var trove = try Trove(environment: [
            "TROVE_SERVER": server.url, "TROVE_PASSWORD": "fold the corners",
            "TROVE_DEVICE": "desk",
        ])
        trove.program.workingDirectory = Repository.path
        let options = options.map { $0.hasSuffix(".db") ? trove.scratch.path($0) : $0 }
        let run = try trove.program.run(options + [lesson.path], errors: .merged)
            .requiring(.exited(1))
        return try Substitution.text(server.url, as: "http://127.0.0.1:<port>").apply(to: run.text)
    }
}
