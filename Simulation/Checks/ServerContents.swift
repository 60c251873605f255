import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// The contents of the server's file.
struct ServerContents {
    /// A living entry.
    struct Living {
        let user: Int
        let kind: String
        let version: Int
        let fields: [JSON.Member]
    }

    var living: [ItemID: Living] = [:]
    var conflicts: [ItemID: Living] = [:]
    var tombstones: Set<ItemID> = []
    /// The user of each entry.
    var owners: [ItemID: Int] = [:]
    /// The current values.
    var trackedValues: Set<TrackedValue> = []
    /// The values that lost in a conflict.
    var lost: Set<TrackedValue> = []
    var refusedDeletions: Set<ItemID> = []
    /// By user: the last sequence number, and the number of operations in the ledger.
    var histories: [Int: (sequence: Int, operations: Int)] = [:]

    init(_ file: Connection) throws {
        let rows = try file.prepare("SELECT user, id, ver, deleted, kind, fields FROM entries")
        while try rows.step() {
            guard let words = rows.words(1) else { continue }
            let id = ItemID(high: words.high, low: words.low)
            owners[id] = rows.integer(0)
            if rows.integer(3) != 0 {
                tombstones.insert(id)
                continue
            }
            let entry = Living(
                user: rows.integer(0), kind: rows.text(4) ?? "", version: rows.integer(2),
                fields: try members(rows.text(5)))
            if entry.kind == Conflict.kind {
                conflicts[id] = entry
                let listed = try ListedConflict(entry.fields)
                lost.formUnion(listed.trackedValues)
                if let id = listed.deletion { refusedDeletions.insert(id) }
            } else {
                living[id] = entry
                trackedValues.formUnion(TrackedValue.all(entry.fields, of: id))
            }
        }
        let users = try file.prepare(
            """
            SELECT id, seq, (SELECT count(*) FROM ledger WHERE user = users.id AND n > 0) FROM users
            """)
        while try users.step() {
            histories[users.integer(0)] = (users.integer(1), users.integer(2))
        }
    }
}
