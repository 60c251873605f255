/// Wraps a line that is wider than the screen.
///
/// Continuation rows align with the beginning of the line, or with the second column of a
/// two-column line such as `  name    description`.
enum LineWrapping {
    /// Returns the line in rows of at most `columns`, broken at spaces where possible. Colors
    /// continue across a break. Only a character wider than `columns` makes a wider row.
    static func wrap(_ line: String, to columns: Int) -> String {
        let indent = indentation(of: line, columns)
        var rows: [String] = []
        var row = ""
        var width = 0
        // The width of the row's indentation.
        var start = 0
        // The row up to its last space, and what has followed.
        var beforeBlank: String?
        var sinceBlank = ""
        var widthSinceBlank = 0
        for piece in pieces(of: line) {
            let isBlank = piece == " "
            let pieceWidth = piece.hasPrefix("\u{1B}") ? 0 : piece.first.map(DisplayWidth.of) ?? 0
            // Breaks twice where the word alone is wider than an indented row. A character that is
            // wider than the screen has a row to itself.
            while width + pieceWidth > columns, width > start, !isBlank || width > columns {
                start = indent
                if let kept = beforeBlank, !kept.allSatisfy({ $0 == " " }) {
                    rows.append(kept)
                    row = String(repeating: " ", count: indent) + sinceBlank
                    width = indent + widthSinceBlank
                } else {
                    rows.append(row)
                    row = String(repeating: " ", count: indent)
                    width = indent
                }
                beforeBlank = nil
                sinceBlank = ""
                widthSinceBlank = 0
            }
            if isBlank {
                // A run of spaces: the row ends before the first one.
                if beforeBlank == nil || !sinceBlank.isEmpty { beforeBlank = row }
                sinceBlank = ""
                widthSinceBlank = 0
            } else {
                sinceBlank += piece
                widthSinceBlank += pieceWidth
            }
            row += piece
            width += pieceWidth
        }
        return (rows + [row]).joined(separator: "\n")
    }

    /// Splits a line into color codes and single characters.
    private static func pieces(of line: String) -> [String] {
        TerminalText.pieces(of: line).map { piece in
            switch piece {
            case .color(let code): code
            case .character(let character): String(character)
            }
        }
    }

    /// Returns the indentation of continuation rows: the second column if it begins in the left
    /// half of the screen, else the indentation of the line itself.
    private static func indentation(of line: String, _ columns: Int) -> Int {
        let plain = Array(Style.stripped(line))
        let lead = plain.prefix { $0 == " " }.count
        guard lead > 0, lead <= columns / 2 else { return 0 }
        var index = lead
        while index + 1 < plain.count {
            if plain[index] == " ", plain[index + 1] == " " {
                let second = index + plain[index...].prefix { $0 == " " }.count
                let width = DisplayWidth.of(String(plain[..<second]))
                return second < plain.count && width <= columns / 2 ? width : lead
            }
            index += 1
        }
        return lead
    }
}
