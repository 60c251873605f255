import Glibc
import Testing
import TroveTerminal
import TroveTesting

/// Drawing the line: the screen always looks like a fresh drawing, and few bytes are written.
@Suite struct ScreenDrawingTests {
    private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    private static func content(_ line: String, cursor: Int? = nil) -> ScreenContent {
        let line = scalars(line)
        return ScreenContent(
            prompt: "\u{1B}[1;32mtrove 12>\u{1B}[0m ", line: line, cursor: cursor ?? line.count,
            style: Style(isEnabled: true))
    }

    static let pieces = [
        "a", "b", "word", " ", " ", "三", "体", "ł", "x\u{301}", "q\u{301}\u{323}", "😀", "👍🏽",
        "👩\u{200D}👩\u{200D}👧", "🇵🇱", "🇵", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "\u{301}",
        "\u{200D}", "\u{1112}\u{1161}\u{11AB}", "ที่", "⏎", "\u{9}", "\u{7}", "\u{202E}", "\u{A0}",
        "ﷺ", "क्षि", "the quick brown fox",
    ]
    static let roles = Style.Role.allCases

    /// Changes the content as keys, answers and menus would.
    private static func change(_ content: inout ScreenContent, _ random: inout SeededRandom) {
        content.cursor = min(content.cursor, content.line.count)
        content.highlights = []
        content.suggestion = ""
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9:
            let piece = scalars(pieces.randomElement(using: &random) ?? "")
            content.line.insert(contentsOf: piece, at: content.cursor)
            content.cursor += piece.count
        case 9..<11:
            if content.cursor > 0 {
                content.cursor -= 1
                content.line.remove(at: content.cursor)
            }
        case 11: content.line.removeSubrange(content.cursor...)
        case 12: content.cursor = 0
        case 13..<15: content.cursor = content.line.count
        case 15, 16: content.cursor = .random(in: 0...content.line.count, using: &random)
        case 17:
            let wide: TerminalText = Bool.random(using: &random) ? "三体" : "plain"
            let role = roles.randomElement(using: &random) ?? .faint
            content.rowsBelow = (0..<Int.random(in: 0...4, using: &random)).map {
                "\(content.style(role, "row \($0)")) \(wide) \(String(repeating: "x", count: $0 * 9))"
            }
        case 18:
            content.line = []
            content.cursor = 0
        default: content.prompt = content.prompt + "> "
        }
        if Bool.random(using: &random) {
            content.suggestion = (pieces.randomElement(using: &random) ?? "") + " and so on"
        }
        let bytes = content.line.reduce(0) { $0 + (Unicode.Scalar($1).map(UTF8.width) ?? 0) }
        if bytes > 3, Bool.random(using: &random) {
            let end = Int.random(in: 1..<bytes, using: &random)
            content.highlights = [
                Highlight(0..<end, roles.randomElement(using: &random) ?? .verb),
                Highlight(end..<bytes, roles.randomElement(using: &random) ?? .verb),
            ]
        }
        if content.line.count > 400 { content.line = [] }
        content.cursor = min(content.cursor, content.line.count)
    }

    /// A row below one that is full, where the screen has to scroll.
    @Test func aShortRowFollowsAFullOneAtTheLowerEnd() throws {
        var screen = DrawnScreen(columns: 20, rows: 6, taken: 5)
        var content = Self.content("a")
        content.rowsBelow = ["xxxxxxxxxxxxxxxxxxxx", "a short row", "another one"]
        screen.show(content)
        try screen.requireFresh("a list")
        content.line = Self.scalars(String(repeating: "b", count: 30))
        content.cursor = 30
        screen.show(content)
        try screen.requireFresh("a line that grows")
    }

    /// The seeds of the random contents.
    static var seeds: Range<UInt64> {
        0..<UInt64(environmentNumber("TROVE_ROUNDS", default: 40))
    }

    @Test(arguments: seeds) func looksLikeAFreshDrawing(seed: UInt64) throws {
        try SeededRandom.run(SeededRandom(seed: seed)) { random in
            let columns = Int.random(in: 2...50, using: &random)
            let rows = Int.random(in: 2...12, using: &random)
            let taken = Int.random(in: 0...(rows + 3), using: &random)
            var screen = DrawnScreen(columns: columns, rows: rows, taken: taken)
            var content = Self.content("")
            screen.show(content)
            for step in 0..<100 {
                switch Int.random(in: 0..<40, using: &random) {
                case 0: screen.printAbove("a notice")
                case 1:
                    screen.resize(
                        columns: .random(in: 2...50, using: &random),
                        rows: .random(in: 2...12, using: &random))
                case 2:
                    screen.enter()
                    content = Self.content("")
                    screen.show(content)
                default:
                    Self.change(&content, &random)
                    screen.show(content)
                }
                try screen.requireFresh("seed \(seed), step \(step): \(content)")
            }
        }
    }

    // MARK: Bytes

    /// Typing at the end of a line is one byte for each letter, at most 8 where a row ends.
    @Test(arguments: [20, 80]) func aTypedLetterIsOneByte(columns: Int) {
        var screen = DrawnScreen(columns: columns, rows: 10, taken: 3)
        let text = "add book Dune author:Herbert genre:sci-fi"
        screen.show(Self.content(""))
        var rowEnds = 0
        for count in 1...text.count {
            screen.show(Self.content(String(text.prefix(count))))
            #expect(screen.bytes <= 8)
            if screen.bytes > 1 { rowEnds += 1 }
        }
        #expect(rowEnds == (10 + text.count) / columns)
    }

    @Test func aWideLetterAndAMarkTakeFewBytes() {
        var screen = DrawnScreen(columns: 80, rows: 10, taken: 3)
        screen.show(Self.content("echo "))
        screen.show(Self.content("echo 三"))
        #expect(screen.bytes == 3)
        screen.show(Self.content("echo 三x"))
        screen.show(Self.content("echo 三x\u{20D7}"))
        #expect(screen.bytes <= 8)
    }

    @Test func deletingTheLastLetterTakesFewBytes() {
        var screen = DrawnScreen(columns: 80, rows: 10, taken: 3)
        screen.show(Self.content("echo one"))
        screen.show(Self.content("echo on"))
        #expect(screen.bytes <= 8)
        screen.show(Self.content("echo on", cursor: 0))
        #expect(screen.bytes <= 8)
    }

    /// A letter in a new look, at the end of one in another.
    @Test func aLetterInAnotherLookTakesFewBytes() {
        var screen = DrawnScreen(columns: 80, rows: 10, taken: 3)
        var content = Self.content("list pages")
        content.highlights = [Highlight(0..<4, .verb), Highlight(5..<10, .field)]
        screen.show(content)
        content = Self.content("list pages:")
        content.highlights = [Highlight(0..<4, .verb), Highlight(5..<10, .field)]
        screen.show(content)
        #expect(screen.bytes <= 8)
        content = Self.content("list pages:4")
        content.highlights = [
            Highlight(0..<4, .verb), Highlight(5..<10, .field), Highlight(11..<12, .value),
        ]
        screen.show(content)
        #expect(screen.bytes <= 8)
    }

    @Test func aSuggestionTakesAtMost60Bytes() throws {
        var screen = DrawnScreen(columns: 80, rows: 10, taken: 3)
        let whole = "list books by author, the longest of all lines that were ever suggested here"
        screen.show(Self.content(""))
        for count in 1..<whole.count {
            var content = Self.content(String(whole.prefix(count)))
            content.suggestion = String(whole.dropFirst(count))
            screen.show(content)
            #expect(screen.bytes <= 60)
            try screen.requireFresh("after \(count) letters")
        }
        var content = Self.content("list books")
        content.suggestion = String(repeating: "三体", count: 40)
        screen.show(Self.content("list book"))
        screen.show(content)
        #expect(screen.bytes <= 60)
        screen.show(Self.content("list booksx"))
        #expect(screen.bytes <= 8)
    }

    // MARK: Looks

    @Test func aSuggestionIsDimAndStaysInItsRow() {
        var screen = DrawnScreen(columns: 30, rows: 10, taken: 3)
        var content = Self.content("list")
        content.suggestion = " books by Ursula Kroeber Le Guin"
        screen.show(content)
        #expect(screen.terminal.row(3) == "trove 12> list books by Ursu…")
        #expect(screen.terminal.row(4) == "")
        #expect(screen.terminal.style(of: "books")?.isDim == true)
        #expect(screen.terminal.textBeforeCursor == "trove 12> list")
        content.style = .plain
        screen.show(content)
        #expect(screen.terminal.row(3) == "trove 12> list books by Ursu…")
        #expect(screen.terminal.style(of: "books") == .plain)
        screen.enter()
        #expect(screen.terminal.row(3) == "trove 12> list")
        #expect(screen.terminal.style == .plain)
    }

    @Test func highlightsAreColored() {
        var screen = DrawnScreen(columns: 30, rows: 10, taken: 0)
        var content = Self.content("add 三体 x")
        content.highlights = [Highlight(0..<3, .verb), Highlight(4..<10, .value)]
        screen.show(content)
        #expect(screen.terminal.style(of: "add")?.isBold == true)
        #expect(screen.terminal.style(of: "体")?.foreground == .palette(2))
        #expect(screen.terminal.style(of: "x") == .plain)
    }

    @Test func controlCharactersAreVisible() {
        var screen = DrawnScreen(columns: 40, rows: 10, taken: 0)
        screen.show(Self.content("a\u{1B}[2Jb\u{7}c\u{202E}"))
        #expect(screen.terminal.row(0) == "trove 12> a␛[2Jb^Gc\\u{202e}")
    }

    /// A line that ends with its row leaves no empty row behind.
    @Test func aFullRowIsFollowedByNoEmptyOne() {
        var screen = DrawnScreen(columns: 20, rows: 10, taken: 0)
        screen.show(Self.content("1234567890"))
        screen.enter()
        #expect(screen.terminal.screen == "trove 12> 1234567890\n~~")
    }

    /// A question that was wrapped to the width of the screen.
    @Test func aFullRowOfThePromptIsFollowedByNoEmptyOne() {
        var screen = DrawnScreen(columns: 10, rows: 10, taken: 0)
        screen.show(ScreenContent(prompt: "1234567890\n\nok? "))
        #expect(screen.terminal.screen == "1234567890\n\nok?")
    }

    @Test func rowsBelowGiveWayToTheLine() {
        var screen = DrawnScreen(columns: 20, rows: 3, taken: 0)
        var content = Self.content("1234567890123")
        content.rowsBelow = ["one", "two", "three"]
        screen.show(content)
        #expect(screen.terminal.screen == "trove 12> 1234567890\n123\none")
    }

    /// A dumb terminal gets neither escapes nor a wrap, and the line again on a new row where the
    /// cursor would have to move up.
    @Test func aTerminalWithoutEscapes() {
        var drawing = ScreenDrawing(hasEscapes: false)
        var terminal = TerminalModel(size: WindowSize(columns: 20, rows: 10))
        let size = drawing.layoutSize(TerminalSize(columns: 20, rows: 10))
        var output = ""
        func show(_ line: String, cursor: Int? = nil) {
            var content = Self.content(line, cursor: cursor)
            content.prompt = "trove> "
            let text = drawing.update(to: content.layout(for: size), columns: size.columns)
            terminal.receive(text)
            output += text
        }
        show("echo one")
        show("echo on")
        show("echo xon", cursor: 6)
        #expect(terminal.screen == "trove> echo xon")
        #expect(terminal.textBeforeCursor == "trove> echo x")
        show("echo one two three")
        #expect(terminal.screen == "trove> echo one two\n three")
        show("echo one two three", cursor: 0)
        #expect(terminal.screen == "trove> echo one two\n three\ntrove> echo one two")
        #expect(terminal.textBeforeCursor == "trove> ")
        #expect(!output.contains("\u{1B}"))
    }
}
