import TroveModel
import TroveSQLite
import TroveWire

/// An entry on its way to a page: its fields stay the text that they are in the file.
struct PageRow {
    let version: Version
    let id: ItemID
    let kind: String
    let isDeleted: Bool
    let fields: String
    /// The number of the device that made the last change.
    let device: Int

    /// From the columns `ver, id, kind, deleted, fields, device`.
    init(_ statement: Statement) {
        version = statement.version(0)
        let words = statement.words(1) ?? (0, 0)
        id = ItemID(high: words.high, low: words.low)
        kind = statement.text(2) ?? ""
        isDeleted = statement.integer(3) != 0
        fields = isDeleted ? "" : statement.text(4) ?? "{}"
        device = statement.integer(5)
    }

    /// About how many bytes it takes on a page.
    var size: Int { fields.utf8.count + kind.utf8.count + 120 }
}

extension [PageRow] {
    /// Appends the entries as elements, with what the devices are called, by their numbers.
    func append(to writer: inout WireWriter, names: [Int: String]) {
        for row in self {
            Entry.append(
                to: &writer, kind: row.kind, id: row.id, version: row.version,
                fields: row.isDeleted ? nil : row.fields, by: names[row.device] ?? "")
        }
    }
}

extension UserScope {
    /// What the devices are called that changed the entries of a page last.
    func deviceNames(for rows: [PageRow]) throws(SQLiteError) -> [Int: String] {
        var names: [Int: String] = [:]
        for row in rows where names[row.device] == nil {
            names[row.device] = try nameOfDevice(row.device)
        }
        return names
    }
}
