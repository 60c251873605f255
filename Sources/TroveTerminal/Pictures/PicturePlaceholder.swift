/// A frame that stands where a picture cannot be: the title, and perhaps why.
package enum PicturePlaceholder {
    /// The columns between the sides of the frame.
    private static let mostColumns = 26
    /// The most rows that a title takes.
    private static let mostRows = 5

    /// The frame.
    ///
    /// - Parameters:
    ///   - title: wrapped where it is long.
    ///   - note: one line below the frame; empty for none.
    ///   - columns: the columns that there are for all of it.
    /// - Returns: lines that end in a newline each, of the same width up to the note.
    package static func drawing(
        title: TerminalText, note: TerminalText, columns: Int
    ) -> TerminalText {
        let inner = max(4, min(mostColumns, columns - 2))
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

    /// The text in rows that are no wider than `columns`, parted at blanks where that is possible.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        for word in text.split(separator: " ") {
            let joined = row.isEmpty ? String(word) : "\(row) \(word)"
            if DisplayWidth.of(joined) <= columns {
                row = joined
                continue
            }
            if !row.isEmpty { rows.append(row) }
            row = ""
            // A word that is wider than a row goes on in the next; many scripts have no blanks.
            for character in word {
                if DisplayWidth.of(row) + DisplayWidth.of(character) > columns {
                    rows.append(row)
                    row = ""
                }
                row.append(character)
            }
        }
        rows.append(row)
        guard rows.count > mostRows else { return rows }
        let last = TextFitting.truncated(rows[mostRows - 1], to: columns - 1)
        return rows.prefix(mostRows - 1) + [last.hasSuffix("…") ? last : last + "…"]
    }
}
