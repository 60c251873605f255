import Testing
import TroveTerminal
import TroveTesting

/// Styled text in a part of a row.
@Suite struct CellFittingTests {
    private static let style = Style(isEnabled: true)

    @Test(arguments: [
        ("Dune", 6, "Dune  "), ("Dune", 4, "Dune"), ("Dune", 3, "Du…"), ("三体", 4, "三体"),
        ("三体", 3, "三…"), ("三体", 2, "… "), ("", 2, "  "), ("a\nb", 4, "a b "),
    ])
    func isCutAndPadded(_ text: String, _ columns: Int, _ fitted: String) {
        #expect(TerminalText(lines: text).fitted(to: columns).rendered == fitted)
    }

    @Test func colorsEndWithTheText() {
        let text = Self.style(.good, "online") + " now"
        #expect(text.fitted(to: 3).rendered == "\u{1B}[32mon\u{1B}[0m…")
        #expect(text.fitted(to: 12).rendered == "\u{1B}[32monline\u{1B}[0m now  ")
    }

    @Test func aColorContinuesInTheNextRow() {
        let rows = Self.style(.good, "one two").rows(of: 4)
        #expect(rows.map(\.rendered) == ["\u{1B}[32mone\u{1B}[0m", "\u{1B}[32mtwo\u{1B}[0m"])
    }

    /// Whatever the text is, it takes exactly the columns that it is fitted to.
    @Test func fittedTextHasItsWidth() throws {
        try SeededRandom.run { random in
            for _ in 0..<300 {
                let parts = ["a", " ", "三", "é", "👩‍🚀", "\n", "│", "👍🏽", "\u{301}"]
                let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                    TerminalText(lines: parts.randomElement(using: &random) ?? "")
                }.map { Bool.random(using: &random) ? Self.style(.error, $0) : $0 }.joined()
                let columns = Int.random(in: 1...20, using: &random)
                #expect(text.fitted(to: columns).cellWidth == columns, "\(text.rendered)")
            }
        }
    }

    @Test func outputKeepsColorsOnly() {
        let bytes = Array("\u{1B}[31mred\u{1B}[0m\t\u{1B}[2J\u{7}\r\nnext\n".utf8)
        #expect(
            TerminalText(output: bytes).rendered
                == "\u{1B}[31mred\u{1B}[0m  ␛[2J^G\nnext")
    }

    @Test func replacesEachOccurrence() {
        let text: TerminalText = "at http://a:1 and http://a:1"
        #expect(text.replacing("http://a:1", with: "B").rendered == "at B and B")
    }
}
