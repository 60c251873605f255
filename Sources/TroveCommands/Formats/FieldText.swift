import TroveTerminal

/// A value beside its name: `  note    the first line`, with the other lines aligned below the
/// first.
enum FieldText {
    /// The width of a value on the narrowest terminal, in columns.
    private static let narrowest = 8

    /// Returns a value with its head, wrapped to the terminal.
    ///
    /// - Parameters:
    ///   - head: the text before the value in its first line.
    ///   - value: lines that may be wider than the terminal.
    ///   - width: the columns of the terminal; nil if lines are not wrapped.
    /// - Returns: the lines, each with its line end.
    static func lines(_ head: TerminalText, _ value: TerminalText, width: Int?) -> TerminalText {
        if width == nil, !value.rendered.utf8.contains(0x0A) { return head + value + "\n" }
        let indent = TerminalText(repeating: " ", count: head.width)
        let room = room(behind: head, width: width)
        let rows = (room.map { value.wrapped(to: $0) } ?? value).lines
        return rows.enumerated().map { index, row in
            if index == 0 { return head + row + "\n" }
            return row.isEmpty ? "\n" : indent + row + "\n"
        }.joined()
    }

    /// Returns the columns for a value after its head; nil if lines are not wrapped.
    static func room(behind head: TerminalText, width: Int?) -> Int? {
        width.map { max(narrowest, $0 - head.width) }
    }

    /// Returns the lines of a text, without empty ones at its start and end.
    static func paragraphs(_ text: String) -> TerminalText {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { TerminalText($0) }
        let first = lines.firstIndex { !$0.isEmpty } ?? lines.startIndex
        let last = lines.lastIndex { !$0.isEmpty } ?? first
        return Array(lines[first...last]).joined(separator: "\n")
    }
}
