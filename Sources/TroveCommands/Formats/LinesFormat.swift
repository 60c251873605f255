import TroveModel
import TroveStore
import TroveTerminal

/// A field on each line, with a blank line between two items. In plain mode it also writes the text
/// that a table shows around the items, which a script does not want.
struct LinesFormat: TextFormat {
    static let name = "lines"
    static let summary = "a line for each field; the default in plain mode"
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

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        guard !context.isPlain || !listing.isEmpty else {
            write(listing.nothing, into: &bytes)
            return
        }
        var isFirst = true
        for section in listing.sections {
            if context.isPlain {
                if !isFirst { bytes.append("\n") }
                isFirst = true
                bytes.append(context.fitted(listing.heading(of: section)) + "\n")
            }
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : table.kind.shownIndices
            let loans = LoanText(of: table.kind, today: context.today)
            // The borrower is shown even if it is not a chosen column.
            let shown = fields + (loans.borrower.map { fields.contains($0) ? [] : [$0] } ?? [])
            listing.forEachRow(of: section) { row in
                write(
                    number: table.number(at: row), table.kind, shown, loans,
                    { table.value($0, at: row) }, listing.marks, &isFirst, into: &bytes)
            }
        }
        if context.isPlain, let summary = listing.summary { write(summary, into: &bytes) }
    }

    func write(
        _ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]
    ) {
        var isFirst = true
        for item in items {
            let kind = context.kinds[item.kind]
            write(
                number: item.number, kind, kind.shownIndices,
                LoanText(of: kind, today: context.today), { item.values[$0] }, marks, &isFirst,
                into: &bytes)
        }
    }

    private func write(
        number: ItemNumber, _ kind: Kind, _ fields: [FieldIndex], _ loans: LoanText,
        _ value: (FieldIndex) -> Value?, _ marks: [ItemNumber: SyncMark],
        _ isFirst: inout Bool, into bytes: inout [UInt8]
    ) {
        if !isFirst { bytes.append("\n") }
        isFirst = false
        bytes.append("number: \(number)\nkind: \(kind.name)\n")
        for field in fields {
            guard var text = loans.text(field, value) else { continue }
            if context.isPlain, let share = share(of: field, kind, value) { text += " (\(share))" }
            let head: TerminalText = "\(kind.fields[field].name): "
            if context.isPlain, context.isForTerminal {
                if case .text(let lines)? = value(field), lines.contains(where: \.isNewline) {
                    text = FieldText.paragraphs(lines)
                }
                bytes.append(FieldText.lines(head, text, width: context.width))
            } else {
                bytes.append("\(head)\(text)\n")
            }
        }
        if context.isPlain, let mark = marks[number] {
            bytes.append("\(Message.meaning(of: mark))\n")
        }
    }

    /// Returns the share of an item that is finished, if the field is its progress; else nil.
    private func share(
        of field: FieldIndex, _ kind: Kind, _ value: (FieldIndex) -> Value?
    ) -> TerminalText? {
        guard let progress = kind.progress, progress.current == field,
            case .integer(let page)? = value(field),
            case .integer(let total)? = value(progress.total)
        else { return nil }
        return ProgressText.bar(page, of: total, isPlain: true)
    }
}
