import Testing
import TroveTesting

/// The transcript on the README's first screen is what the program prints.
@Suite struct ReadmeTests {
    /// A command at the prompt and the lines below it.
    private struct Exchange {
        let command: String
        var answer: [String] = []
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

    @Test func theFirstScreenIsTrue() throws {
        let exchanges = try Self.exchanges(in: Self.readme).filter { $0.command != "quit" }
        #expect(exchanges.count >= 6)
        let commands = exchanges.flatMap { ["-c", $0.command] }
        let run = try Trove().program.run(commands).requiring()
        #expect(run.lines == exchanges.flatMap(\.answer))
        #expect(run.errorText == "")
    }
}
