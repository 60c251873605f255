import TroveModel
import TroveWire

/// The entries of a page of changes or a snapshot. Their fields stay the stored JSON text.
///
/// Rows are read while the connection to the store is taken, and written as JSON afterwards, so
/// reading them only copies.
struct PageEntries: Sendable {
    static let columns: StaticString = "ver, id, kind, deleted, fields, device"

    private struct Row {
        let version: Version
        let id: ItemID
        let kind: String
        let isDeleted: Bool
        /// The number of the device that made the last change.
        let device: Int
        /// Where its fields end in `fields`.
        let end: Int
    }

    private var rows: [Row] = []
    /// The fields of all rows.
    private var fields: [UInt8] = []
    /// The names of the devices.
    private var names: [Int: String] = [:]

    /// An estimate of what an entry takes on a page besides its fields, in bytes.
    private static let frame = 120

    var count: Int { rows.count }
    /// An estimate of the bytes of the page.
    var size: Int { fields.count + Self.frame * rows.count }
    var last: (version: Version, id: ItemID)? { rows.last.map { ($0.version, $0.id) } }

    /// Reads a row with `columns`.
    mutating func append(_ row: any StoreRows) {
        let isDeleted = row.integer(3) != 0
        // A tombstone keeps the fields that the entry had.
        if !isDeleted { row.appendText(4, to: &fields) }
        let words = row.words(1) ?? (0, 0)
        rows.append(
            Row(
                version: row.version(0), id: ItemID(high: words.high, low: words.low),
                kind: row.text(2) ?? "", isDeleted: isDeleted, device: row.integer(5),
                end: fields.count))
    }

    /// Removes the entries of a version, which are the last ones.
    mutating func removeLast(_ version: Version) {
        while rows.last?.version == version { rows.removeLast() }
        fields.removeLast(fields.count - (rows.last?.end ?? 0))
    }

    /// Reads the names of the devices that made the last changes.
    mutating func readNames(in scope: UserScope) throws(StoreFault) {
        for row in rows where names[row.device] == nil {
            names[row.device] = try scope.nameOfDevice(row.device)
        }
    }

    /// Writes the entries as elements of an array.
    func append(to writer: inout WireWriter) {
        writer.reserve(size)
        var start = 0
        for row in rows {
            Entry.append(
                to: &writer, kind: row.kind, id: row.id, version: row.version,
                isDeleted: row.isDeleted, by: names[row.device] ?? ""
            ) { $0 += fields[start..<row.end] }
            start = row.end
        }
    }
}
