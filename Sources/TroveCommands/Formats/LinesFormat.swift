import TroveModel
import TroveStore
import TroveTerminal

/// A field on each line, with a blank line between two items.
struct LinesFormat: TextFormat {
    static let name = "lines"
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
        var isFirst = true
        for section in listing.sections {
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : table.kind.shownIndices
            let loans = LoanText(of: table.kind, today: context.today)
            // The borrower is shown even if it is not a chosen column.
            let shown = fields + (loans.borrower.map { fields.contains($0) ? [] : [$0] } ?? [])
            listing.forEachRow(of: section) { row in
                write(
                    number: table.number(at: row), table.kind, shown, loans,
                    { table.value($0, at: row) }, &isFirst, into: &bytes)
            }
        }
    }

    func write(
        _ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]
    ) {
        var isFirst = true
        for item in items {
            let kind = context.kinds[item.kind]
            write(
                number: item.number, kind, kind.shownIndices,
                LoanText(of: kind, today: context.today), { item.values[$0] }, &isFirst,
                into: &bytes)
        }
    }

    private func write(
        number: ItemNumber, _ kind: Kind, _ fields: [FieldIndex], _ loans: LoanText,
        _ value: (FieldIndex) -> Value?,
        _ isFirst: inout Bool, into bytes: inout [UInt8]
    ) {
        if !isFirst { bytes.append("\n") }
        isFirst = false
        bytes.append("number: \(number)\nkind: \(kind.name)\n")
        for field in fields {
            guard let text = loans.text(field, value) else { continue }
            bytes.append("\(kind.fields[field].name): \(text)\n")
        }
    }
}
