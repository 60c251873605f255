import Testing
import TroveTerminal
import TroveTesting

@Suite struct TerminalTextTests {
    @Test func literalsAreKeptAndDataIsEscaped() {
        let title = "Du\u{1B}[31mne\n"
        let text: TerminalText = "\"\(title)\" is\nnumber \(3)"
        #expect(text.rendered == "\"Du␛[31mne⏎\" is\nnumber 3")
        let data = "\u{9B}2J\u{202E}"
        #expect(TerminalText(data).rendered == "\\u{9b}2J\\u{202e}")
        #expect(TerminalText(lines: "a\u{7}\n\tb").rendered == "a^G\n\tb")
    }

    @Test func textIsNotEscapedTwice() {
        let inner: TerminalText = "\(Style(isEnabled: true)(.error, "a\("\u{1B}")b"))"
        let outer: TerminalText = "<\(inner)>"
        #expect(outer.rendered == "<\u{1B}[31ma␛b\u{1B}[0m>")
        #expect(outer.width == 5)
        #expect(["a", "\("\n")"].joined(separator: "\n").rendered == "a\n⏎")
    }

    // MARK: Wrapping

    static let wrappings: [Case<String, String>] = [
        .init("fits", "one two", "one two"),
        .init("at a blank", "one two three four", "one two\nthree four"),
        .init("a long word", "abcdefghijklmnop", "abcdefghij\nklmnop"),
        .init("moved in", "  one two three", "  one two\n  three"),
        .init("moved in by half", "     one two", "     one\n     two"),
        .init("two columns", "  a  one two three", "  a  one\n     two\n     three"),
        .init("lines of its own", "one two\nthree four five", "one two\nthree four\nfive"),
        .init("wide characters", "三体三体 三体三体", "三体三体\n三体三体"),
        .init("no spaces", "- 三体三体三体", "- 三体三体\n三体"),
        .init("punctuation begins no row", "三体三体三。体", "三体三体\n三。体"),
        .init("exactly full", "abcde fghi jk", "abcde fghi\njk"),
    ]

    @Test(arguments: wrappings) func wrapsAtSpaces(_ row: Case<String, String>) {
        #expect(TerminalText(lines: row.input).wrapped(to: 10).rendered == row.expected)
    }

    @Test func neverExceedsTheWidthAndLosesNothing() throws {
        try SeededRandom.run { random in
            let words = ["a", "of", "dune", "三体", "e\u{301}", "somewhatlongerword", " ", "  "]
            for _ in 0..<300 {
                let text = (0..<Int.random(in: 0...30, using: &random))
                    .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
                let columns = Int.random(in: 1...40, using: &random)
                let wrapped = TerminalText(lines: text).wrapped(to: columns)
                for line in wrapped.lines {
                    let line = line.trimmedAtEnd
                    // A wide character does not fit into one column.
                    #expect(line.width <= columns || line.rendered.count == 1, "\(text)")
                }
                let kept = wrapped.rendered.filter { !$0.isWhitespace }
                #expect(kept == text.filter { !$0.isWhitespace })
            }
        }
    }

    @Test func aCharacterWiderThanTheScreenHasARow() {
        #expect(TerminalText(lines: "a三b").wrapped(to: 1).rendered == "a\n三\nb")
    }

    @Test func colorsTakeNoColumns() {
        let style = Style(isEnabled: true)
        let text: TerminalText = "\(style(.error, "error: "))one two"
        #expect(text.wrapped(to: 14) == text)
        #expect(text.wrapped(to: 11).rendered == "\u{1B}[31merror: \u{1B}[0mone\ntwo")
    }
}
