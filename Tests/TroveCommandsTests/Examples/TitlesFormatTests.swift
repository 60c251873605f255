import Testing
import TroveModel
import TroveTerminal

@testable import TroveCommands

/// The output format that CONTRIBUTING adds.
@Suite struct TitlesFormatTests {
    private let context: FakeContext
    private let format: TitlesFormat

    init() throws {
        context = try FakeContext(
            "add book Emma", "add book \"Dune\u{1B}[2J\"", "add gem Ruby")
        format = try TitlesFormat(
            OutputContext(
                kinds: .standard, style: .plain, width: nil, isForTerminal: false,
                today: #require(PartialDate(year: 2026))))
    }

    /// Returns the reply to a line as the format writes it.
    private func output(_ line: String) throws -> String {
        var bytes: [UInt8] = []
        switch try context.run(line) {
        case .listing(let listing): format.write(listing, into: &bytes)
        case .details(let items, let marks): format.write(items, marks: marks, into: &bytes)
        case .report(let report): format.write(report, into: &bytes)
        default: Issue.record("\(line) has another reply")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func writesOneTitlePerLine() throws {
        #expect(try output("list") == "Emma\nDune␛[2J\nRuby\n")
        #expect(try output("list books sort:title") == "Dune␛[2J\nEmma\n")
        #expect(try output("show 3") == "Ruby\n")
    }

    @Test func reportsKeepTheirColumns() throws {
        try context.run("shelve Emma on:home")
        #expect(try output("shelves").contains("home"))
    }
}
