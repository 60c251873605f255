/// Breaking a line that is wider than the screen.
///
/// What follows a break stands below the beginning of the line, and of a line in two columns, as in
/// a help page, below the second one: `  name    what it is`.
enum LineWrapping {
    /// The line in rows that are no wider than `columns`, broken at blanks where there are some. Its
    /// colors go on across a break.
    static func wrap(_ line: String, to columns: Int) -> String {
        let indent = indentation(of: line, columns)
        var rows: [String] = []
        var row = ""
        var width = 0
        // The row as it was up to its last blank, and what has come since.
        var beforeBlank: String?
        var sinceBlank = ""
        var widthSinceBlank = 0
        for piece in pieces(of: line) {
            let isBlank = piece == " "
            let pieceWidth = piece.hasPrefix("\u{1B}") ? 0 : piece.first.map(DisplayWidth.of) ?? 0
            // Twice where the word alone is wider than a row that is moved in.
            while width + pieceWidth > columns, !isBlank || width > columns {
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
                // Several blanks in a row end the text before the first of them.
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

    /// A color's code, or one character, at a time.
    private static func pieces(of line: String) -> [String] {
        var pieces: [String] = []
        var rest = Substring(line)
        while let first = rest.first {
            if first == "\u{1B}", let end = rest.firstIndex(of: "m") {
                pieces.append(String(rest[...end]))
                rest = rest[rest.index(after: end)...]
            } else {
                pieces.append(String(first))
                rest = rest.dropFirst()
            }
        }
        return pieces
    }

    /// How far what follows a break is moved in: as far as the second column, if there is one in the
    /// left half of the screen, else as far as the line itself.
    private static func indentation(of line: String, _ columns: Int) -> Int {
        let plain = Array(Style.stripped(line))
        let lead = plain.prefix { $0 == " " }.count
        guard lead < columns / 2 else { return 0 }
        guard lead > 0 else { return 0 }
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
