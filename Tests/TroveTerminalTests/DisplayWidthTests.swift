import Testing
import TroveTerminal

struct WidthCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let columns: Int
    var testDescription: String { name }
}

@Suite struct DisplayWidthTests {
    static let cases = [
        WidthCase(name: "nothing", text: "", columns: 0),
        WidthCase(name: "ASCII", text: "The Left Hand", columns: 13),
        WidthCase(name: "composed é", text: "caf\u{E9}", columns: 4),
        WidthCase(name: "decomposed é", text: "cafe\u{301}", columns: 4),
        WidthCase(name: "Polish", text: "zażółć", columns: 6),
        WidthCase(name: "CJK", text: "三体", columns: 4),
        WidthCase(name: "Hangul", text: "한글", columns: 4),
        WidthCase(name: "conjoining Hangul", text: "\u{1112}\u{1161}\u{11AB}", columns: 2),
        WidthCase(name: "full-width Latin", text: "Ａ", columns: 2),
        WidthCase(name: "Thai with marks", text: "ที่", columns: 1),
        WidthCase(name: "emoji", text: "😀", columns: 2),
        WidthCase(name: "family joined by ZWJ", text: "👩‍👩‍👧", columns: 2),
        WidthCase(name: "flag", text: "🇵🇱", columns: 2),
        WidthCase(name: "two flags", text: "🇵🇱🇯🇵", columns: 4),
        WidthCase(name: "skin tone", text: "👍🏽", columns: 2),
        WidthCase(name: "heart with VS16", text: "❤\u{FE0F}", columns: 2),
        WidthCase(name: "heart without", text: "❤", columns: 1),
        WidthCase(name: "keycap", text: "1\u{FE0F}\u{20E3}", columns: 2),
        WidthCase(name: "newline as shown", text: "a\nb", columns: 3),
        WidthCase(name: "CRLF as shown", text: "a\r\nb", columns: 3),
        WidthCase(name: "escape as shown", text: "\u{1B}[31m", columns: 5),
        WidthCase(name: "Ctrl-A as shown", text: "\u{1}", columns: 2),
        WidthCase(name: "zero-width space", text: "a\u{200B}b", columns: 2),
    ]

    @Test(arguments: cases) func hasTheExpectedWidth(_ example: WidthCase) {
        #expect(DisplayWidth.of(example.text) == example.columns)
    }

    @Test(arguments: cases) func matchesTheVisibleForm(_ example: WidthCase) {
        #expect(DisplayWidth.of(TextFitting.visible(example.text)) == example.columns)
    }

    @Test func colorsTakeNoColumns() {
        let text = Style(isEnabled: true)(.error, "三体")
        #expect(text.width == 4)
        #expect(Style.stripped(text.rendered) == "三体")
    }
}
