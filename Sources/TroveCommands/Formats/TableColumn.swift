import TroveTerminal

/// A column of a table on the screen.
struct TableColumn {
    let title: TerminalText
    /// Whether its texts stand to the right.
    let isNumber: Bool
    /// In cells of the terminal.
    private(set) var width: Int

    /// What stands between two columns.
    static let gap: TerminalText = "  "
    /// No column is made narrower than this to save room; rather, the last ones are left out.
    private static let narrowest = 5

    init(title: TerminalText, isNumber: Bool = false) {
        self.title = title
        self.isNumber = isNumber
        width = title.width
    }

    /// Makes room for a text.
    mutating func widen(to text: TerminalText) {
        width = max(width, text.width)
    }

    /// A text as it stands in the column.
    func fitted(_ text: TerminalText) -> TerminalText {
        text.truncated(to: width).padded(to: width, alignment: isNumber ? .trailing : .leading)
    }

    /// A text as it stands in the column, in the look of a role; the blanks around it have none.
    func fitted(_ text: TerminalText, _ style: Style, _ role: Style.Role) -> TerminalText {
        style(role, text.truncated(to: width))
            .padded(to: width, alignment: isNumber ? .trailing : .leading)
    }

    /// A row of texts that were fitted, with the line end.
    static func line(_ cells: [TerminalText]) -> TerminalText {
        cells.joined(separator: gap).trimmedAtEnd + "\n"
    }

    /// Takes room from the widest columns until all fit, then leaves columns out from the right; the
    /// first two stay.
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
