import Testing
import TroveTerminal

@Suite struct TextFittingTests {
    static let texts = [
        "", "a", "The Left Hand of Darkness", "三体三体三体", "a三b体c", "👩‍👩‍👧 and 🇵🇱🇯🇵 and 👍🏽",
        "cafe\u{301} noir", "line\nbreak\ttab", "❤\u{FE0F}❤\u{FE0F}❤\u{FE0F}",
    ]

    @Test(arguments: texts, 0..<30) func truncationNeverExceeds(text: String, columns: Int) {
        let result = TextFitting.truncated(text, to: columns)
        #expect(DisplayWidth.of(result) <= columns)
        if DisplayWidth.of(text) <= columns {
            #expect(result == text)
        } else if columns > 0 {
            #expect(result.hasSuffix("…"))
            #expect(text.hasPrefix(result.dropLast()))
        }
    }

    @Test(arguments: texts, 0..<30) func paddingFills(text: String, columns: Int) {
        let width = max(columns, DisplayWidth.of(text))
        let leading = TextFitting.padded(text, to: columns)
        #expect(DisplayWidth.of(leading) == width)
        #expect(leading.hasPrefix(text))
        let trailing = TextFitting.padded(text, to: columns, alignment: .trailing)
        #expect(DisplayWidth.of(trailing) == width)
        #expect(trailing.hasSuffix(text))
    }

    @Test func truncationExamples() {
        #expect(TextFitting.truncated("三体三体", to: 5) == "三体…")
        #expect(TextFitting.truncated("三体三体", to: 4) == "三…")
        #expect(TextFitting.truncated("👩‍👩‍👧👩‍👩‍👧", to: 3) == "👩‍👩‍👧…")
        #expect(TextFitting.truncated("abc", to: 0) == "")
        #expect(TextFitting.truncated("abc", to: 1) == "…")
    }

    @Test func visibleTextHasNoControlCharacters() {
        for value in UInt32(0)...0x2070 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = TextFitting.visible("a\(Character(scalar))b")
            #expect(!shown.unicodeScalars.contains { $0.value < 0x20 })
            #expect(!shown.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
            #expect(!shown.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
        }
    }

    @Test func visibleExamples() {
        #expect(TextFitting.visible("plain 三 😀") == "plain 三 😀")
        #expect(TextFitting.visible("\u{1B}[2J") == "␛[2J")
        #expect(TextFitting.visible("a\nb\r\nc\td") == "a⏎b⏎c␉d")
        #expect(TextFitting.visible("\u{7}\u{7F}\u{9B}") == "^G^?\\u{9b}")
        #expect(TextFitting.visible("👩‍👩‍👧") == "👩‍👩‍👧")
    }
}
