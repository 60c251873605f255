import Testing
import TroveTesting

/// The scripts in `seeds/` run without an error, and say what their transcripts hold.
@Suite struct SeedTests {
    private let transcript = Transcript(substitutions: [.identifiers])

    @Test(arguments: ["first-steps", "library"])
    func saysWhatItsTranscriptHolds(name: String) throws {
        let run = try program().run(
            ["--ephemeral", "--echo", Self.seed(name)], errors: .merged)
        try transcript.check(run.requiring().text, against: "\(name).txt")
    }

    /// A newcomer may run them without `--ephemeral`, into a library that does not exist yet.
    @Test(arguments: ["first-steps", "library"])
    func saysTheSameWithALibraryFile(name: String) throws {
        let program = try program()
        let inMemory = try program.run(["--ephemeral", Self.seed(name)], errors: .merged)
        let inFile = try program.run(
            ["--library", program.scratch.path("play.db"), Self.seed(name)], errors: .merged)
        let identifiers = Substitution.identifiers
        #expect(
            try identifiers.apply(to: inFile.requiring().text)
                == identifiers.apply(to: inMemory.requiring().text))
    }

    private func program() throws -> ProgramUnderTest {
        try ProgramUnderTest(
            BuiltProgram.path(of: "trove"),
            environment: ["TROVE_NOW": "2026-11-20T12:00", "TZ": "UTC", "USER": "ann"])
    }

    private static func seed(_ name: String) -> String {
        Repository.path(of: "seeds/\(name).trove")
    }
}
