import TroveModel
import TroveStore
import TroveTerminal

/// Tables as GitHub's Markdown has them, under a heading for each kind.
struct MarkdownFormat: ListingFormat {
    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        for (index, section) in listing.sections.enumerated() {
            if index > 0 { bytes.append("\n") }
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns
                ? section.columns
                : section.columns.filter { table.hasValue($0, in: section.rows) }
            bytes.append("## \(listing.heading(of: section))\n\n")
            write(["#"] + fields.map { table.kind.fields[$0].name }, into: &bytes)
            let rules = fields.map { table.kind.fields[$0].isNumber ? "--:" : "---" }
            bytes.append("| --: | " + rules.joined(separator: " | ") + " |\n")
            listing.forEachRow(of: section) { row in
                write(
                    ["\(table.number(at: row))"]
                        + fields.map { field in
                            table.value(field, at: row).map(table.kind.fields[field].shown) ?? ""
                        }, into: &bytes)
            }
        }
    }

    func write(
        _ items: [Item], of kinds: Kinds, marks: [Int: SyncMark], into bytes: inout [UInt8]
    ) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append("\n") }
            let kind = kinds[item.kind]
            bytes.append("## \(Self.escaped(Message.name(of: item, kind)))\n\n")
            for (field, value) in zip(kind.fields, item.values).dropFirst() {
                guard let value else { continue }
                bytes.append("- \(field.name): \(Self.escaped(field.shown(value)))\n")
            }
        }
    }

    private func write(_ cells: [String], into bytes: inout [UInt8]) {
        bytes.append("| " + cells.map(Self.escaped).joined(separator: " | ") + " |\n")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in TextFitting.visible(text) {
            if "|\\`*_<[".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return escaped
    }
}
