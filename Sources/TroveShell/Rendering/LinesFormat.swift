import TroveModel
import TroveStore
import TroveTerminal

/// A field on each line, a blank line between two things.
struct LinesFormat: ListingFormat {
    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        var isFirst = true
        for section in listing.sections {
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : Array(table.kind.fields.indices)
            listing.forEachRow(of: section) { row in
                write(
                    number: table.number(at: row), kind: table.kind,
                    fields: fields.map { ($0, table.value($0, at: row)) }, &isFirst, into: &bytes)
            }
        }
    }

    func write(
        _ items: [Item], of kinds: Kinds, marks: [Int: SyncMark], into bytes: inout [UInt8]
    ) {
        var isFirst = true
        for item in items {
            let fields = item.values.indices.map { ($0, item.values[$0]) }
            write(
                number: item.number, kind: kinds[item.kind], fields: fields, &isFirst, into: &bytes)
        }
    }

    private func write(
        number: Int, kind: Kind, fields: [(Int, Value?)], _ isFirst: inout Bool,
        into bytes: inout [UInt8]
    ) {
        if !isFirst { bytes.append("\n") }
        isFirst = false
        bytes.append("number: \(number)\nkind: \(kind.name)\n")
        for (field, value) in fields {
            guard let value else { continue }
            let field = kind.fields[field]
            bytes.append("\(field.name): \(TextFitting.visible(field.shown(value)))\n")
        }
    }
}
