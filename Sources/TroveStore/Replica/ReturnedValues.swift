import TroveCodecs
import TroveModel
import TroveSQLite

/// The fields whose value was replaced and later set again, according to the change log, and the
/// items that were deleted and later restored.
///
/// After the server was restored from a backup, such a value may equal the server's although its
/// history is newer. Another device that knows only the replacement must not bring it back.
struct ReturnedValues {
    private var fields: [ItemID: Set<String>] = [:]
    private var items: Set<ItemID> = []

    init(_ log: ChangeLog) throws {
        var replaced: [ItemID: [String: Set<JSON>]] = [:]
        var deleted: Set<ItemID> = []
        let entries = try log.entries()
        while let entry = try entries.next() {
            guard let id = entry.id else { continue }
            switch entry.operation {
            case .create:
                if deleted.contains(id) { items.insert(id) }
            case .delete: deleted.insert(id)
            case .update:
                for member in try EntryFields.parse(entry.fields()) {
                    guard let pair = member.value.array, pair.count == 2 else { continue }
                    replaced[id, default: [:]][member.name, default: []].insert(pair[0])
                    if replaced[id]?[member.name]?.contains(pair[1]) == true {
                        fields[id, default: []].insert(member.name)
                    }
                }
            case nil: break
            }
        }
    }

    /// Returns the fields of an item that were set again, with their values; null for no value.
    func members(of id: ItemID, in known: [JSON.Member]) -> [JSON.Member] {
        if items.contains(id) { return known }
        return (fields[id] ?? []).sorted().map { name in
            JSON.Member(name, EntryFields.value(name, in: known))
        }
    }
}
