import Testing
import TroveTesting

/// The kind that CONTRIBUTING adds.
@Suite struct StampTests {
    /// The commands and the output below the heading "A kind".
    private static func transcript() throws -> (commands: [String], output: String) {
        let text = try Repository.text(of: "CONTRIBUTING.md")
        let section = try #require(
            text.split(separator: "\n## ").first { $0.hasPrefix("A kind\n") })
        let start = try #require(section.firstRange(of: "\n```\n$ Scripts/run --ephemeral "))
        let block = section[start.upperBound...].prefix { $0 != "`" }
        let lines = block.split(separator: "\n", maxSplits: 1)
        try #require(lines.count == 2)
        let commands = lines[0].matches(of: #/-c '([^']*)'/#).map { String($0.output.1) }
        return (commands, String(lines[1]))
    }

    @Test func theTranscriptIsTrue() async throws {
        let (commands, output) = try Self.transcript()
        #expect(commands.count >= 3)
        let run = try await KindProgram.run(commands)
        #expect(run.errors == "")
        #expect(run.output == output)
    }
}
