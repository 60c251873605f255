import Testing
import TroveTesting

@testable import TroveTerminal

/// Telling reports of the cursor's place from keys.
@Suite struct CursorReportsTests {
    private func reports(awaited: Int = 1) -> CursorReports {
        var reports = CursorReports()
        for _ in 0..<awaited { reports.ask() }
        return reports
    }

    @Test func findsTheRow() {
        var reports = reports()
        #expect(reports.keys(in: Array("\u{1B}[12;34R".utf8)) == [])
        #expect(reports.row == 11)
        #expect(reports.awaited == 0)
    }

    /// Keys before, between and after the reports, in pieces of any size.
    @Test func keepsEveryKey() throws {
        let parts = [
            "a", "R", "é", "\u{1B}[A", "\u{1B}", "\u{1B}[1;5C", "[", "\u{1B}[200~x\u{1B}[201~",
        ]
        try SeededRandom.run { random in
            for _ in 0..<500 {
                var reports = reports(awaited: 2)
                let before = (0..<3).compactMap { _ in parts.randomElement(using: &random) }
                    .joined()
                let after = (0..<3).compactMap { _ in parts.randomElement(using: &random) }.joined()
                var bytes = Array("\(before)\u{1B}[3;1R\(after)\u{1B}[24;80R".utf8)[...]
                var keys: [UInt8] = []
                while !bytes.isEmpty {
                    let count = Int.random(in: 1...5, using: &random)
                    keys += reports.keys(in: Array(bytes.prefix(count)))
                    bytes = bytes.dropFirst(count)
                }
                #expect(keys + reports.release() == Array((before + after).utf8))
                #expect(reports.row == 23)
            }
        }
    }

    /// Without a query, what looks like a report is the F3 key with a modifier.
    @Test func takesNothingUnasked() {
        var reports = CursorReports()
        let bytes = Array("\u{1B}[1;2R".utf8)
        #expect(reports.keys(in: bytes) == bytes)
        #expect(reports.row == nil)
    }

    @Test(arguments: [
        "\u{1B}[R", "\u{1B}[0;1R", "\u{1B}[5R", "\u{1B}[1;2;3R", "\u{1B}[99999999999;1R",
    ])
    func takesNoOtherSequence(_ text: String) {
        var reports = reports()
        #expect(reports.keys(in: Array(text.utf8)) + reports.release() == Array(text.utf8))
        #expect(reports.awaited == 1)
    }

    /// A key that begins like a report is released when nothing follows.
    @Test func holdsTheStartOfAReport() {
        var reports = reports()
        #expect(reports.keys(in: [0x1B]) == [])
        #expect(reports.holdsKeys)
        #expect(reports.release() == [0x1B])
        #expect(!reports.holdsKeys)
    }
}
