import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// The contents of a device's file, as a newly started program would find them.
struct DeviceContents {
    /// Values that are queued or rejected.
    var kept: Set<TrackedValue> = []
    /// Items whose creation is queued or rejected.
    var creations: Set<ItemID> = []
    /// Items whose deletion is queued or rejected.
    var deletions: Set<ItemID> = []
    /// Values that the device knows the server had.
    var shadowed: Set<TrackedValue> = []
    /// Items that the device knows to be deleted.
    var tombstones: Set<ItemID> = []
    /// Values and deletions in the conflicts that the device knows.
    var conflicts: Set<TrackedValue> = []
    var refusedDeletions: Set<ItemID> = []
    /// All items that the device knows.
    var ids: Set<ItemID> = []
    var epoch = ""
    var sequence = 0

    /// Reads the file; with `hasShadow` also what the server is known to have.
    init(_ file: Connection, hasShadow: Bool) throws {
        // While a library is disconnected, these tables have other names.
        let isAway =
            try file.integer("SELECT 1 FROM sqlite_schema WHERE name = 'former_outbox'") != nil
        let prefix = isAway ? "former_" : ""
        let rows = try file.prepare(
            """
            SELECT action, kind, id, fields FROM \(prefix)outbox WHERE action != 'skip'
            UNION ALL SELECT action, kind, id, fields FROM \(prefix)problems
            """)
        while try rows.step() {
            guard let words = rows.words(2) else { continue }
            let id = ItemID(high: words.high, low: words.low)
            if rows.text(1) != Conflict.kind { ids.insert(id) }
            if rows.text(0) == "delete" {
                deletions.insert(id)
            } else {
                if rows.text(0) == "create" { creations.insert(id) }
                kept.formUnion(TrackedValue.all(try members(rows.text(3)), of: id))
            }
        }
        let cursor = try file.prepare(
            "SELECT key, value FROM meta WHERE key IN ('sync_epoch', 'sync_sequence')")
        while try cursor.step() {
            if cursor.text(0) == "sync_epoch" {
                epoch = cursor.text(1) ?? ""
            } else {
                sequence = Int(cursor.text(1) ?? "") ?? 0
            }
        }
        if isAway { try readItems(file) }
        let shadows = try file.prepare(
            hasShadow
                ? "SELECT kind, id, deleted, fields FROM \(prefix)shadow WHERE version > 0"
                : "SELECT kind, id, 1, '{}' FROM \(prefix)shadow WHERE kind != 'conflict'")
        while try shadows.step() {
            guard let words = shadows.words(1) else { continue }
            let id = ItemID(high: words.high, low: words.low)
            let isConflict = shadows.text(0) == Conflict.kind
            if !isConflict { ids.insert(id) }
            guard hasShadow else { continue }
            if shadows.integer(2) != 0 {
                tombstones.insert(id)
            } else if isConflict {
                let listed = try ListedConflict(members(shadows.text(3)))
                conflicts.formUnion(listed.trackedValues)
                if let id = listed.deletion { refusedDeletions.insert(id) }
            } else {
                shadowed.formUnion(TrackedValue.all(try members(shadows.text(3)), of: id))
            }
        }
    }

    /// Reads the items of a library that is disconnected: the next log-in sends what has changed.
    private mutating func readItems(_ file: Connection) throws {
        var present: Set<ItemID> = []
        let kinds = try file.texts(
            "SELECT name FROM sqlite_schema WHERE name IN ('book', 'gem', 'vinyl')")
        for kind in kinds {
            let fields = try file.texts(
                "SELECT name FROM pragma_table_info('\(kind)') WHERE name NOT IN ('number', 'id')")
            let members = fields.map { "'\($0)', \"\($0)\"" }.joined(separator: ", ")
            let rows = try file.prepare("SELECT id, json_object(\(members)) FROM \(kind)")
            while try rows.step() {
                guard let words = rows.words(0) else { continue }
                let id = ItemID(high: words.high, low: words.low)
                present.insert(id)
                kept.formUnion(
                    TrackedValue.all(try TroveSimulation.members(rows.text(1)), of: id))
            }
        }
        ids.formUnion(present)
        let known = try file.prepare(
            "SELECT id FROM former_shadow WHERE deleted = 0 AND kind != 'conflict'")
        while try known.step() {
            guard let words = known.words(0) else { continue }
            let id = ItemID(high: words.high, low: words.low)
            if !present.contains(id) { deletions.insert(id) }
        }
    }
}

/// The content of a conflict.
struct ListedConflict {
    /// The losing values.
    let trackedValues: [TrackedValue]
    /// The item that was not deleted.
    let deletion: ItemID?

    init(_ fields: [JSON.Member]) throws {
        let conflict = try Conflict(fields: fields)
        if conflict.field != Conflict.wholeEntry {
            trackedValues =
                TrackedValue(conflict.entry, conflict.field, conflict.mine.text).map { [$0] } ?? []
            deletion = nil
        } else {
            trackedValues = TrackedValue.all(conflict.mine.members ?? [], of: conflict.entry)
            deletion = conflict.mine.isNull ? conflict.entry : nil
        }
    }
}

/// Parses a stored JSON object into its members.
func members(_ text: String?) throws -> [JSON.Member] {
    try JSON(parsing: Array((text ?? "{}").utf8), depthLimit: 32).members ?? []
}
