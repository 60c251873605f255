import Glibc
import Testing
import TroveCommands
import TroveModel
import TroveOptions
import TroveShell
import TroveTesting

/// The program with two more kinds, each run in a process of its own.
enum KindProgram {
    /// The output of a run.
    struct Run {
        let output: String
        let errors: String
    }

    /// Runs commands in one process, which must end with a status.
    static func run(
        _ commands: [String], options: [String] = ["--ephemeral"], status: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Run {
        let arguments = options + commands.flatMap { ["-c", $0] }
        let result = await #expect(
            processExitsWith: .exitCode(status),
            observing: [\.standardOutputContent, \.standardErrorContent],
            sourceLocation: sourceLocation
        ) { [arguments = arguments as [String]] in
            let variables = ["USER": "ann", "TROVE_NOW": "2026-11-20T12:00"]
            // The testing library may write lines before this one.
            for stream in [STDOUT_FILENO, STDERR_FILENO] { _ = unsafe write(stream, "begin\n", 6) }
            let surroundings = Surroundings(random: SeededRandom(seed: 5)) { variables[$0] }
            exit(
                Program(surroundings: surroundings, kinds: .withExamples).run(
                    ProcessArguments(arguments)))
        }
        let ended = try #require(result, sourceLocation: sourceLocation)
        return Run(
            output: try written(ended.standardOutputContent),
            errors: try written(ended.standardErrorContent))
    }

    private static func written(_ bytes: [UInt8]) throws -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = try #require(text.firstRange(of: "begin\n"))
        return String(text[start.upperBound...])
    }
}

extension Kinds {
    /// The kinds of Trove, coins and stamps.
    static let withExamples = Kinds(Kinds.standard.all + [.coin, .stamp])
}
