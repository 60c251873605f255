import TroveCodecs
import TroveModel
import TroveWire

/// A stored entry with everything that merging needs.
struct EntryRow {
    let kind: String
    let version: Version
    /// The number of the device that made the last change.
    let device: Int
    let isDeleted: Bool
    /// The fields; a tombstone keeps those that the entry had.
    let fields: [JSON.Member]
    let versions: FieldVersions
    /// The bytes of the stored fields and versions.
    let size: (fields: Int, versions: Int)

    /// A row that this server could not have written.
    struct Damage: Error, CustomStringConvertible {
        let id: ItemID

        var description: String { "the entry \(id) cannot be read" }
    }
}

/// The entries that a push reads and changes. It loads them in one call, and its changes are saved
/// in one call.
final class EntryRows {
    /// The columns of an entry.
    private struct Stored {
        let kind: String
        var last: FieldVersion
        var isDeleted = false
        var versions: String?
        var fields: [UInt8]
        /// The value of `saves` when the entry was changed; nil for an entry as it was read.
        var change: Int?

        /// The bytes of the fields and versions.
        var bytes: Int { fields.count + (versions?.utf8.count ?? 0) }
    }

    private let scope: UserScope
    private let size: StoredSize.Counter
    /// The entries that were read, as they are now; nil for an ID without an entry.
    private var rows: [ItemID: Stored?] = [:]
    /// The entries that are not saved, in the order of their first change.
    private var changed: [ItemID] = []
    /// How often `saving` has emptied `changed`.
    private var saves = 0
    /// The bytes of the entries that were read or changed, as a measure of the memory that they
    /// take.
    private(set) var bytes = 0

    private static let columns: StaticString = "id, ver, device, deleted, kind, versions, fields, 0"
    private static let find = UserQuery.find(columns, from: .entries, by: [("id", .id)])
    private static let findShort = UserQuery.findShort(
        "id, ver, device, deleted, kind", texts: ["versions", "fields"], from: .entries,
        by: [("id", .id)])
    private static let findAt = UserQuery.find(
        columns, from: .entries, by: [("ver", .integer)])
    private static let keep = UserQuery.insertAll(
        into: .entries,
        [
            ("id", .id), ("ver", .integer), ("device", .integer), ("deleted", .integer),
            ("kind", .text), ("versions", .text), ("fields", .text),
        ],
        """
        ON CONFLICT (user_id, id) DO UPDATE SET ver = excluded.ver, device = excluded.device,
        deleted = excluded.deleted, versions = excluded.versions, fields = excluded.fields
        """)

    init(_ scope: UserScope, size: StoredSize.Counter) {
        self.scope = scope
        self.size = size
    }

    // MARK: Loading and saving

    /// Begins to read entries: returns the statement whose rows `take` expects. Until then, the
    /// entries count as absent. An ID may be in the list twice.
    func beginReading(_ ids: [ItemID]) throws(StoreFault) -> any StoreRows {
        rows.reserveCapacity(rows.count + ids.count)
        var unread: [ItemID?] = []
        unread.reserveCapacity(ids.count)
        for id in ids where rows.updateValue(nil, forKey: id) == nil { unread.append(id) }
        return try scope.statement(Self.findShort, [.ids(unread)])
    }

    /// Takes the rows of entries. An entry that this push has read or changed stays as it is. A
    /// long entry is read when it is needed.
    func take(_ found: any StoreRows) throws(StoreFault) {
        while try found.step() {
            guard let words = found.words(0) else { continue }
            let id = ItemID(high: words.high, low: words.low)
            guard (rows[id] ?? nil) == nil else { continue }
            if found.integer(7) != 0 {
                rows.removeValue(forKey: id)
                continue
            }
            let row = Stored(
                kind: found.text(4) ?? "",
                last: FieldVersion(sequence: found.version(1), device: found.integer(2)),
                isDeleted: found.integer(3) != 0,
                versions: found.isNull(5) ? nil : found.text(5), fields: found.blob(6))
            bytes += row.bytes
            rows[id] = row
        }
    }

