import TroveModel
import TroveWire

/// An entry for a page of changes or a snapshot. Its fields stay the stored JSON text.
struct PageRow {
    let version: Version
    let id: ItemID
    let kind: String
    let isDeleted: Bool
    let fields: String
    /// The row number of the device that made the last change.
    let device: Int

    /// Reads a row with the columns `ver, id, kind, deleted, fields, device`.
    init(_ statement: any StoreStatement) {
        version = statement.version(0)
        let words = statement.words(1) ?? (0, 0)
        id = ItemID(high: words.high, low: words.low)
        kind = statement.text(2) ?? ""
        isDeleted = statement.integer(3) != 0
        fields = isDeleted ? "" : statement.text(4) ?? "{}"
        device = statement.integer(5)
    }

    /// An estimate of its bytes on a page.
    var size: Int { fields.utf8.count + kind.utf8.count + 120 }
}

extension [PageRow] {
    /// Appends the entries as array elements. `names` maps row numbers of devices to their names.
    func append(to writer: inout WireWriter, names: [Int: String]) {
        writer.reserve(reduce(0) { $0 + $1.size })
        for row in self {
            Entry.append(
                to: &writer, kind: row.kind, id: row.id, version: row.version,
                fields: row.isDeleted ? nil : row.fields, by: names[row.device] ?? "")
        }
    }
}

extension UserScope {
    /// Returns the names of the devices that last changed the entries of a page.
    func deviceNames(for rows: [PageRow]) throws(StoreFault) -> [Int: String] {
        var names: [Int: String] = [:]
        for row in rows where names[row.device] == nil {
            names[row.device] = try nameOfDevice(row.device)
        }
        return names
    }
}
