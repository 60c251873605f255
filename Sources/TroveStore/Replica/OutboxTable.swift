import TroveModel
import TroveSQLite
import TroveWire

/// The table of operations that wait to be pushed.
struct OutboxTable {
    let statements: StatementCache
    let cache: OutboxCache

    /// The columns of an operation, which `bind` writes and `operation` reads in this order. The
    /// table of problems has the same columns.
    static let columns = "action, kind, id, number, base, fields, at"

    // MARK: Writing

    /// Writes an operation with a number that is higher than all others.
    func append(_ operation: QueuedOperation, number: OperationNumber) throws(SQLiteError) {
        try write(operation, number: number)
        cache.append(OutboxEntry(number: number, operation: operation, isUnconfirmed: false))
    }

    /// Writes an operation, replacing one with the same number.
    private func write(
        _ operation: QueuedOperation, number: OperationNumber
    ) throws(SQLiteError) {
        let row = try statements.statement(
            """
            REPLACE INTO outbox (n, unconfirmed, action, kind, id, number, base, fields, at)
            VALUES (?1, 0, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """)
        row.bind(number.rawValue, at: 1)
        Self.bind(operation, to: row, from: 2)
        try row.run()
    }

    /// Replaces an operation with a skip, so that its number is still used.
    func skip(_ number: OperationNumber) throws(SQLiteError) {
        cache.empty()
        try write(.skip, number: number)
    }

    func remove(_ number: OperationNumber) throws(SQLiteError) {
        cache.empty()
        let row = try statements.statement("DELETE FROM outbox WHERE n = ?1")
        row.bind(number.rawValue, at: 1)
        try row.run()
    }

    func remove(_ numbers: ClosedRange<OperationNumber>) throws(SQLiteError) {
        cache.empty()
        let rows = try statements.statement("DELETE FROM outbox WHERE n BETWEEN ?1 AND ?2")
        rows.bind(numbers.lowerBound.rawValue, at: 1)
        rows.bind(numbers.upperBound.rawValue, at: 2)
        try rows.run()
    }

    func setBase(_ base: Version, of number: OperationNumber) throws(SQLiteError) {
        cache.empty()
        let row = try statements.statement("UPDATE outbox SET base = ?2 WHERE n = ?1")
        row.bind(number.rawValue, at: 1)
        row.bind(base, at: 2)
        try row.run()
    }

    /// Sets a new base version for the operations on an entry that have the base `former`.
    func replaceBase(
        _ former: Version, with version: Version, of id: ItemID
    ) throws(SQLiteError) {
        cache.empty()
        let later = try statements.statement(
            "UPDATE outbox SET base = ?2 WHERE id = ?1 AND base = ?3")
        later.bind(blob: id.high, id.low, at: 1)
        later.bind(version, at: 2)
        later.bind(former, at: 3)
        try later.run()
    }

    /// Marks an operation whose answer did not arrive in time.
    func markUnconfirmed(_ number: OperationNumber) throws(SQLiteError) {
        cache.empty()
        try statements.connection.execute(
            "UPDATE outbox SET unconfirmed = 1 WHERE n = \(number.rawValue)")
    }

    static func bind(_ operation: QueuedOperation, to row: Statement, from first: Int32) {
        row.bindLasting(operation.action.rawValue, at: first)
        row.bindLasting(operation.kind, at: first + 1)
        row.bind(blob: operation.id.high, operation.id.low, at: first + 2)
        row.bind(operation.item, at: first + 3)
        row.bind(operation.base, at: first + 4)
        row.bind(operation.fields, at: first + 5)
        row.bind(operation.at.milliseconds, at: first + 6)
    }

    // MARK: Reading

    static func operation(in row: Statement, from first: Int32) throws -> QueuedOperation {
        guard let action = PushOperation.Action(rawValue: row.text(first) ?? ""),
            let words = row.words(first + 2)
        else { throw EntryFields.Damage(text: row.text(first) ?? "") }
        return QueuedOperation(
            action: action, kind: row.text(first + 1) ?? "",
            id: ItemID(high: words.high, low: words.low),
            item: ItemNumber(
                try StoredNumber.checked(
                    row.integer(first + 3), as: "the item of an operation",
                    in: 0...ItemNumbers.highest)),
            base: try StoredNumber.checkedVersion(
                row.integer(first + 4), as: "the base version of an operation"),
            fields: row.text(first + 5) ?? "", at: StoredNumber.time(row.integer(first + 6)))
    }

