/// Wraps a line that is wider than the screen.
///
/// Continuation rows align with the beginning of the line, or with the second column of a
/// two-column line such as `  name    description`.
enum LineWrapping {
    /// Returns the line in rows of at most `columns`, broken at spaces and beside wide characters
    /// where possible. Colors continue across a break. Only a character wider than `columns` makes
    /// a wider row.
    static func wrap(_ line: String, to columns: Int) -> String {
        let indent = indentation(of: line, columns)
        var rows: [String] = []
        var row = ""
        var width = 0
        // The width of the row's indentation.
        var start = 0
        // The row up to its last place for a break, and what has followed.
        var beforeBreak: String?
        var sinceBreak = ""
        var widthSinceBreak = 0
        var previous: Character = " "
        for piece in pieces(of: line) {
            let isBlank = piece == " "
            let pieceWidth = piece.hasPrefix("\u{1B}") ? 0 : piece.first.map(DisplayWidth.of) ?? 0
            if pieceWidth > 0, let next = piece.first {
                if mayBreak(between: previous, next) {
                    (beforeBreak, sinceBreak, widthSinceBreak) = (row, "", 0)
                }
                previous = next
            }
            // Breaks twice where the word alone is wider than an indented row. A character that is
            // wider than the screen has a row to itself.
            while width + pieceWidth > columns, width > start, !isBlank || width > columns {
                start = indent
                if let kept = beforeBreak, !kept.allSatisfy({ $0 == " " }) {
                    rows.append(kept)
                    row = String(repeating: " ", count: indent) + sinceBreak
                    width = indent + widthSinceBreak
                } else {
                    rows.append(row)
                    row = String(repeating: " ", count: indent)
                    width = indent
                }
                beforeBreak = nil
                sinceBreak = ""
                widthSinceBreak = 0
            }
            if isBlank {
                // A run of spaces: the row ends before the first one.
                if beforeBreak == nil || !sinceBreak.isEmpty { beforeBreak = row }
                sinceBreak = ""
                widthSinceBreak = 0
            } else {
                sinceBreak += piece
                widthSinceBreak += pieceWidth
            }
            row += piece
            width += pieceWidth
        }
        return (rows + [row]).joined(separator: "\n")
    }

    /// Punctuation that does not begin a row, and that does not end one.
    private static let closing = Set<Character>(
        "、。，．：；！？）］｝〉》」』】〕…‥ー・々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?)]}'\"’”»%")
    private static let opening = Set<Character>("（［｛〈《「『【〔([{'\"‘“«")

    /// Whether a row may end between two characters that no space separates: beside a wide one,
    /// since Chinese and Japanese have no spaces.
    private static func mayBreak(between first: Character, _ second: Character) -> Bool {
        (DisplayWidth.of(first) > 1 || DisplayWidth.of(second) > 1)
            && first != " " && second != " "
            && !opening.contains(first) && !closing.contains(second)
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
