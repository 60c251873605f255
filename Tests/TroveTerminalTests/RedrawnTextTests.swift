import Testing
import TroveTerminal

@Suite struct RedrawnTextTests {
    private static let size = TerminalSize(columns: 20, rows: 5)

    private func replace(
        _ text: inout RedrawnText, _ heading: TerminalText, _ body: String,
        size: TerminalSize = RedrawnTextTests.size
    ) -> String {
        text.replace(heading: heading, body: Array(body.utf8), size: size) {
            "… \($0) more"
        }.rendered
    }

    @Test func replacesTheRowsOfTheLastText() {
        var text = RedrawnText(isInPlace: true)
        #expect(replace(&text, "one", "a\nb\n") == "one\na\nb\n")
        #expect(replace(&text, "two", "c\n") == "\u{1B}[3A\r\u{1B}[Jtwo\nc\n")
        #expect(replace(&text, "three", "") == "\u{1B}[2A\r\u{1B}[Jthree\n")
    }

    /// The text never scrolls, since its first row could not be reached then.
    @Test func staysOnTheScreen() {
        var text = RedrawnText(isInPlace: true)
        #expect(replace(&text, "head", "a\nb\nc\n") == "head\na\nb\nc\n")
        #expect(
            replace(&text, "head", "a\nb\nc\nd\n").hasSuffix("[Jhead\na\nb\n… 2 more\n"))
        // A row that wraps counts twice, and after a resize for its new height.
        let wide = String(repeating: "x", count: 30)
        #expect(replace(&text, "head", "\(wide)\nb\nc\n").hasSuffix("head\n\(wide)\n… 2 more\n"))
        let narrow = TerminalSize(columns: 10, rows: 9)
        #expect(replace(&text, "head", "a\n", size: narrow).hasPrefix("\u{1B}[5A"))
    }

    @Test func withoutEscapesOnlyChangesAreWritten() {
        var text = RedrawnText(isInPlace: false)
        #expect(replace(&text, "12:00", "a\n") == "12:00\na\n")
        #expect(replace(&text, "12:01", "a\n") == "")
        #expect(replace(&text, "12:02", "b\n") == "12:02\nb\n")
    }
}
