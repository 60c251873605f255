import TroveTerminal

/// A value beside its name, over as many lines as it has and needs: `  note    the first line`, and
/// the others below it.
enum FieldText {
    /// On a screen that is too narrow for less, values are cut in lines of this many columns.
    private static let narrowest = 8

    /// - Parameters:
    ///   - head: what stands before the value in its first line.
    ///   - value: its lines, as paragraphs that may be longer than a row.
    ///   - width: the columns of the terminal; nil where lines are not broken.
    /// - Returns: the lines, each with its end.
    static func lines(_ head: TerminalText, _ value: TerminalText, width: Int?) -> TerminalText {
        let indent = TerminalText(repeating: " ", count: head.width)
        let room = width.map { max(narrowest, $0 - head.width) }
        let rows = (room.map { value.wrapped(to: $0) } ?? value).lines
        return rows.enumerated().map { index, row in
            if index == 0 { return head + row + "\n" }
            return row.isEmpty ? "\n" : indent + row + "\n"
        }.joined()
    }

    /// A text with its paragraphs, without the line ends around it.
    static func paragraphs(_ text: String) -> TerminalText {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { TerminalText($0) }
        let first = lines.firstIndex { !$0.isEmpty } ?? lines.startIndex
        let last = lines.lastIndex { !$0.isEmpty } ?? first
        return lines[first...last].joined(separator: "\n")
    }
}
