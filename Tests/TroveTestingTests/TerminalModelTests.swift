import Testing
import TroveTesting

/// Drawing on a grid of ten columns and four rows.
@Suite struct TerminalModelTests {
    struct Drawing: CustomTestStringConvertible, Sendable {
        let name: String
        let input: String
        let screen: String
        let row: Int
        let column: Int
        var wrapPending = false

        var testDescription: String { name }

        init(
            _ name: String, _ input: String, _ screen: String, at row: Int, _ column: Int,
            wrapPending: Bool = false
        ) {
            (self.name, self.input, self.screen) = (name, input, screen)
            (self.row, self.column, self.wrapPending) = (row, column, wrapPending)
        }
    }

    static let drawings = [
        Drawing("nothing", "", "", at: 0, 0),
        Drawing("text", "abc", "abc", at: 0, 3),
        Drawing("inner blanks stay, outer ones do not show", "a  b  ", "a  b", at: 0, 6),
        Drawing("new line", "ab\r\ncd", "ab\ncd", at: 1, 2),
        Drawing("line feed keeps the column", "ab\ncd", "ab\n  cd", at: 1, 4),
        Drawing("carriage return overwrites", "abc\rx", "xbc", at: 0, 1),
        Drawing("backspace moves only", "abc\u{8}x", "abx", at: 0, 3),
        Drawing("backspace stops at the margin", "a\u{8}\u{8}x", "x", at: 0, 1),
        Drawing("tab", "a\tb", "a       b", at: 0, 9),
        Drawing(
            "tab stops at the last column", "a\t\t\tb", "a        b", at: 0, 9, wrapPending: true),
        Drawing("a full row waits", "0123456789", "0123456789", at: 0, 9, wrapPending: true),
        Drawing("a full row wraps", "0123456789a", "0123456789\na", at: 1, 1),
        Drawing("new line after a full row", "0123456789\r\na", "0123456789\na", at: 1, 1),
        Drawing("a move cancels the wrap", "0123456789\u{1B}[Dx", "01234567x9", at: 0, 9),
        Drawing("colors keep the wrap", "0123456789\u{1B}[0ma", "0123456789\na", at: 1, 1),
        Drawing("no wrap when it is off", "\u{1B}[?7l0123456789ab", "012345678b", at: 0, 9),
        Drawing("scrolling", "1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5", at: 3, 1),
        Drawing("wrapping scrolls", "\u{1B}[4H0123456789x", "\n\n0123456789\nx", at: 3, 1),

        Drawing("wide characters take two cells", "三体x", "三体x", at: 0, 5),
        Drawing("a wide one does not fit in one cell", "012345678三", "012345678\n三", at: 1, 2),
        Drawing("a wide one fills the row", "01234567三", "01234567三", at: 0, 9, wrapPending: true),
        Drawing("overwriting a left half", "三\rx", "x", at: 0, 1),
        Drawing("overwriting a right half", "三\u{1B}[2Gx", " x", at: 0, 2),
        Drawing("wide over two halves", "三体\u{1B}[2G文", " 文", at: 0, 3),
        Drawing("combining marks", "e\u{301}x", "e\u{301}x", at: 0, 2),
        Drawing("a mark on a wide character", "三\u{301}x", "三\u{301}x", at: 0, 3),
        Drawing(
            "a mark with a wrap pending", "012345678e\u{301}", "012345678e\u{301}", at: 0, 9,
            wrapPending: true),
        Drawing("a joined emoji is drawn per scalar", "👩\u{200D}👧x", "👩\u{200D}👧x", at: 0, 5),

        Drawing("up, down, right, left", "\u{1B}[2B\u{1B}[3C\u{1B}[1A\u{1B}[2Dx", "\n x", at: 1, 2),
        Drawing(
            "moves stop at the edges", "\u{1B}[99B\u{1B}[99Cx\u{1B}[99A\u{1B}[99Dy",
            "y\n\n\n         x", at: 0, 1),
        Drawing("column", "abc\u{1B}[2Gx", "axc", at: 0, 2),
        Drawing("position", "\u{1B}[2;3Hx", "\n  x", at: 1, 3),
        Drawing("position without numbers", "ab\u{1B}[Hx", "xb", at: 0, 1),
        Drawing("row", "ab\u{1B}[3dx", "ab\n\n  x", at: 2, 3),
        Drawing("next and previous line", "ab\u{1B}[2Ex\u{1B}[Fy", "ab\ny\nx", at: 1, 1),
        Drawing("saved cursor", "ab\u{1B}7\r\ncd\u{1B}8x", "abx\ncd", at: 0, 3),
        Drawing("saved cursor, the other way", "ab\u{1B}[s\r\ncd\u{1B}[ux", "abx\ncd", at: 0, 3),
        Drawing("reverse index scrolls down", "a\u{1B}[H\u{1B}Mb", "b\na", at: 0, 1),

        Drawing("erase to the end of the row", "abcdef\u{1B}[3G\u{1B}[K", "ab", at: 0, 2),
        Drawing("erase to the start of the row", "abcdef\u{1B}[3G\u{1B}[1K", "   def", at: 0, 2),
        Drawing("erase the row", "abcdef\u{1B}[3G\u{1B}[2K", "", at: 0, 2),
        Drawing("erase below", "ab\r\ncd\r\nef\u{1B}[2;2H\u{1B}[J", "ab\nc", at: 1, 1),
        Drawing("erase above", "ab\r\ncd\r\nef\u{1B}[2;1H\u{1B}[1J", "\n d\nef", at: 1, 0),
        Drawing("erase all", "ab\r\ncd\u{1B}[2J", "", at: 1, 2),
        Drawing("erase half a wide character", "三体\u{1B}[2G\u{1B}[K", "", at: 0, 1),
        Drawing("erase characters", "abcdef\u{1B}[2G\u{1B}[3X", "a   ef", at: 0, 1),
        Drawing("delete characters", "abcdef\u{1B}[2G\u{1B}[2P", "adef", at: 0, 1),
        Drawing("insert characters", "abcdef\u{1B}[2G\u{1B}[2@", "a  bcdef", at: 0, 1),
        Drawing("insert pushes out a wide one", "01234567三\u{1B}[G\u{1B}[@", " 01234567", at: 0, 0),
        Drawing("insert lines", "a\r\nb\r\nc\u{1B}[2H\u{1B}[L", "a\n\nb\nc", at: 1, 0),
        Drawing("delete lines", "a\r\nb\r\nc\u{1B}[2H\u{1B}[M", "a\nc", at: 1, 0),
        Drawing("scroll up", "a\r\nb\u{1B}[S", "b", at: 1, 1),
        Drawing("scroll down", "a\r\nb\u{1B}[T", "\na\nb", at: 1, 1),
        Drawing(
            "a scrolling region", "a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3H\n", "a\nc\n\nd", at: 2, 0),
        Drawing("alternate screen", "ab\u{1B}[?1049h\u{1B}[Hxyz\u{1B}[?1049lc", "abc", at: 0, 3),

        Drawing("title, ended by BEL", "a\u{1B}]0;title\u{7}b", "ab", at: 0, 2),
        Drawing("title, ended by ST", "a\u{1B}]0;title\u{1B}\\b", "ab", at: 0, 2),
        Drawing("device control string", "a\u{1B}Pxyz\u{1B}\\b", "ab", at: 0, 2),
        Drawing("character set", "\u{1B}(Ba", "a", at: 0, 1),
        Drawing(
            "a control within a sequence", "ab\u{1B}[\r1Cx", "ax",
            at: 0, 2),
        Drawing("a cancelled sequence", "a\u{1B}[1\u{18}b", "ab", at: 0, 2),
        Drawing("reset", "ab\u{1B}[31m\u{1B}cx", "x", at: 0, 1),
    ]

