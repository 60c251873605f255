import TroveModel
import TroveStore
import TroveTerminal

/// Aligned columns for users, with a heading and a header row for each kind. Rows are truncated to
/// the width of a terminal, but not in a pipe.
struct TableFormat: TextFormat {
    static let name = "table"
    static let drawsPictures = true
    static let hasHeaders = true
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        ReportText(context).write(report, into: &bytes)
    }

    func write(_ statistics: Statistics, into bytes: inout [UInt8]) {
        StatisticsChart(context).write(statistics, into: &bytes)
    }

    private var style: Style { context.style }
    private var width: Int? { context.width }
    private var today: PartialDate { context.today }

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        guard !listing.isEmpty else {
            write(listing.nothing, into: &bytes)
            return
        }
        for (index, section) in listing.sections.enumerated() {
            if index > 0 { bytes.append("\n") }
            bytes.append(style(.heading, listing.heading(of: section)) + "\n")
            write(section, of: listing, into: &bytes)
        }
        if let summary = listing.summary { bytes.append(summary + "\n") }
    }

    private func write(
        _ section: Listing.Section, of listing: Listing, into bytes: inout [UInt8]
    ) {
        let table = listing.catalog.tables[section.kind]
        let fields =
            listing.hasChosenColumns
            ? section.columns : section.columns.filter { table.hasValue($0, in: section.rows) }
        let loans = LoanText(of: table.kind, today: today)
        var marks: Set<SyncMark> = []
        var loanMarks: Set<LoanText.Mark> = []
        let isMarked =
            !listing.marks.isEmpty
            && section.rows.contains { listing.marks[table.number(at: $0)] != nil }
        var showsLoans =
            loans.borrower.map { !fields.contains($0) && table.hasValue($0, in: section.rows) }
            ?? false
        /// Returns the number with its marks, or room for them.
        func number(_ row: RowIndex) -> TerminalText {
            let number = table.number(at: row)
            var text = TerminalText(number.rawValue)
            if isMarked { text += " " + (listing.marks[number].map { Message.mark($0) } ?? " ") }
            if showsLoans {
                text += " " + (loans.mark { table.value($0, at: row) }.map(Message.mark) ?? " ")
            }
            return text
        }
        func columnsThatFit() -> [TableColumn] {
            var columns = [TableColumn(title: "#", isNumber: true)]
            columns += fields.map { field in
                TableColumn(
                    title: TerminalText(table.kind.fields[field].name),
                    isNumber: table.kind.fields[field].isNumber)
            }
            listing.forEachRow(of: section) { row in
                columns[0].widen(to: number(row))
                for (index, field) in fields.enumerated() {
                    columns[index + 1].widen(
                        to: loans.text(field) { table.value($0, at: row) } ?? "")
                }
            }
            TableColumn.fit(&columns, to: width)
            return columns
        }
        var columns = columnsThatFit()
        // If the column of the borrower does not fit, a mark shows that the item is lent.
        if let borrower = loans.borrower, let place = fields.firstIndex(of: borrower),
            place + 1 >= columns.count, table.hasValue(borrower, in: section.rows)
        {
            showsLoans = true
            columns = columnsThatFit()
        }
        bytes.append(TableColumn.line(columns.map { style(.faint, $0.fitted($0.title)) }))
        listing.forEachRow(of: section) { row in
            let value = { table.value($0, at: row) }
            if let mark = listing.marks[table.number(at: row)] { marks.insert(mark) }
            if showsLoans, let mark = loans.mark(value) { loanMarks.insert(mark) }
            var cells = [style(.number, columns[0].fitted(number(row)))]
            for (column, field) in zip(columns.dropFirst(), fields) {
                let text = loans.text(field, value) ?? ""
                cells.append(
                    loans.isOverdue(field, value)
                        ? column.fitted(text, style, .error) : column.fitted(text))
            }
            bytes.append(TableColumn.line(cells))
        }
        for mark in marks.sorted() {
            bytes.append(style(.faint, Message.legend(of: mark)) + "\n")
        }
        for mark in LoanText.Mark.allCases where loanMarks.contains(mark) {
            let role = mark == .overdue ? Style.Role.error : .faint
            bytes.append(style(role, Message.legend(of: mark)) + "\n")
        }
    }

    // MARK: Details

    func write(
        _ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append("\n") }
            let kind = context.kinds[item.kind]
            bytes.append(
                style(.heading, Message.name(of: item, kind)) + "\n")
            let fields = kind.fieldIndices.filter {
                $0 != Kind.titleIndex && item.values[$0] != nil
            }
            let nameWidth = fields.map { kind.fields[$0].name.count }.max() ?? 0
            for field in fields {
                let name = TerminalText(kind.fields[field].name)
                let padding = TerminalText(repeating: " ", count: nameWidth - name.width)
                let head: TerminalText = "  \(style(.faint, name))\(padding)  "
                bytes.append(
                    FieldText.lines(head, detail(of: item, field, kind), width: width))
            }
            if let mark = marks[item.number] {
                bytes.append("  \(style(.faint, Message.legend(of: mark)))\n")
            }
        }
    }

    /// Returns a value with an explanation: the long name of a state, the share of pages read.
    private func detail(of item: Item, _ field: FieldIndex, _ kind: Kind) -> TerminalText {
        let text =
            item.values[field].map { FieldText.paragraphs(kind.fields[field].shown($0)) }
            ?? Message.shown(nil, kind.fields[field])
        if case .ladder(let ladder) = kind.fields[field].content,
            let rung = ladder.rungs.first(where: { $0.name == text.rendered })
        {
            return "\(text) (\(rung.longName))"
        }
        if let progress = kind.progress, progress.current == field,
            case .integer(let page)? = item.values[field],
            case .integer(let total)? = item.values[progress.total]
        {
            let bar = ProgressText.bar(page, of: total, isPlain: context.isPlain)
            return "\(page)  \(bar)"
        }
        let loans = LoanText(of: kind, today: today)
        if loans.isOverdue(field, { item.values[$0] }) {
            return style(.error, Message.overdue(text))
        }
        return text
    }
}
