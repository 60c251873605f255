/// What the line editor shows: the prompt, the line, the suggestion, and the rows below.
package struct ScreenContent: Sendable, Equatable {
    /// The prompt with its colors.
    package var prompt: TerminalText
    /// The scalars of the line.
    package var line: [UInt32]
    /// The number of scalars before the cursor.
    package var cursor: Int
    /// The looks of parts of the line, in order and without overlaps.
    package var highlights: [Highlight]
    /// The text after the end of the line, shown only while the cursor is there.
    package var suggestion: String
    /// Rows below the line, each cut at the last column.
    package var rowsBelow: [TerminalText]
    /// The colors of highlights and of the suggestion.
    package var style: Style

    /// The most bytes of a suggestion that are shown: a key costs at most 60 bytes in all.
    package static let suggestionLimit = 40

    /// Creates a content.
    package init(
        prompt: TerminalText, line: [UInt32] = [], cursor: Int = 0, highlights: [Highlight] = [],
        suggestion: String = "", rowsBelow: [TerminalText] = [], style: Style = .plain
    ) {
        self.prompt = prompt
        self.line = line
        self.cursor = cursor
        self.highlights = highlights
        self.suggestion = suggestion
        self.rowsBelow = rowsBelow
        self.style = style
    }

    /// The content that stays on the screen when the line is entered: without the suggestion and
    /// the rows below, and with the cursor at the end.
    package var settled: ScreenContent {
        var content = self
        content.cursor = line.count
        content.suggestion = ""
        content.rowsBelow = []
        return content
    }

    /// Lays the content out in cells for a screen size.
    package func layout(for size: TerminalSize) -> ScreenLayout {
        var rows = ScreenRows(columns: size.columns)
        rows.add(prompt)
        let cursor = addLine(to: &rows)
        if self.cursor >= line.count { addSuggestion(to: &rows, columns: size.columns) }
        let below = rowsBelow.map { ScreenRow($0, columns: size.columns) }
        return ScreenLayout(rows.rows, cursor: cursor, below: below, height: size.rows)
    }

    /// Returns the number of rows that the prompt and the line take, at least 1.
    func lineRows(for size: TerminalSize) -> Int {
        var rows = ScreenRows(columns: size.columns)
        rows.add(prompt)
        _ = addLine(to: &rows)
        return min(rows.rows.count, size.rows)
    }

    private static func isPrintableASCII(_ scalar: UInt32) -> Bool {
        scalar >= 0x20 && scalar < 0x7F
    }

    /// Adds the line. Returns the position of the cursor.
    private func addLine(to rows: inout ScreenRows) -> ScreenRows.Position {
        var cursorPosition: ScreenRows.Position?
        var scalars = 0
        var bytes = 0
        var waiting = highlights[...]
        if line.allSatisfy(Self.isPrintableASCII) {
            for (index, value) in line.enumerated() {
                let code = code(at: index, &waiting)
                let place = rows.add(ascii: UInt8(value), code: code)
                if index == cursor { cursorPosition = place }
            }
            return cursorPosition ?? rows.end
        }
        for character in LineText.string(line) {
            let place = rows.add(PastedText.shown(character), code: code(at: bytes, &waiting))
            scalars += character.unicodeScalars.count
            bytes += character.utf8.count
            if cursorPosition == nil, cursor < scalars { cursorPosition = place }
        }
        return cursorPosition ?? rows.end
    }

    /// Returns the parameters for the look of a byte of the line, and removes the highlights before
    /// it.
    private func code(at byte: Int, _ waiting: inout ArraySlice<Highlight>) -> String {
        guard style.isEnabled else { return "" }
        while let first = waiting.first, first.range.upperBound <= byte { waiting.removeFirst() }
        guard let first = waiting.first, first.range.contains(byte) else { return "" }
        return first.role.code
    }

    /// Adds as much of the suggestion as fits into the row.
    private func addSuggestion(to rows: inout ScreenRows, columns: Int) {
        // The last column stays free, so that the terminal does not wrap.
        let room = columns - rows.end.column - 1
        guard !suggestion.isEmpty, room > 1 else { return }
        let code = style.isEnabled ? Style.Role.faint.code : ""
        for character in Self.shown(suggestion, columns: room) { rows.add(character, code: code) }
    }

    /// Returns the part of a suggestion that is shown in a number of columns.
    private static func shown(_ suggestion: String, columns: Int) -> String {
        let text = TextFitting.visible(PastedText.shown(suggestion))
        if text.isPrintableASCII, text.utf8.count <= min(columns, suggestionLimit) { return text }
        var shown = ""
        var width = 0
        for character in text {
            let next = ScreenCell(character, code: "").width
            let isLast = shown.utf8.count + character.utf8.count == text.utf8.count
            // One column and three bytes are for the sign that more follows.
            if width + next > columns - (isLast ? 0 : 1)
                || shown.utf8.count + character.utf8.count > suggestionLimit - (isLast ? 0 : 3)
            {
                return shown + "…"
            }
            shown.append(character)
            width += next
        }
        return shown
    }
}
