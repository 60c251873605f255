import TroveModel
import TroveSQLite
import TroveWire

/// What the server is known to hold.
struct Shadow {
    let kind: String
    /// The thing's number in this library, or a conflict's; 0 for kinds that are not known.
    let number: Int
    /// 0 while the server does not have the entry.
    let version: Version
    let isDeleted: Bool
    let fields: [JSON.Member]

    /// Whether the server has it, alive.
    var isAlive: Bool { version > 0 && !isDeleted }
}

extension Replica {
    func shadow(_ id: ItemID) throws -> Shadow? {
        let row = try statement(
            "SELECT kind, number, version, deleted, fields FROM shadow WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        guard try row.step() else { return nil }
        return Shadow(
            kind: row.text(0) ?? "",
            number: try StoredNumber.checked(
                row.integer(1), as: "the number of what the server has",
                in: 0...Library.highestNumber),
            version: try StoredNumber.checkedVersion(
                row.integer(2), as: "the version of what the server has"),
            isDeleted: row.integer(3) != 0, fields: try Members.parse(row.text(4) ?? ""))
    }

    /// The version that the server had of a thing when it was last heard of; 0 for none.
    func version(of id: ItemID) throws(SQLiteError) -> Version {
        let row = try statement("SELECT version FROM shadow WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        return try row.step() ? row.version(0) : .none
    }

    /// Keeps what the server has of an entry.
    func write(_ entry: Entry, number: Int) throws(SQLiteError) {
        try writeShadow(
            entry.id, kind: entry.kind, number: number, version: entry.version,
            isDeleted: entry.isDeleted, fields: JSON.object(entry.fields).written, by: entry.by)
    }

    func writeShadow(
        _ id: ItemID, kind: String, number: Int, version: Version, isDeleted: Bool, fields: String,
        by: String
    ) throws(SQLiteError) {
        let row = try statement(
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

    /// Remembers the number of a thing that the server does not know yet.
    func noteNumber(_ number: Int, of id: ItemID, kind: String) throws(SQLiteError) {
        let row = try statement(
            """
            INSERT INTO shadow (id, kind, number, version, deleted, fields, by)
            VALUES (?1, ?2, ?3, 0, 0, '{}', '') ON CONFLICT (id) DO NOTHING
            """)
        row.bind(blob: id.high, id.low, at: 1)
        row.bind(kind, at: 2)
        row.bind(number, at: 3)
        try row.run()
    }

    /// What a person is to see of an entry: its fields with all that waits played onto them; nil
    /// when it is not there. Without the problems it is what the server will show.
    func view(
        of id: ItemID, _ shadow: Shadow?, withProblems: Bool = true
    ) throws -> [JSON.Member]? {
        var fields = shadow.flatMap { $0.isAlive ? $0.fields : nil }
        let problems = withProblems ? try problems(of: id).map(\.operation) : []
        for operation in try problems + pending(of: id).map(\.operation) {
            switch operation.action {
            case .create:
                var made = fields ?? []
                Members.merge(try Members.parse(operation.fields), into: &made)
                fields = made
            case .update:
                guard var changed = fields else { continue }
                Members.merge(try Members.parse(operation.fields), into: &changed)
                fields = changed
            case .delete: fields = nil
            case .skip: break
            }
        }
        return fields
    }

    // MARK: Conflicts

    /// The conflicts that nobody has resolved.
    func conflicts() throws -> [ConflictEntry] {
        let rows = try statement(
            """
            SELECT id, number, version, fields FROM shadow WHERE kind = 'conflict' AND deleted = 0
            AND version > 0 AND id NOT IN (SELECT id FROM outbox WHERE action = 'delete')
            ORDER BY number
            """)
        defer { rows.reset() }
        var found: [ConflictEntry] = []
        while try rows.step() {
            // What cannot be read is of a newer program, and stays for it.
            guard let words = rows.words(0),
                let conflict = try? Conflict(fields: Members.parse(rows.text(3) ?? ""))
            else { continue }
            found.append(
                ConflictEntry(
                    number: rows.integer(1), id: ItemID(high: words.high, low: words.low),
                    version: rows.version(2), conflict: conflict,
                    item: try shadow(conflict.entry)?.number))
        }
        return found
    }

    /// The number under which a new conflict is shown.
    func nextConflictNumber() throws -> Int {
        let last = try connection.integer("SELECT max(number) FROM shadow WHERE kind = 'conflict'")
        return try StoredNumber.checked(last ?? 0, as: "the number of a conflict") + 1
    }
}
