import TroveModel
import TroveStore
import TroveTerminal

/// Tables in GitHub's Markdown, under a heading for each kind.
struct MarkdownFormat: TextFormat {
    static let name = "markdown"
    static let summary = "tables for a document"
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        for (index, section) in listing.sections.enumerated() {
            if index > 0 { bytes.append(markdown: "\n") }
            bytes.append(markdown: "## \(listing.heading(of: section))\n\n")
            write(section, of: listing, into: &bytes)
        }
    }

    private func write(
        _ section: Listing.Section, of listing: Listing, into bytes: inout [UInt8]
    ) {
        let table = listing.catalog.tables[section.kind]
        let fields =
            listing.hasChosenColumns
            ? section.columns : section.columns.filter { table.hasValue($0, in: section.rows) }
        bytes.append(
            markdown: .row(
                ["#"] + fields.map { MarkdownText(TerminalText(table.kind.fields[$0].name)) }))
        bytes.append(
            markdown: .row(
                ["--:"] + fields.map { table.kind.fields[$0].isNumber ? "--:" : "---" }))
        let loans = LoanText(of: table.kind, today: context.today)
        let showsBorrower = loans.borrower.map(fields.contains) ?? true
        var marks: Set<LoanText.Mark> = []
        listing.forEachRow(of: section) { row in
            let value = { table.value($0, at: row) }
            var number = TerminalText(table.number(at: row).rawValue)
            if !showsBorrower, let mark = loans.mark(value) {
                number += " " + Message.mark(mark)
                marks.insert(mark)
            }
            bytes.append(
                markdown: .row(
                    [MarkdownText(number)]
                        + fields.map { MarkdownText(loans.text($0, value) ?? "") }))
        }
        for mark in LoanText.Mark.allCases where marks.contains(mark) {
            bytes.append(markdown: "\n\(message: Message.legend(of: mark))\n")
        }
    }

    func write(_ items: [Item], marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(markdown: "\n") }
            let kind = context.kinds[item.kind]
            bytes.append(markdown: "## \(Message.name(of: item, kind))\n\n")
            let loans = LoanText(of: kind, today: context.today)
            for field in kind.shownIndices.dropFirst() {
                guard let text = loans.text(field, { item.values[$0] }) else { continue }
                let name = TerminalText(kind.fields[field].name)
                bytes.append(markdown: "- \(name): \(text)\n")
            }
        }
    }

    func write(_ snapshots: [Snapshot], into bytes: inout [UInt8]) {
        write(Report(snapshots), into: &bytes)
    }

    func write(
        log: [LoggedCommand], total: Int, arguments: String, into bytes: inout [UInt8]
    ) {
        write(Report(log.map(\.record), context.kinds, isForUsers: true), into: &bytes)
    }

    func write(differences: [ChangeReport], since place: String, into bytes: inout [UInt8]) {
        write(Report(differences, context.kinds, isForUsers: true), into: &bytes)
    }

    func write(_ results: ResultListing, into bytes: inout [UInt8]) {
        write(results.report, into: &bytes)
        bytes.append(markdown: "\n")
        write(Message.footer(of: results), into: &bytes)
    }

    func write(_ report: Report, into bytes: inout [UInt8]) {
        guard !report.columns.isEmpty else { return write(report.nothing, into: &bytes) }
        bytes.append(markdown: .row(report.columns.map { MarkdownText(TerminalText($0)) }))
        bytes.append(markdown: .row(report.columns.map { _ in "---" }))
        for row in report.rows {
            bytes.append(markdown: .row(row.map { MarkdownText(TerminalText($0.shown)) }))
        }
    }
}
