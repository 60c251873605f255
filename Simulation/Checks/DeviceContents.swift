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
        let rows = try file.prepare(
            """
            SELECT action, kind, id, fields FROM outbox WHERE action != 'skip'
            UNION ALL SELECT action, kind, id, fields FROM problems
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
        let shadows = try file.prepare(
            hasShadow
                ? "SELECT kind, id, deleted, fields FROM shadow WHERE version > 0"
                : "SELECT kind, id, 1, '{}' FROM shadow WHERE kind != 'conflict'")
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
