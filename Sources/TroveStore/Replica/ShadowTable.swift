import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// The last known state of an entry on the server.
struct ShadowEntry {
    let kind: String
    /// The number of the item or the conflict; 0 for unknown kinds.
    let number: ItemNumber
    /// The version; 0 as long as the server does not have the entry.
    let version: Version
    let isDeleted: Bool
    let fields: [JSON.Member]

    /// Whether the server has the entry and it is not deleted.
    var isAlive: Bool { version > 0 && !isDeleted }
}

/// The table of the last known states of the server's entries.
struct ShadowTable {
    let statements: StatementCache

    func entry(_ id: ItemID) throws -> ShadowEntry? {
        let row = try statements.statement(
            "SELECT kind, number, version, deleted, fields FROM shadow WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        guard try row.step() else { return nil }
        return ShadowEntry(
            kind: row.text(0) ?? "",
            number: ItemNumber(
                try StoredNumber.checked(
                    row.integer(1), as: "the number of a server entry",
                    in: 0...ItemNumbers.highest)),
            version: try StoredNumber.checkedVersion(
                row.integer(2), as: "the version of a server entry"),
            isDeleted: row.integer(3) != 0, fields: try EntryFields.parse(row.text(4) ?? ""))
    }

    /// Returns the number of an item or a conflict; nil for an entry that is not known.
    func number(of id: ItemID) throws -> ItemNumber? {
        let row = try statements.statement("SELECT number FROM shadow WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        return try row.step() ? ItemNumber(row.integer(0)) : nil
    }

    /// Returns the last reported version of an entry; 0 for none.
    func version(of id: ItemID) throws(SQLiteError) -> Version {
        let row = try statements.statement("SELECT version FROM shadow WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        return try row.step() ? row.version(0) : .none
    }

    /// Returns the device that last changed an entry on the server; nil if it is not known.
    func lastWriter(of id: ItemID) throws(SQLiteError) -> String? {
        let row = try statements.statement("SELECT by FROM shadow WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        guard try row.step(), let device = row.text(0), !device.isEmpty else { return nil }
        return device
    }

    func write(_ entry: Entry, number: ItemNumber) throws(SQLiteError) {
        try write(
            entry.id, kind: entry.kind, number: number, version: entry.version,
            isDeleted: entry.isDeleted, fields: JSON.object(entry.fields).written, by: entry.by)
    }

    /// Writes an entry. `fields` is a JSON object.
    func write(
        _ id: ItemID, kind: String, number: ItemNumber, version: Version, isDeleted: Bool,
        fields: String,
        by: String
    ) throws(SQLiteError) {
        let row = try statements.statement(
            """
            REPLACE INTO shadow (id, kind, number, version, deleted, fields, by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        row.bind(blob: id.high, id.low, at: 1)
        row.bind(kind, at: 2)
        row.bind(number, at: 3)
        row.bind(version, at: 4)
        row.bind(isDeleted ? 1 : 0, at: 5)
        row.bind(fields, at: 6)
        row.bind(by, at: 7)
        try row.run()
    }

    /// Records the number of an item that was created. One that was deleted before may have had
    /// another number.
    func noteNumber(_ number: ItemNumber, of id: ItemID, kind: String) throws(SQLiteError) {
        let row = try statements.statement(
            """
            INSERT INTO shadow (id, kind, number, version, deleted, fields, by)
            VALUES (?1, ?2, ?3, 0, 0, '{}', '')
            ON CONFLICT (id) DO UPDATE SET number = excluded.number
            """)
        row.bind(blob: id.high, id.low, at: 1)
        row.bind(kind, at: 2)
        row.bind(number, at: 3)
        try row.run()
    }

    /// Sets the number of an entry whose kind was unknown before.
    func setNumber(_ number: ItemNumber, of id: ItemID) throws(SQLiteError) {
        let row = try statements.statement("UPDATE shadow SET number = ?1 WHERE id = ?2")
        row.bind(number, at: 1)
        row.bind(blob: id.high, id.low, at: 2)
        try row.run()
    }

    /// Returns whether no entry of the server is known.
    func isEmpty() throws -> Bool {
        try statements.connection.integer("SELECT 1 FROM shadow WHERE version > 0 LIMIT 1") == nil
    }

    // MARK: Conflicts

    /// Returns the conflicts that are not resolved.
    func conflicts() throws -> [ConflictEntry] {
        let rows = try statements.statement(
            """
            SELECT id, number, version, fields FROM shadow WHERE kind = 'conflict' AND deleted = 0
            AND version > 0 AND id NOT IN (SELECT id FROM outbox WHERE action = 'delete')
            ORDER BY number
            """)
        defer { rows.reset() }
        var found: [ConflictEntry] = []
        while try rows.step() {
            // A newer version wrote conflicts that cannot be parsed; they stay in the table.
            guard let words = rows.words(0),
                let conflict = try? Conflict(fields: EntryFields.parse(rows.text(3) ?? ""))
            else { continue }
            found.append(
                ConflictEntry(
                    number: rows.integer(1), id: ItemID(high: words.high, low: words.low),
                    version: rows.version(2), conflict: conflict,
                    item: try entry(conflict.entry)?.number))
        }
        return found
    }

    /// Returns the conflict with an id; nil if there is none, or if it cannot be parsed because a
    /// newer version wrote it.
    func conflict(_ id: ItemID) throws -> Conflict? {
        guard let entry = try entry(id), entry.kind == Conflict.kind else { return nil }
        return try? Conflict(fields: entry.fields)
    }

    func nextConflictNumber() throws -> Int {
        let last = try statements.connection.integer(
            "SELECT max(number) FROM shadow WHERE kind = 'conflict'")
        return try StoredNumber.checked(last ?? 0, as: "the number of a conflict") + 1
    }
}
