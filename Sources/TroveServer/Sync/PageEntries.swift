import TroveModel
import TroveWire

/// The entries of a page of changes or a snapshot, written as JSON while their rows are read. Their
/// fields stay the stored text.
struct PageEntries: Sendable {
    /// The columns of the rows.
    static let columns: StaticString = "ver, id, kind, deleted, fields, device"

    /// The number of entries.
    private(set) var count = 0
    /// The version and the ID of the last entry.
    private(set) var last: (version: Version, id: ItemID)?
    /// The elements of an array.
    private(set) var writer = WireWriter()
    /// The entries and the bytes before the first entry of the last version.
    private var before = (count: 0, bytes: 0)
    /// The names of the devices that made the last changes.
    private var names: [Int: String] = [:]

    /// The bytes of the entries.
    var size: Int { writer.bytes.count }

    /// Appends the entry of a row with `columns` in a scope.
    mutating func append(_ row: any StoreRows, in scope: UserScope) throws(StoreFault) {
        let version = row.version(0)
        if version != last?.version { before = (count, size) }
        let words = row.words(1) ?? (0, 0)
        let id = ItemID(high: words.high, low: words.low)
        Entry.append(
            to: &writer, kind: row.text(2) ?? "", id: id, version: version,
            isDeleted: row.integer(3) != 0, by: try name(of: row.integer(5), in: scope)
        ) { row.appendText(4, to: &$0) }
        last = (version, id)
        count += 1
    }

    /// Removes the entries of the last version.
    mutating func removeLastVersion() {
        writer.removeAll(after: before.bytes)
        count = before.count
    }

    private mutating func name(
        of device: Int, in scope: UserScope
    ) throws(StoreFault) -> String {
        if let name = names[device] { return name }
        let name = try scope.nameOfDevice(device)
        names[device] = name
        return name
    }
}
