/// A frame shown in place of a picture, with the title and an optional note.
package enum PicturePlaceholder {
    /// The maximum number of columns inside the frame.
    private static let maximumColumns = 26
    /// The maximum number of rows for a title.
    private static let maximumRows = 5

    /// Returns the frame.
    ///
    /// - Parameters:
    ///   - title: Wrapped if it is too long.
    ///   - note: One line below the frame; empty for none.
    ///   - columns: The available width.
    /// - Returns: Lines that each end in a newline; those of the frame are equally wide.
    package static func drawing(
        title: TerminalText, note: TerminalText, columns: Int
    ) -> TerminalText {
        let inner = max(4, min(maximumColumns, columns - 2))
        let bar = String(repeating: "─", count: inner)
        let empty = "│" + String(repeating: " ", count: inner) + "│\n"
        let rows = wrapped(title.rendered, to: inner - 2).map { row in
            let before = String(repeating: " ", count: (inner - DisplayWidth.of(row)) / 2)
            return "│" + TextFitting.padded(before + row, to: inner) + "│\n"
        }
        let frame = "┌\(bar)┐\n" + empty + rows.joined() + empty + "└\(bar)┘\n"
        guard !note.isEmpty else { return TerminalText(trusted: frame) }
        return TerminalText(trusted: frame) + note.truncated(to: columns) + "\n"
    }

    /// Returns the text in rows of at most `columns`, broken at spaces where possible.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        let rows = TerminalText(text).wrapped(to: columns).lines.map(\.rendered)
        guard rows.count > maximumRows else { return rows }
        let last = TextFitting.truncated(rows[maximumRows - 1], to: columns - 1)
        return rows.prefix(maximumRows - 1) + [last.hasSuffix("…") ? last : last + "…"]
    }
}
