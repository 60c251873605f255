import Testing
import TroveTesting

/// The transcripts in the README are what the programs print.
@Suite struct ReadmeTests {
    /// The first block below a heading.
    private static func block(below heading: String) throws -> [Substring] {
        let section = try readme.split(separator: "\n## ").first { $0.hasPrefix(heading + "\n") }
        let blocks = try #require(section).split(separator: "```", omittingEmptySubsequences: false)
        return try #require(blocks.count > 1 ? blocks[1] : nil).split(separator: "\n")
    }

    private static var readme: String {
        get throws { try Repository.text(of: "README.md") }
    }

    @Test func theTranscriptsAreTrue() throws {
        let run = try Trove().program.run(["--verify", Repository.path(of: "README.md")])
            .requiring()
        let match = try #require(run.text.firstMatch(of: #/(\d+) commands, all/#))
        #expect(try #require(Int(match.output.1)) >= 7)
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

    /// Runs both lines of the quick start, with a free port and with programs that are built
    /// already.
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
