import Testing
import TroveTesting

/// The scripts in `seeds/` that look things up are answered by the stand-in, and say what their
/// transcripts hold.
@Suite(.timeLimit(.minutes(20))) struct CatalogueSeedTests {
    static let lessons = [
        Lesson(name: "booksapp", rows: (1...7).map { "R\($0)" }),
        Lesson(name: "bookvault", rows: (1...14).map { "V\($0)" }),
    ]

    @Test(arguments: lessons) func saysWhatItsTranscriptHolds(_ lesson: Lesson) throws {
        try Transcript().check(
            run(lesson, ["--ephemeral", "--echo"]), against: "\(lesson.name).txt")
    }

    @Test(arguments: lessons) func saysTheSameWithALibraryFile(_ lesson: Lesson) throws {
        #expect(try run(lesson, ["--library", "play.db"]) == run(lesson, ["--ephemeral"]))
    }

    @Test(arguments: lessons) func namesEveryRow(_ lesson: Lesson) throws {
        #expect(try lesson.rowsWithoutHeading() == [])
    }

    /// All that a script says. Some of its commands are mistakes, and rows that an import does not
    /// take are written beside its file, so that it gets one of its own.
    private func run(_ lesson: Lesson, _ options: [String]) throws -> String {
        let catalogues = try CatalogueStandIn()
        var trove = try Trove(catalogues: catalogues)
        try trove.tool("cp", ["-r", Repository.path(of: "seeds"), trove.scratch.path("seeds")])
            .requiring()
        trove.program.workingDirectory = trove.scratch.path("")
        let options = options.map { $0.hasSuffix(".db") ? trove.scratch.path($0) : $0 }
        let run = try trove.program.run(options + [lesson.path], errors: .merged)
        // The whole path is told of the file that an import makes.
        return try run.requiring(.exited(1)).text
            .replacing(trove.scratch.path + "/", with: "")
    }
}
