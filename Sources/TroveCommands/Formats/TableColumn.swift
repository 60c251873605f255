import TroveTerminal

/// A column of a table on the screen.
struct TableColumn {
    let title: TerminalText
    /// Whether the texts are right-aligned.
    let isNumber: Bool
    /// The width in terminal columns.
    private(set) var width: Int

    /// The text between two columns.
    static let gap: TerminalText = "  "
    /// The minimum width of a column. If all columns are that narrow, the last ones are omitted.
    private static let narrowest = 5

    init(title: TerminalText, isNumber: Bool = false) {
        self.title = title
        self.isNumber = isNumber
        width = title.width
    }

    /// Widens the column to the width of a text.
    mutating func widen(to text: TerminalText) {
        width = max(width, text.width)
    }

    /// Returns a text, truncated or padded to the width of the column.
    func fitted(_ text: TerminalText) -> TerminalText {
        text.truncated(to: width).padded(to: width, alignment: isNumber ? .trailing : .leading)
    }

    /// Returns a text fitted to the column, in the style of a role. The padding has no style.
    func fitted(_ text: TerminalText, _ style: Style, _ role: Style.Role) -> TerminalText {
        style(role, text.truncated(to: width))
            .padded(to: width, alignment: isNumber ? .trailing : .leading)
    }

    /// Returns a row of fitted texts, with the line end.
    static func line(_ cells: [TerminalText]) -> TerminalText {
        cells.joined(separator: gap).trimmedAtEnd + "\n"
    }

    /// Narrows the widest columns until all fit, then removes columns from the right, but never the
    /// first two.
    static func fit(_ columns: inout [TableColumn], to width: Int?) {
        guard let width else { return }
        func total() -> Int {
            columns.reduce(0) { $0 + $1.width } + gap.width * (columns.count - 1)
        }
        while total() > width {
            let widest = columns.indices.filter { !columns[$0].isNumber }
                .max { columns[$0].width < columns[$1].width }
            if let widest, columns[widest].width > narrowest {
                columns[widest].width -= 1
            } else if columns.count > 2 {
                columns.removeLast()
            } else {
                return
            }
        }
    }
}
