/// A picture as it is written to a terminal.
package enum DrawnPicture: Sendable {
    /// Rows of text and colors.
    case rows([TerminalText])
    /// A sequence that draws the picture at the cursor, within `rows` rows.
    case graphic(TerminalText, rows: Int)

    /// The picture on lines of its own, each with its line end.
    package var lines: TerminalText {
        switch self {
        case .rows(let rows): rows.map { $0 + "\n" }.joined()
        case .graphic(let sequence, let rows):
            Self.reserving(rows) + Self.placed(sequence, atColumn: 0) + Self.below(rows)
        }
    }

    // The rows are written first, so that the screen scrolls before anything is drawn. `ESC 7` and
    // `ESC 8` keep the cursor, which terminals leave in different places after a picture.

    static func isGraphic(_ text: String) -> Bool {
        // Comparing bytes instead of characters takes little time for a long text.
        zip(text.utf8, text.utf8.dropFirst()).contains { $0 == 0x1B && $1 == UInt8(ascii: "7") }
    }

    /// Returns empty rows, with the cursor in the first one.
    static func reserving(_ rows: Int) -> TerminalText {
        TerminalText(repeating: "\n", count: rows) + up(rows)
    }

    /// Returns what moves the cursor up to the first of the rows above it.
    static func up(_ rows: Int) -> TerminalText {
        TerminalText(trusted: "\u{1B}[\(max(1, rows))A\r")
    }

    /// Returns what draws a sequence at a column, with the cursor in the first column before and
    /// after.
    static func placed(_ sequence: TerminalText, atColumn column: Int) -> TerminalText {
        let right = column > 0 ? "\u{1B}[\(column)C" : ""
        return TerminalText(trusted: "\(right)\u{1B}7\(sequence)\u{1B}8\r")
    }

    /// Returns what moves the cursor down to the row below the rows.
    static func below(_ rows: Int) -> TerminalText {
        TerminalText(trusted: "\u{1B}[\(max(1, rows))B\r")
    }
}