    private func entries(_ rows: Statement) throws -> [OutboxEntry] {
        defer { rows.reset() }
        var found: [OutboxEntry] = []
        while try rows.step() {
            found.append(
                OutboxEntry(
                    number: OperationNumber(
                        rawValue: try StoredNumber.checked(
                            rows.integer(0), as: "the number of an operation")),
                    operation: try Self.operation(in: rows, from: 2),
                    isUnconfirmed: rows.integer(1) != 0))
        }
        return found
    }

    /// Returns the first operations behind a number, sorted by number.
    func entries(limit: Int, behind number: OperationNumber) throws -> [OutboxEntry] {
        let rows = try statements.statement(
            """
            SELECT n, unconfirmed, \(Self.columns) FROM outbox
            WHERE n > ?2 ORDER BY n LIMIT ?1
            """)
        rows.bind(limit, at: 1)
        rows.bind(number.rawValue, at: 2)
        return try entries(rows)
    }

    func entry(_ number: OperationNumber) throws -> OutboxEntry? {
        let rows = try statements.statement(
            "SELECT n, unconfirmed, \(Self.columns) FROM outbox WHERE n = ?1")
        rows.bind(number.rawValue, at: 1)
        return try entries(rows).first
    }

    /// Returns the operations whose numbers are in a range, sorted by number.
    func entries(_ numbers: ClosedRange<OperationNumber>) throws -> [OutboxEntry] {
        let rows = try statements.statement(
            """
            SELECT n, unconfirmed, \(Self.columns) FROM outbox
            WHERE n BETWEEN ?1 AND ?2 ORDER BY n
            """)
        rows.bind(numbers.lowerBound.rawValue, at: 1)
        rows.bind(numbers.upperBound.rawValue, at: 2)
        return try entries(rows)
    }

    /// Returns the operations on an entry, sorted by number.
    func entries(of id: ItemID) throws -> [OutboxEntry] {
        if let known = cache.entries(of: id) { return known }
        let rows = try statements.statement(
            "SELECT n, unconfirmed, \(Self.columns) FROM outbox WHERE id = ?1 ORDER BY n")
        rows.bind(blob: id.high, id.low, at: 1)
        let found = try entries(rows)
        cache.keep(found, of: id)
        return found
    }

    /// Returns the deletions of conflicts that wait for a change of an item, sorted by number.
    func resolutions() throws -> [OutboxEntry] {
        try entries(
            statements.statement(
                """
                SELECT n, unconfirmed, \(Self.columns) FROM outbox
                WHERE kind = '\(Conflict.kind)' AND fields <> '{}' ORDER BY n
                """))
    }

    /// Returns whether the outbox has no operations, skips included.
    func isEmpty() throws(SQLiteError) -> Bool {
        let row = try statements.statement("SELECT 1 FROM outbox LIMIT 1")
        defer { row.reset() }
        return try !row.step()
    }

    /// Returns the number of operations, without skips.
    func count() throws(SQLiteError) -> Int {
        let row = try statements.statement("SELECT count(*) FROM outbox WHERE action != 'skip'")
        defer { row.reset() }
        return try row.step() ? row.integer(0) : 0
    }

    /// Returns the marks of items with waiting or rejected operations, by the items' numbers.
    func marks() throws(SQLiteError) -> [ItemNumber: SyncMark] {
        var marks: [ItemNumber: SyncMark] = [:]
        let rows = try statements.statement(
            """
            SELECT number, 0, unconfirmed FROM outbox
            WHERE action != 'skip' AND kind != 'conflict'
            UNION ALL SELECT number, 1, 0 FROM problems
            """)
        defer { rows.reset() }
        while try rows.step() {
            let mark: SyncMark =
                rows.integer(1) != 0 ? .refused : rows.integer(2) != 0 ? .unconfirmed : .queued
            let number = ItemNumber(rows.integer(0))
            marks[number] = max(marks[number] ?? mark, mark)
        }
        return marks
    }
}
