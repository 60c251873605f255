import TroveModel
import TroveTerminal

/// Items in two lines each, for a terminal that is too narrow for a table: the number and the
/// title, then the most important values. Columns that the user has chosen take as many lines as
/// they need.
struct ItemPairs {
    private let items: ListedItems
    /// The columns of the terminal.
    private let width: Int
    private var numberWidth = 0
    /// Whether a mark shows that an item is lent: the borrower may not fit.
    private let showsLoans: Bool
    /// The fields below the title, the most important first.
    private let fields: [FieldIndex]

    /// The width below which items take two lines.
    static let widestTerminal = 50
    /// The text between two values.
    private static let separator: TerminalText = " · "
    /// The minimum width of a truncated value, unless it is the only one.
    private static let narrowestValue = 12
    /// The same for the name of a borrower in a list of loans.
    static let narrowestName = 6

    init(_ items: ListedItems, width: Int) {
        self.items = items
        self.width = width
        fields = items.fields.filter { $0 != Kind.titleIndex }
            .sorted { items.rank(of: $0) < items.rank(of: $1) }
        // The name of the borrower may be cut or hidden.
        showsLoans = items.hasLoanMarks
        items.listing.forEachRow(of: items.section) { row in
            numberWidth = max(numberWidth, items.number(row, showsLoans: showsLoans).width)
        }
    }

    /// Writes the items, and the notes below them.
    func write(into bytes: inout [UInt8]) {
        let style = items.context.style
        let room = max(1, width - numberWidth - TableColumn.gap.width)
        let indent = TerminalText(repeating: " ", count: width - room)
        var (shown, hidden): (Set<FieldIndex>, Set<FieldIndex>) = ([], [])
        items.listing.forEachRow(of: items.section) { row in
            let number = items.number(row, showsLoans: showsLoans)
                .padded(to: numberWidth, alignment: .trailing)
            let title = items.text(Kind.titleIndex, at: row) ?? ""
            bytes.append(
                style(.number, number) + TableColumn.gap + title.truncated(to: room) + "\n")
            for line in lines(at: row, room: room, &shown, &hidden) {
                bytes.append(indent + line + "\n")
            }
        }
        items.writeNotes(
            showsLoans: showsLoans, hidden: hidden.subtracting(shown),
            partlyHidden: hidden.intersection(shown), into: &bytes)
    }

    /// Returns the lines with the values of an item that fit, whose fields it adds to `shown`. It
    /// adds the fields of the others to `hidden`.
    private func lines(
        at row: RowIndex, room: Int, _ shown: inout Set<FieldIndex>,
        _ hidden: inout Set<FieldIndex>
    ) -> [TerminalText] {
        let style = items.context.style
        let areChosen = items.listing.hasChosenColumns && items.listing.takesColumns
        var lines: [TerminalText] = []
        var line: TerminalText = ""
        var rest = room
        var isFull = false
        for field in fields {
            guard var text = items.text(field, at: row) else { continue }
            let name: TerminalText =
                label(of: field).map { "\($0.truncated(to: max(1, room - Self.narrowestValue))) " }
                ?? ""
            let whole = Self.separator.width + name.width + text.width
            if areChosen, !line.isEmpty, whole > rest {
                lines.append(line)
                (line, rest) = ("", room)
            }
            let before = line.isEmpty ? 0 : Self.separator.width
            let left = rest - before - name.width
            let isBorrower = field == items.loans.borrower
            if isBorrower, text.width > left {
                text = items.borrower(at: row, columns: left) ?? text
            }
            let isWhole = text.width <= left
            let narrowest =
                isBorrower && items.areLoans ? Self.narrowestName : Self.narrowestValue
            let canShrink = !items.kind.fields[field].isNumber && left >= narrowest
            // A less important value does not take the place of one that does not fit.
            isFull = isFull || !(isWhole || canShrink || line.isEmpty)
            guard !isFull else {
                hidden.insert(field)
                continue
            }
            shown.insert(field)
            let value = text.truncated(to: left)
            if !line.isEmpty { line += style(.faint, Self.separator) }
            line += style(.faint, name)
            line += items.role(field, at: row).map { style($0, value) } ?? value
            rest -= before + name.width + value.width
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Returns the name that stands before a value; nil if the value says what it is.
    private func label(of index: FieldIndex) -> TerminalText? {
        let field = items.kind.fields[index]
        switch field.content {
        case .ladder, .choice, .month: return nil
        case .text, .isbn, .integer, .decimal, .date, .set:
            let isPerson = field.role == .creator || items.areLoans && field.role == .borrower
            return isPerson ? nil : TerminalText(field.name)
        }
    }
}
