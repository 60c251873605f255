import TroveModel
import TroveStore
import TroveTerminal

/// The items of one kind in a listing for users, with what every layout needs: the fields to show,
/// the marks beside the numbers, and the lines below the items.
struct ListedItems {
    let listing: Listing
    let section: Listing.Section
    let context: OutputContext
    let table: Table
    let cells: ValueDisplay
    let loans: LoanText
    /// The fields to show, in order: without those that no item has, unless the user chose them.
    let fields: [FieldIndex]
    /// Whether an item differs from the server's.
    private let isMarked: Bool
    let hasLoans: Bool

    init(_ section: Listing.Section, of listing: Listing, _ context: OutputContext) {
        self.listing = listing
        self.section = section
        self.context = context
        let table = listing.catalog.tables[section.kind]
        self.table = table
        cells = ValueDisplay(of: table.kind, today: context.today)
        loans = LoanText(of: table.kind, today: context.today)
        fields =
            listing.hasChosenColumns
            ? section.columns : section.columns.filter { table.hasValue($0, in: section.rows) }
        isMarked =
            !listing.marks.isEmpty
            && section.rows.contains { listing.marks[table.number(at: $0)] != nil }
        hasLoans = loans.borrower.map { table.hasValue($0, in: section.rows) } ?? false
    }

    var kind: Kind { table.kind }

    /// The importance of a field, where 0 is the most important: that of the kind, after the
    /// fields that the query asks about, or the order in which the user chose the fields. In a list
    /// of loans, the day on which an item is due comes first.
    func rank(of field: FieldIndex) -> Int {
        if field == Kind.titleIndex { return 0 }
        if areLoans, kind.fields[field].role == .due { return 1 }
        if listing.hasChosenColumns, listing.takesColumns {
            return fields.firstIndex(of: field) ?? kind.fields.count
        }
        if let place = section.asked.firstIndex(of: field) { return 1 + place }
        return section.asked.count + (kind.fields[field].rank ?? kind.fields.count)
    }

    /// Whether the items are listed because they are lent.
    var areLoans: Bool {
        listing.hasChosenColumns && !listing.takesColumns
            && loans.borrower.map(fields.contains) ?? false
    }

    /// Returns the text of a field in a row; on a terminal, folded to one line.
    func text(_ field: FieldIndex, at row: RowIndex) -> TerminalText? {
        context.width == nil
            ? cells.text(field) { table.value($0, at: row) }
            : cells.folded(field) { table.value($0, at: row) }
    }

    /// Returns the text of a field for a width in columns. Only the text of a borrower whose loan
    /// is overdue is cut: the name, not the note after it.
    func text(_ field: FieldIndex, at row: RowIndex, columns: Int) -> TerminalText? {
        guard let text = text(field, at: row) else { return nil }
        let isFitting = field != loans.borrower || text.width <= columns
        guard !isFitting, loans.isOverdue(field, { table.value($0, at: row) }) else { return text }
        let note = Message.overdueNote
        return text.truncated(to: max(1, columns - note.width)) + note
    }

    /// Returns the borrower of a row whose text is too long. The note that the loan is overdue is
    /// added only if there is room, because the mark beside the number shows it, too.
    func borrower(at row: RowIndex, columns: Int) -> TerminalText? {
        guard let field = loans.borrower, let value = table.value(field, at: row) else {
            return nil
        }
        if columns - Message.overdueNote.width >= ItemPairs.narrowestName {
            return text(field, at: row, columns: columns)
        }
        return TerminalText(kind.fields[field].shown(value))
    }

    var hasLoanMarks: Bool { hasLoans && section.rows.contains { loanMark(of: $0) != nil } }

    /// Returns the mark of a row whose item is lent; in a list of loans, only if it is overdue.
    private func loanMark(of row: RowIndex) -> LoanText.Mark? {
        let mark = loans.mark { table.value($0, at: row) }
        return areLoans && mark == .lent ? nil : mark
    }

    /// Returns the look of a value; nil for plain text, as in output without colors.
    func role(_ field: FieldIndex, at row: RowIndex) -> Style.Role? {
        context.style.isEnabled ? cells.role(field) { table.value($0, at: row) } : nil
    }

    /// Returns the number of an item with its marks, or room for them.
    func number(_ row: RowIndex, showsLoans: Bool) -> TerminalText {
        let number = table.number(at: row)
        var text = TerminalText(number.rawValue)
        if isMarked { text += " " + (listing.marks[number].map { Message.mark($0) } ?? " ") }
        if showsLoans {
            text += " " + (loanMark(of: row).map(Message.mark) ?? " ")
        }
        return text
    }

    // MARK: Below the items

    /// Writes the meaning of the marks, and the names of the fields that are not shown.
    func writeNotes(
        showsLoans: Bool, hidden: Set<FieldIndex>, partlyHidden: Set<FieldIndex> = [],
        into bytes: inout [UInt8]
    ) {
        var marks: Set<SyncMark> = []
        var loanMarks: Set<LoanText.Mark> = []
        if isMarked || showsLoans {
            listing.forEachRow(of: section) { row in
                if let mark = listing.marks[table.number(at: row)] { marks.insert(mark) }
                guard showsLoans else { return }
                if let mark = loanMark(of: row) { loanMarks.insert(mark) }
            }
        }
        for mark in marks.sorted() {
            bytes.append(context.style(.faint, context.fitted(Message.legend(of: mark))) + "\n")
        }
        for mark in LoanText.Mark.allCases where loanMarks.contains(mark) {
            let role = mark == .overdue ? Style.Role.overdue : .faint
            let legend = areLoans ? Message.overdueLegend : Message.legend(of: mark)
            bytes.append(context.style(role, context.fitted(legend)) + "\n")
        }
        // Columns that were chosen may be empty.
        let missing = hidden.filter {
            !listing.hasChosenColumns || table.hasValue($0, in: section.rows)
        }
        func names(_ chosen: Set<FieldIndex>) -> [String] {
            fields.filter(chosen.contains).map { kind.fields[$0].name }
        }
        let all = missing.union(partlyHidden)
        guard !all.isEmpty, let first = section.rows.first else { return }
        let title = kind.fields[Kind.titleIndex].name
        let columns = Message.columns([title] + names(all.subtracting([Kind.titleIndex])))
        // A word that is broken between two rows cannot be copied.
        let isProposed = listing.takesColumns && columns.width <= context.width ?? .max
        let remedy = isProposed ? columns : Message.showsAll(table.number(at: first))
        let note = Message.hidden(names(missing), partly: names(partlyHidden), remedy)
        bytes.append(context.style(.faint, context.fitted(note)) + "\n")
    }
}
