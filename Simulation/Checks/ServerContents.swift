import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// The contents of the server's file.
struct ServerContents {
    /// A living entry.
    struct Living {
        /// The index of the person.
        let user: Int
        let kind: String
        let version: Int
        let fields: [JSON.Member]
        /// The versions of the fields, as they are stored.
        let versions: JSON?

        /// Returns the operation that changed a field last; nil for one that has no value.
        func version(of field: String) -> Int? {
            guard let versions = versions?.array, versions.count == 3 else { return version }
            if let listed = versions[2][field]?.array?.first?.int { return listed }
            return fields.contains { $0.name == field } ? versions[0].int : nil
        }
    }

    var living: [ItemID: Living] = [:]
    var conflicts: [ItemID: Living] = [:]
    var tombstones: Set<ItemID> = []
    /// The person whose entry it is, by its ID.
    var owners: [ItemID: Int] = [:]
    /// The current values.
    var trackedValues: Set<TrackedValue> = []
    /// The values that lost in a conflict.
    var lost: Set<TrackedValue> = []
    var refusedDeletions: Set<ItemID> = []
    /// By person: the last sequence number, and the number of operations in the ledger.
    var histories: [Int: (sequence: Int, operations: Int)] = [:]

    init(_ file: Connection) throws {
        // The people are numbered in the order of their names, as the emails are.
        let rows = try file.prepare(
            """
            WITH people AS (
                SELECT user_id, row_number() OVER (ORDER BY email) - 1 AS person FROM users)
            SELECT person, id, ver, deleted, kind, fields, versions FROM entries JOIN people USING (user_id)
            """)
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
                fields: try members(rows.text(5)),
                versions: try rows.text(6).map { try JSON(parsing: Array($0.utf8)) })
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
            SELECT row_number() OVER (ORDER BY email) - 1, seq,
                (SELECT count(*) FROM ledger WHERE user_id = users.user_id AND n > 0) FROM users
            """)
        while try users.step() {
            histories[users.integer(0)] = (users.integer(1), users.integer(2))
        }
    }
}
