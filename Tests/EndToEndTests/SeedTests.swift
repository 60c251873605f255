import Testing
import TroveTesting

/// The scripts in `seeds/` run without errors and print what their transcripts contain.
@Suite struct SeedTests {
    private let transcript = Transcript(substitutions: [.identifiers])

    @Test(arguments: ["first-steps", "library"])
    func matchesItsTranscript(name: String) throws {
        let run = try program().run(
            ["--ephemeral", "--echo", Self.seed(name)], errors: .merged)
        try transcript.check(run.requiring().text, against: "\(name).txt")
    }

    /// A new user may run them without `--ephemeral`, which creates a library.
    @Test(arguments: ["first-steps", "library"])
    func printsTheSameWithALibraryFile(name: String) throws {
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

    /// Returns the absolute path of a script in `seeds/`, three levels above this file.
    private static func seed(_ name: String, filePath: String = #filePath) -> String {
        let root = filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/seeds/\(name).trove"
    }
}
