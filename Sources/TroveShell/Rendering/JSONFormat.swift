import TroveCodecs
import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// One JSON array, or with `isLines` one object on each line.
struct JSONFormat: ListingFormat {
    let isLines: Bool

    func write(_ listing: Listing, into bytes: inout [UInt8]) {
        var array = JSONArray(isLines: isLines)
        for section in listing.sections {
            let table = listing.catalog.tables[section.kind]
            let fields =
                listing.hasChosenColumns ? section.columns : Array(table.kind.fields.indices)
            listing.forEachRow(of: section) { row in
                var json = JSONText()
                json.begin(number: table.number(at: row), id: table.id(at: row), table.kind)
                for field in fields {
                    json.append(table.kind.fields[field].name, table.value(field, at: row))
                }
                json.append(listing.marks[table.number(at: row)])
                json.append("}")
                array.append(json, into: &bytes)
            }
        }
        array.finish(into: &bytes)
    }

    func write(
        _ items: [Item], of kinds: Kinds, marks: [Int: SyncMark], into bytes: inout [UInt8]
    ) {
        var array = JSONArray(isLines: isLines)
        for item in items {
            array.append(JSONText(item, kinds[item.kind], marks[item.number]), into: &bytes)
        }
        array.finish(into: &bytes)
    }
}

extension JSONText {
    /// A thing as an object, with all its fields.
    init(_ item: Item, _ kind: Kind, _ mark: SyncMark? = nil) {
        self.init()
        begin(number: item.number, id: item.id, kind)
        for (index, field) in kind.fields.enumerated() { append(field.name, item.values[index]) }
        append(mark)
        append("}")
    }

    /// What is to be said of a thing that the server does not have so.
    mutating func append(_ mark: SyncMark?) {
        guard let mark else { return }
        append(",\"sync\":")
        append(string: Message.word(mark).rendered)
    }
}
