import Testing
import TroveTesting

/// Presses random keys in a shell, and compares the screen with a model of the line.
struct RandomKeys {
    let session: TerminalSession
    var line = EditedLine()
    /// The number in the prompt at the start. A notice of another shell adds one if the line is
    /// empty.
    let items: Int
    /// Whether characters whose width terminals disagree about may be typed.
    var hasEmoji = true
    /// Whether the terminal shows what is behind the cursor's row.
    var hasEscapes = true
    /// Whether the terminal shows suggestions dim, so that they can be told from the line.
    var hasDimText = true
    /// Whether another program draws between the shell and the model.
    var isMultiplexed = false
    private var random: SeededRandom

    static let plain = ["a", "b", " ", " ", "word", "ł", "三", "体", "three of them", "-x", "."]
    static let emoji = ["😀", "👍🏽", "👩\u{200D}👩\u{200D}👧", "🇵🇱", "❤\u{FE0F}", "한"]
    static let keys: [Key] = [
        .left, .left, .left, .right, .right, .home, .end, .backspace, .backspace, .delete,
        .ctrl("w"), .ctrl("k"), .ctrl("u"), .ctrlLeft, .ctrlRight,
    ]

    init(_ session: TerminalSession, items: Int, random: SeededRandom) {
        self.session = session
        self.items = items
        self.random = random
    }

    mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

    /// Presses a random key and waits until the screen shows its effect.
    mutating func step() throws {
        switch number(0..<40) {
        case 0..<18: try type()
        case 18..<34:
            let key = Self.keys.randomElement(using: &random) ?? .left
            // At the end of the line these take a suggestion.
            if line.isAtEnd, key == .right || key == .end { return try type() }
            line.press(key)
            try session.press(key)
        case 34:
            // Without brackets the line ends of a paste are Enter keys.
            guard hasEscapes else { return try type() }
            // A multiplexer turns the brackets off while it draws everything again after a resize.
            try session.waitUntil("brackets around pastes") { $0.modes.contains(2004) }
            let text =
                ["one\ttwo", "三体\nłódź", " ", "a\u{1B}b"].randomElement(using: &random) ?? ""
            line.insert(
                text.replacing("\t", with: " ").replacing("\n", with: "⏎").replacing(
                    "\u{1B}", with: ""))
            try session.press(.paste(text))
        case 35:
            // Killing and taking it back leaves the line as it was.
            guard !line.isAtEnd else { return try type() }
            try session.press(.ctrl("k"), .ctrl("_"))
        case 36:
            // To lines that match what is typed, and back; this moves the cursor to the end.
            guard line.isAtEnd else { return try type() }
            try session.press(.up, .down)
        case 37:
            try session.press(.tab, .ctrl("u"))
            line.clear()
        case 38:
            for letter in "burst" {
                line.insert(String(letter))
                try session.type(String(letter))
            }
        default: try redraw()
        }
        if line.scalars.count > 70 {
            line.press(.ctrl("u"))
            try session.press(.ctrl("u"))
        }
        try check()
    }

    private mutating func type() throws {
        var text = Self.plain.randomElement(using: &random) ?? "a"
        if line.endsInLetter, number(0..<8) == 0 { text = "\u{20D7}" }
        if hasEmoji, number(0..<5) == 0 { text = Self.emoji.randomElement(using: &random) ?? "a" }
        line.insert(text)
        try session.type(text)
        try check()
    }

    /// Lets the shell draw everything again, which must not change the screen.
    private mutating func redraw() throws {
        guard hasEscapes, !isMultiplexed else { return }
        // A suggestion may come in between.
        guard hasDimText || !line.isAtEnd else { return try type() }
        try settle()
        let before = session.terminal.settledRows
        let count = session.output.count
        try session.sendToForeground(.windowChange)
        try session.waitUntil("the same screen, drawn again") {
            session.output.count > count && $0.settledRows == before
        }
    }

    /// Waits until all keys were handled: a key may leave the line as it was, and a check ignores
    /// spaces.
    mutating func settle() throws {
        line.insert("§")
        try session.type("§")
        try check()
        line.press(.backspace)
        try session.press(.backspace)
        try check()
    }

    /// Waits until the screen shows the line with its cursor, and nothing below it.
    ///
    /// Without dim text, a suggestion behind the line looks like the line. While the
    /// cursor is inside the line, nothing is suggested, so the cursor is moved there and back.
    func check() throws {
        guard !hasDimText, hasEscapes, line.isAtEnd, line.cursor > 0 else {
            return try check(line, isWhole: true)
        }
        try check(line, isWhole: false)
        var inside = line
        inside.press(.left)
        try session.press(.left)
        try check(inside, isWhole: true)
        try session.press(.right)
        try check(line, isWhole: false)
    }

    /// Waits until the screen shows a line with its cursor; if `isWhole`, and nothing else.
    private func check(_ line: EditedLine, isWhole: Bool) throws {
        let prompts = [items, items + 1].map { "trove \($0)>" }
        let whole = Self.unspaced(Self.based(line.text))
        let before = Self.unspaced(Self.based(line.textBeforeCursor))
        try session.waitUntil("the line \(line.text) with the cursor at \(line.cursor)") {
            let rows = $0.settledRows
            guard
                let first = rows.lastIndex(where: { row in
                    prompts.contains { row.hasPrefix($0) }
                }), first <= $0.cursor.row,
                let prompt = prompts.first(where: { rows[first].hasPrefix($0) }).map(Self.unspaced)
            else { return false }
            let shownBefore = rows[first..<$0.cursor.row].joined() + $0.textBeforeCursor
            guard Self.unspaced(shownBefore) == prompt + before else { return false }
            return !isWhole || !hasEscapes
                || Self.unspaced(rows[first...].joined()) == prompt + whole
        }
        try #require(isMultiplexed || session.terminal.unknownSequences == [])
    }

    /// Returns the line as it is shown: with a circle for a missing base of a mark.
    private static func based(_ text: String) -> String {
        text.unicodeScalars.first == "\u{20D7}" ? "◌" + text : text
    }

    private static func unspaced(_ text: some StringProtocol) -> String {
        String(text.filter { !$0.isWhitespace })
    }
}

extension TerminalModel {
    /// The rows of the screen without dim text, such as a suggestion, which may come and go.
    var settledRows: [String] {
        (0..<size.rows).map { row in
            (0..<size.columns).map { column in
                let cell = cell(Position(row: row, column: column))
                return cell.style.isDim ? " " : cell.text
            }.joined()
        }
    }

    /// Returns whether a wide character of the edited line lies across an edge when its cells are
    /// put into rows of this many columns.
    func edgeCutsCharacter(at columns: Int) -> Bool {
        let start = settledRows.lastIndex { $0.hasPrefix("trove ") } ?? 0
        let cells = (start..<size.rows).flatMap { row in
            (0..<size.columns).map { cell(Position(row: row, column: $0)) }
        }
        return cells.indices.contains { $0 % columns == 0 && cells[$0].isRightHalf }
    }
}
