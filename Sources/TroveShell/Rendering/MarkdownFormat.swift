import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// Tables as GitHub's Markdown has them, under a heading for each kind.
struct MarkdownFormat: ListingFormat {
    /// The day that decides what is overdue.
    let today: PartialDate

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        for (index, section) in listing.sections.enumerated() {
            if index > 0 { bytes.append("\n") }
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns
                ? section.columns
                : section.columns.filter { table.hasValue($0, in: section.rows) }
            bytes.append("## \(listing.heading(of: section))\n\n")
            write(["#"] + fields.map { TerminalText(table.kind.fields[$0].name) }, into: &bytes)
            let rules: [TerminalText] = fields.map {
                table.kind.fields[$0].isNumber ? "--:" : "---"
            }
            bytes.append("| --: | " + rules.joined(separator: " | ") + " |\n")
            let loans = LoanText(of: table.kind, today: today)
            let showsBorrower = loans.borrower.map(fields.contains) ?? true
            var marks: Set<LoanText.Mark> = []
            listing.forEachRow(of: section) { row in
                let value = { table.value($0, at: row) }
                var number = TerminalText(table.number(at: row).rawValue)
                if !showsBorrower, let mark = loans.mark(value) {
                    number += " " + Message.mark(mark)
                    marks.insert(mark)
                }
                write([number] + fields.map { loans.text($0, value) ?? "" }, into: &bytes)
            }
            for mark in LoanText.Mark.allCases where marks.contains(mark) {
                bytes.append("\n\(Message.legend(of: mark))\n")
            }
        }
    }

    func write(
        _ items: [Item], of kinds: Kinds, marks: [ItemNumber: SyncMark], into bytes: inout [UInt8]
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append("\n") }
            let kind = kinds[item.kind]
            bytes.append("## \(Self.escaped(Message.name(of: item, kind)))\n\n")
            let loans = LoanText(of: kind, today: today)
            for field in kind.fieldIndices.dropFirst() {
                guard let text = loans.text(field, { item.values[$0] }) else { continue }
                bytes.append("- \(kind.fields[field].name): \(Self.escaped(text))\n")
            }
        }
    }

    private func write(_ cells: [TerminalText], into bytes: inout [UInt8]) {
        bytes.append("| " + cells.map(Self.escaped).joined(separator: " | ") + " |\n")
    }

    /// Returns a text in which no character has a meaning in Markdown or HTML.
    ///
    /// `&` begins an HTML entity, which could stand for any character, and `~~` strikes text out.
    static func escaped(_ text: TerminalText) -> TerminalText {
        text.escaping(["|", "\\", "`", "*", "_", "<", "[", "&", "~"])
    }
}