    /// Returns the statement that saves what has changed; nil if nothing has.
    func saving() throws(StoreFault) -> (any StoreRows)? {
        let saved = changed.compactMap { id in (rows[id] ?? nil).map { (id: id, row: $0) } }
        changed = []
        saves += 1
        guard !saved.isEmpty else { return nil }
        return try scope.statement(
            Self.keep,
            [
                .ids(saved.map(\.id)), .integers(saved.map(\.row.last.sequence.rawValue)),
                .integers(saved.map(\.row.last.device)),
                .integers(saved.map { $0.row.isDeleted ? 1 : 0 }), .texts(saved.map(\.row.kind)),
                .texts(saved.map(\.row.versions)), .utf8(saved.map(\.row.fields)),
            ])
    }

    private func set(_ row: Stored, _ id: ItemID) {
        var row = row
        row.change = saves
        bytes += row.bytes
        let before = rows.updateValue(row, forKey: id) ?? nil
        if before?.change != saves { changed.append(id) }
    }

    // MARK: Reading

    /// Returns the entry with an ID, or its tombstone.
    ///
    /// - Throws: `EntryRow.Damage`, `StoreFault`.
    func find(_ id: ItemID) throws -> EntryRow? {
        if rows[id] == nil {
            rows.updateValue(nil, forKey: id)
            try take(scope.statement(Self.find, [.ids([id])]))
        }
        guard let row = rows[id] ?? nil else { return nil }
        guard let fields = try? JSON(parsing: row.fields).members,
            let versions = FieldVersions(text: row.versions, last: row.last)
        else { throw EntryRow.Damage(id: id) }
        return EntryRow(
            kind: row.kind, version: row.last.sequence, device: row.last.device,
            isDeleted: row.isDeleted, fields: fields, versions: versions,
            size: (row.fields.count, row.versions?.utf8.count ?? 0))
    }

    /// Returns the conflict about a field of an entry that an operation left, unless it is
    /// resolved.
    ///
    /// - Throws: `EntryRow.Damage`, `StoreFault`.
    func conflict(
        _ field: String, of entry: ItemID, at sequence: Version
    ) throws -> (id: ItemID, conflict: Conflict)? {
        try take(scope.statement(Self.findAt, [.integers([sequence.rawValue])]))
        for (id, row) in rows {
            guard let row, row.last.sequence == sequence, row.kind == Conflict.kind, !row.isDeleted
            else { continue }
            guard let members = try? JSON(parsing: row.fields).members,
                let conflict = try? Conflict(fields: members)
            else { throw EntryRow.Damage(id: id) }
            if conflict.entry == entry, conflict.field.isExactly(field) { return (id, conflict) }
        }
        return nil
    }

    // MARK: Changing

    /// Adds an entry with an ID that no entry and no tombstone has. `fields` is a JSON object.
    func insert(_ id: ItemID, kind: String, _ version: FieldVersion, fields: [UInt8]) {
        set(Stored(kind: kind, last: version, fields: fields), id)
        size.add(StoredSize.entry(kind: kind.utf8.count, fields: fields.count, versions: 0))
    }

    /// Replaces the fields of an entry or a tombstone, which becomes an entry again. `fields` is a
    /// JSON object; nil `versions` means that this change set all fields.
    func replace(
        _ id: ItemID, _ row: EntryRow, _ version: FieldVersion, versions: FieldVersions?,
        fields: [UInt8]
    ) {
        let versions = versions?.text
        set(Stored(kind: row.kind, last: version, versions: versions, fields: fields), id)
        size.add(fields.count + (versions?.utf8.count ?? 0) - row.size.fields - row.size.versions)
    }

    /// Replaces the versions of an entry or a tombstone, which does not change otherwise.
    func keep(_ versions: FieldVersions, of id: ItemID) {
        guard var row = rows[id] ?? nil else { return }
        let text = versions.text
        size.add(text.utf8.count - (row.versions?.utf8.count ?? 0))
        row.versions = text
        set(row, id)
    }

    /// Makes an entry a tombstone, or records another deletion of a tombstone. `versions` lists the
    /// deletions; `size` is the bytes of the versions stored before.
    func delete(_ id: ItemID, _ version: FieldVersion, versions: FieldVersions, over size: Int) {
        guard var row = rows[id] ?? nil else { return }
        row.isDeleted = true
        row.last = version
        let text = versions.text
        row.versions = text
        set(row, id)
        self.size.add(text.utf8.count - size)
    }
}
