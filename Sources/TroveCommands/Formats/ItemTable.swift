import TroveModel
import TroveTerminal

/// Items in rows and columns, fitted to the terminal.
struct ItemTable {
    private let items: ListedItems
    /// The columns of the number and of all fields.
    private var columns: [TableColumn] = []
    /// The positions in `columns` of those to show; the number is always the first.
    private var shown: [Int] = []
    /// Whether a mark shows that an item is lent.
    private var showsLoans = false

    init(_ items: ListedItems) {
        self.items = items
        let borrower = items.loans.borrower
        showsLoans = items.hasLoans && !(borrower.map(items.fields.contains) ?? false)
        fit()
        // If the column of the borrower does not fit, a mark shows that the item is lent.
        if !showsLoans, items.hasLoans, !shownFields.contains(where: { $0 == borrower }) {
            showsLoans = true
            fit()
        }
    }

    // MARK: Measuring and fitting

    private mutating func fit() {
        columns = measured()
        shown = TableColumn.fit(&columns, to: items.context.width)
    }

    /// Returns the columns as wide as their texts: the number, then the fields.
    private func measured() -> [TableColumn] {
        var columns = [TableColumn(title: "#", isNumber: true)]
        columns += items.fields.map { index in
            let field = items.kind.fields[index]
            return TableColumn(
                title: TerminalText(field.name), isNumber: field.isNumber,
                rank: items.rank(of: index),
                narrowest: index == Kind.titleIndex
                    ? TableColumn.narrowestTitle : field.narrowestColumn)
        }
        items.listing.forEachRow(of: items.section) { row in
            columns[0].widen(to: items.number(row, showsLoans: showsLoans))
            for (index, field) in items.fields.enumerated() {
                columns[index + 1].widen(to: items.text(field, at: row) ?? "")
            }
        }
        return columns
    }

    private var shownFields: [FieldIndex] { shown.dropFirst().map { items.fields[$0 - 1] } }

    // MARK: Drawing

    /// Writes the names of the columns, the rows, and the notes below them.
    func write(into bytes: inout [UInt8]) {
        let style = items.context.style
        let cells = shown.dropFirst().map { (column: columns[$0], field: items.fields[$0 - 1]) }
        bytes.append(
            TableColumn.line(shown.map { columns[$0].fitted(columns[$0].title, style, .faint) }))
        items.listing.forEachRow(of: items.section) { row in
            let start = bytes.count
            let number = items.number(row, showsLoans: showsLoans)
            bytes.append(style(.number, columns[0].fitted(number)))
            for cell in cells {
                bytes.append(TableColumn.gap)
                let text = items.text(cell.field, at: row, columns: cell.column.width)
                cell.column.append(
                    text ?? "", style, items.role(cell.field, at: row), to: &bytes)
            }
            while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
            bytes.append(UInt8(ascii: "\n"))
        }
        items.writeNotes(
            showsLoans: showsLoans, hidden: Set(items.fields).subtracting(shownFields),
            into: &bytes)
    }
}

extension Field {
    /// The width to which a column of the field may be truncated; nil if its texts stay whole.
    fileprivate var narrowestColumn: Int? {
        switch content {
        case .text: 14
        case .set: 10
        case .choice: 8
        case .isbn, .integer, .decimal, .date, .month, .ladder: nil
        }
    }
}
