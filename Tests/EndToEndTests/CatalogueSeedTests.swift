import Testing
import TroveTesting

/// The scripts in `seeds/` that use catalogues run against the stand-in and print what their
/// transcripts contain.
@Suite(.timeLimit(.minutes(20))) struct CatalogueSeedTests {
    static let lessons = [
        Lesson(name: "booksapp", rows: (1...7).map { "R\($0)" }),
        Lesson(name: "bookvault", rows: (1...14).map { "V\($0)" }),
    ]

    @Test(arguments: lessons) func matchesItsTranscript(_ lesson: Lesson) throws {
        try Transcript().check(
            run(lesson, ["--ephemeral", "--echo"]), against: "\(lesson.name).txt")
    }

    @Test(arguments: lessons) func printsTheSameWithALibraryFile(_ lesson: Lesson) throws {
        #expect(try run(lesson, ["--library", "play.db"]) == run(lesson, ["--ephemeral"]))
    }

    @Test(arguments: lessons) func namesEveryRow(_ lesson: Lesson) throws {
        #expect(try lesson.rowsWithoutHeading() == [])
    }

    /// Runs a script and returns its output. Some of its commands fail on purpose. An import writes
    /// rejected rows beside its file, so the script gets a copy of the file.
    private func run(_ lesson: Lesson, _ options: [String]) throws -> String {
        let catalogues = try CatalogueStandIn()
        var trove = try Trove(catalogues: catalogues)
        try trove.tool("cp", ["-r", Repository.path(of: "seeds"), trove.scratch.path("seeds")])
            .requiring()
        trove.program.workingDirectory = trove.scratch.path("")
        let options = options.map { $0.hasSuffix(".db") ? trove.scratch.path($0) : $0 }
        let run = try trove.program.run(options + [lesson.path], errors: .merged)
        // The output contains the full path of the file that an import writes, and IDs of items.
        return try Substitution.identifiers.apply(
            to: run.requiring(.exited(1)).text.replacing(trove.scratch.path + "/", with: ""))
    }
}