    @Test(arguments: drawings)
    func draws(_ drawing: Drawing) {
        var terminal = TerminalModel(size: WindowSize(columns: 10, rows: 4))
        terminal.receive(drawing.input)
        #expect(terminal.screen == drawing.screen)
        #expect(terminal.cursor == TerminalModel.Position(row: drawing.row, column: drawing.column))
        #expect(terminal.isWrapPending == drawing.wrapPending)
        #expect(terminal.unknownSequences == [])
    }

    /// Input may be split anywhere: byte by byte must give the same as all at once.
    @Test(arguments: drawings)
    func drawsByteByByte(_ drawing: Drawing) {
        var whole = TerminalModel(size: WindowSize(columns: 10, rows: 4))
        var bytewise = whole
        whole.receive(drawing.input)
        for byte in drawing.input.utf8 { bytewise.receive([byte]) }
        #expect(bytewise.picture == whole.picture)
    }

    struct Malformed: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let screen: String
    }

    /// The examples of the Unicode Standard, chapter 3.9, tables 3-8 to 3-11.
    @Test(arguments: [
        Malformed(
            testDescription: "overlong forms", bytes: [0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x41],
            screen: "������A"),
        Malformed(
            testDescription: "a surrogate", bytes: [0xED, 0xA0, 0x80, 0x41], screen: "���A"),
        Malformed(
            testDescription: "too large", bytes: [0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41],
            screen: "�����A"),
        Malformed(
            testDescription: "truncated",
            bytes: [0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41],
            screen: "����A"),
    ])
    func replacesMalformedText(_ malformed: Malformed) {
        var terminal = TerminalModel()
        terminal.receive(malformed.bytes)
        #expect(terminal.screen == malformed.screen)
        #expect(terminal.screen == String(decoding: malformed.bytes, as: UTF8.self))
    }

    @Test func keepsAScrollback() {
        var terminal = TerminalModel(size: WindowSize(columns: 10, rows: 2))
        terminal.receive("1\r\n2  \r\n3\r\n4")
        #expect(terminal.scrollback == ["1", "2"])
        #expect(terminal.everything == "1\n2\n3\n4")
    }

    @Test func keepsStyles() {
        var terminal = TerminalModel()
        terminal.receive("a\u{1B}[1;31mbold\u{1B}[0m \u{1B}[7;38;5;208mhue\u{1B}[27;39m plain")
        #expect(terminal.style(of: "a") == .plain)
        #expect(terminal.style(of: "bold")?.isBold == true)
        #expect(terminal.style(of: "bold")?.foreground == .palette(1))
        #expect(terminal.style(of: "hue")?.isReversed == true)
        #expect(terminal.style(of: "hue")?.isBold == false)
        #expect(terminal.style(of: "hue")?.foreground == .palette(208))
        #expect(terminal.style(of: "plain") == .plain)
        #expect(terminal.style(of: "absent") == nil)
    }

    @Test func findsStylesAfterWideCharacters() {
        var terminal = TerminalModel()
        terminal.receive("三体e\u{301}\u{1B}[94mblue")
        #expect(terminal.style(of: "blue")?.foreground == .palette(12))
        #expect(terminal.style(of: "体") == .plain)
        #expect(terminal.cell(.init(row: 0, column: 1)).isRightHalf)
    }

    @Test func keepsModes() {
        var terminal = TerminalModel()
        #expect(terminal.modes == [7, 25])
        terminal.receive("\u{1B}[?2004h\u{1B}[?25l")
        #expect(terminal.modes == [7, 2004])
        terminal.receive("\u{1B}[?2004;7l")
        #expect(terminal.modes == [])
    }

    @Test func countsBellsAndAnswersQueries() {
        var terminal = TerminalModel()
        terminal.receive("a\u{7}b\u{7}\r\nc\u{1B}[6n\u{1B}]0;x\u{7}")
        #expect(terminal.bellCount == 2)
        #expect(String(decoding: terminal.takeReplies(), as: UTF8.self) == "\u{1B}[2;2R")
        #expect(terminal.takeReplies() == [])
    }

    @Test func collectsUnknownSequences() {
        var terminal = TerminalModel()
        terminal.receive("a\u{1B}[5yb\u{1B}[>1uc\u{1B}qd\u{1B}[99999999999999999999Ce")
        #expect(terminal.screen == "abcde")
        #expect(
            terminal.unknownSequences == [
                "ESC [5y", "ESC [>1u", "ESC q", "ESC [99999999999999999999C",
            ])
        #expect(terminal.picture.contains("not understood: ESC [5y ESC [>1u"))
    }

    @Test func resizes() {
        var terminal = TerminalModel(size: WindowSize(columns: 6, rows: 3))
        terminal.receive("123456\r\n三体文\r\nab")
        terminal.resize(to: WindowSize(columns: 5, rows: 2))
        #expect(terminal.screen == "三体\nab")
        #expect(terminal.scrollback == ["123456"])
        #expect(terminal.cursor == TerminalModel.Position(row: 1, column: 2))
        terminal.resize(to: WindowSize(columns: 8, rows: 4))
        terminal.receive("cdefghi")
        #expect(terminal.screen == "三体\nabcdefgh\ni")
    }

    @Test func returnsTheTextBeforeTheCursor() {
        var terminal = TerminalModel(size: WindowSize(columns: 8, rows: 2))
        terminal.receive("trove> ")
        #expect(terminal.textBeforeCursor == "trove> ")
        terminal.receive("x")
        #expect(terminal.textBeforeCursor == "trove> x")
    }

    /// Random input must not crash the model or move the cursor off its grid.
    @Test func survivesAnything() throws {
        try SeededRandom.run { random in
            let pieces = [
                "\u{1B}", "[", "?", ";", "1", "7", "99", "H", "A", "J", "K", "L", "M", "P", "@",
                "X",
                "S", "T", "m", "h", "l", "r", "s", "u", "8", "c", "D", "三", "e\u{301}", "\u{200D}",
                "x", "\r", "\n", "\u{8}", "\t", "]", "\u{7}", "1049", "\u{1B}[", "\u{1B}[?",
            ]
            let hint = random.hint
            for _ in 0..<300 {
                let size = WindowSize(
                    columns: .random(in: 1...9, using: &random),
                    rows: .random(in: 1...5, using: &random))
                var terminal = TerminalModel(size: size)
                for _ in 0..<120 {
                    if Int.random(in: 0..<40, using: &random) == 0 {
                        terminal.resize(
                            to: WindowSize(
                                columns: .random(in: 1...9, using: &random),
                                rows: .random(in: 1...5, using: &random)))
                    }
                    terminal.receive(pieces.randomElement(using: &random) ?? "")
                    let (cursor, size) = (terminal.cursor, terminal.size)
                    try #require(
                        (0..<size.rows).contains(cursor.row)
                            && (0..<size.columns).contains(cursor.column), "\(hint)")
                    let rows = terminal.picture.split(separator: "\n")
                    try #require(rows.first?.count == size.columns + 2, "\(hint)")
                }
            }
        }
    }
}
