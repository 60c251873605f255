import Testing
import TroveTesting

/// The transcripts in the README are what the programs print.
@Suite struct ReadmeTests {
    /// A command at the prompt and the lines below it.
    private struct Exchange {
        let command: String
        var answer: [String] = []
    }

    /// The first block below a heading.
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
        get throws { try Repository.text(of: "README.md") }
    }

    @Test func theFirstScreenIsTrue() throws {
        let exchanges = try Self.exchanges(in: Self.readme).filter { $0.command != "quit" }
        #expect(exchanges.count >= 6)
        let commands = exchanges.flatMap { ["-c", $0.command] }
        let run = try Trove().program.run(commands).requiring()
        #expect(run.lines == exchanges.flatMap(\.answer))
        #expect(run.errorText == "")
    }

    /// The commands of the tour succeed in the library that the text above them makes.
    @Test func theTourSucceeds() throws {
        let trove = try Trove()
        let library = ["--library", trove.scratch.path("play.db")]
        try trove.program.run(library + [Repository.path(of: "seeds/library.trove")]).requiring()
        let commands = try Self.block(below: "A tour").map { line in
            line.prefixMatch(of: #/(.+?) {2,}[#]/#).map { String($0.output.1) } ?? String(line)
        }
        #expect(commands.count >= 10)
        let run = try trove.run(commands.joined(separator: "\n") + "\n", library)
        #expect(run.status == .success, "\(run)")
    }

    /// Runs both lines of the quick start, with a free port and with programs that are built already.
    @Test func aSecondDeviceHasTheBooksOfTheFirst() throws {
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
        // The kit consumes the first line: it waits for it before it reports the server as ready.
        #expect(expected.first == "trove-server listens on \(server.url)")
        #expect(run.lines == Array(expected.dropFirst()))
    }
}
