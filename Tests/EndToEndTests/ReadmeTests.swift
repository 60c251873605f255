import Testing
import TroveTesting

/// The transcript on the README's first screen is the program's real output.
@Suite struct ReadmeTests {
    /// A command at the prompt and the lines below it.
    private struct Exchange {
        let command: String
        var answer: [String] = []
    }

    /// Returns the first code block below a heading.
    private static func block(below heading: String) throws -> [Substring] {
        let section = try readme.split(separator: "\n## ").first { $0.hasPrefix(heading + "\n") }
        let blocks = try #require(section).split(separator: "```", omittingEmptySubsequences: false)
        return try #require(blocks.count > 1 ? blocks[1] : nil).split(separator: "\n")
    }

    private static func exchanges(in readme: String) -> [Exchange] {
        let block = readme.split(separator: "```", omittingEmptySubsequences: false)
        guard block.count > 1 else { return [] }
        var exchanges: [Exchange] = []
        for line in block[1].split(separator: "\n") {
            if let prompt = line.prefixMatch(of: #/trove( \d+)?> /#) {
                exchanges.append(Exchange(command: String(line[prompt.range.upperBound...])))
            } else if !exchanges.isEmpty {
                exchanges[exchanges.count - 1].answer.append(String(line))
            }
        }
        return exchanges
    }

    private static var readme: String {
        get throws {
            let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            let files = try ProgramUnderTest("/bin/cat")
            return try files.run(["/\(root)/README.md"]).requiring().text
        }
    }

    @Test func theFirstScreenIsAccurate() throws {
        let exchanges = try Self.exchanges(in: Self.readme).filter { $0.command != "quit" }
        #expect(exchanges.count >= 6)
        let commands = exchanges.flatMap { ["-c", $0.command] }
        let run = try Trove().program.run(commands).requiring()
        #expect(run.lines == exchanges.flatMap(\.answer))
        #expect(run.errorText == "")
    }

    /// The two commands of the quick start, except for the port and the builds.
    @Test func theQuickStartSyncsTwoDevices() throws {
        let server = try ServerUnderTest()
        let block = try Self.block(below: "Two devices").map { line in
            String(line).replacing("http://127.0.0.1:7373", with: server.url)
        }
        let lines = block.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        try #require(lines.count == 2)
        let start = "; Scripts/run-server 2>server.log &"
        try #require(lines[0].hasSuffix(start))
        let devices = lines[1].replacing("Scripts/run ", with: #""$TROVE" "#)
        let run = try Trove()
            .shell("\(lines[0].dropLast(start.count)); \(devices)", errors: .merged).requiring()
        let expected = block.filter { !$0.hasPrefix("$ ") }
        // The test kit has already consumed the first line.
        #expect(expected.first == "trove-server listens on \(server.url)")
        #expect(run.lines == Array(expected.dropFirst()))
    }

    /// The README's table lists exactly the variables that `--help` lists.
    @Test func listsTheVariablesOfTheHelp() throws {
        let variables = #/\bTROVE_[A-Z_]+/#
        let table = try Self.readme.split(separator: "\n").filter { $0.hasPrefix("| `TROVE_") }
            .flatMap { $0.matches(of: variables).prefix(1).map { String($0.output) } }
        let help = try Trove().program.run(["--help"]).requiring().lines
            .filter { $0.hasPrefix("  TROVE_") }
            .flatMap { $0.matches(of: variables).prefix(1).map { String($0.output) } }
        #expect(table.count >= 6)
        #expect(table == help)
    }
}
