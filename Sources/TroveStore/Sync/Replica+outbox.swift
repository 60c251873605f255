import TroveModel
import TroveSQLite
import TroveWire

extension Replica {
    /// Puts an operation into the outbox, under the next number, which is returned.
    @discardableResult
    func enqueue(_ operation: QueuedOperation) throws(SQLiteError) -> Int {
        let number = try takeNumber()
        try write(operation, number: number)
        return number
    }

    private func write(_ operation: QueuedOperation, number: Int) throws(SQLiteError) {
        let row = try statement(
            """
            REPLACE INTO outbox (n, unconfirmed, action, kind, id, number, base, fields, at)
            VALUES (?1, 0, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """)
        row.bind(number, at: 1)
        bind(operation, to: row, from: 2)
        try row.run()
    }

    private func bind(_ operation: QueuedOperation, to row: Statement, from first: Int32) {
        row.bindLasting(operation.action.rawValue, at: first)
        row.bindLasting(operation.kind, at: first + 1)
        row.bind(blob: operation.id.high, operation.id.low, at: first + 2)
        row.bind(operation.item, at: first + 3)
        row.bind(operation.base, at: first + 4)
        row.bind(operation.fields, at: first + 5)
        row.bind(operation.at.milliseconds, at: first + 6)
    }

    private static let columns = "action, kind, id, number, base, fields, at"

    private func operation(in row: Statement, from first: Int32) throws -> QueuedOperation {
        guard let action = PushOperation.Action(rawValue: row.text(first) ?? ""),
            let words = row.words(first + 2)
        else { throw Members.Damage(text: row.text(first) ?? "") }
        return QueuedOperation(
            action: action, kind: row.text(first + 1) ?? "",
            id: ItemID(high: words.high, low: words.low),
            item: try StoredNumber.checked(
                row.integer(first + 3), as: "the item of an operation",
                in: 0...Library.highestNumber),
            base: try StoredNumber.checkedVersion(
                row.integer(first + 4), as: "the version that an operation builds on"),
            fields: row.text(first + 5) ?? "", at: StoredNumber.moment(row.integer(first + 6)))
    }

    private func entries(_ rows: Statement) throws -> [OutboxEntry] {
        defer { rows.reset() }
        var found: [OutboxEntry] = []
        while try rows.step() {
            found.append(
                OutboxEntry(
                    number: try StoredNumber.checked(
                        rows.integer(0), as: "the number of an operation"),
                    operation: try operation(in: rows, from: 2),
                    isUnconfirmed: rows.integer(1) != 0))
        }
        return found
    }

    /// The first operations that wait, in the order of their numbers.
    func outbox(limit: Int) throws -> [OutboxEntry] {
        let rows = try statement(
            "SELECT n, unconfirmed, \(Self.columns) FROM outbox ORDER BY n LIMIT ?1")
        rows.bind(limit, at: 1)
        return try entries(rows)
    }

    func outboxEntry(_ number: Int) throws -> OutboxEntry? {
        let rows = try statement("SELECT n, unconfirmed, \(Self.columns) FROM outbox WHERE n = ?1")
        rows.bind(number, at: 1)
        return try entries(rows).first
    }

    /// What waits of one entry.
    func pending(of id: ItemID) throws -> [OutboxEntry] {
        let rows = try statement(
            "SELECT n, unconfirmed, \(Self.columns) FROM outbox WHERE id = ?1 ORDER BY n")
        rows.bind(blob: id.high, id.low, at: 1)
        return try entries(rows)
    }

    func removeOutbox(_ number: Int) throws(SQLiteError) {
        let row = try statement("DELETE FROM outbox WHERE n = ?1")
        row.bind(number, at: 1)
        try row.run()
    }

    /// Uses a number up without doing anything.
    func makeSkip(_ number: Int) throws(SQLiteError) {
        try write(.skip, number: number)
    }

    func setBase(_ base: Version, of number: Int) throws(SQLiteError) {
        let row = try statement("UPDATE outbox SET base = ?2 WHERE n = ?1")
        row.bind(number, at: 1)
        row.bind(base, at: 2)
        try row.run()
    }

    func markUnconfirmed(_ numbers: ClosedRange<Int>) throws(SQLiteError) {
        try connection.execute(
            """
            UPDATE outbox SET unconfirmed = 1
            WHERE n BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)
            """)
    }

    // MARK: Problems

    /// Puts an operation among the problems, with the reason and the number that it had, 0 for none.
    func addProblem(
        _ operation: QueuedOperation, _ rejection: Rejection, number: Int
    ) throws(SQLiteError) {
        let row = try statement(
            """
            INSERT INTO problems (code, field, message, \(Self.columns), n)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        row.bind(number, at: 11)
        row.bind(rejection.code.rawValue, at: 1)
        if let field = rejection.field { row.bind(field, at: 2) } else { row.bindNull(at: 2) }
        row.bind(rejection.message, at: 3)
        bind(operation, to: row, from: 4)
        try row.run()
    }

    private func problems(_ rows: Statement) throws -> [ProblemEntry] {
        defer { rows.reset() }
        var found: [ProblemEntry] = []
        while try rows.step() {
            found.append(
                ProblemEntry(
                    number: rows.integer(0), operation: try operation(in: rows, from: 4),
                    rejection: Rejection(
                        Rejection.Code(rawValue: rows.text(1) ?? "") ?? .invalid,
                        field: rows.text(2), rows.text(3) ?? "")))
        }
        return found
    }

    func problems() throws -> [ProblemEntry] {
        try problems(
            statement(
                """
                SELECT problem, code, field, message, \(Self.columns) FROM problems ORDER BY problem
                """))
    }

    func problems(of id: ItemID) throws -> [ProblemEntry] {
        let rows = try statement(
            """
            SELECT problem, code, field, message, \(Self.columns) FROM problems WHERE id = ?1
            ORDER BY problem
            """)
        rows.bind(blob: id.high, id.low, at: 1)
        return try problems(rows)
    }

    func removeProblems(of id: ItemID) throws(SQLiteError) {
        let row = try statement("DELETE FROM problems WHERE id = ?1")
        row.bind(blob: id.high, id.low, at: 1)
        try row.run()
    }

    func removeProblem(number: Int) throws(SQLiteError) {
        let row = try statement("DELETE FROM problems WHERE n = ?1")
        row.bind(number, at: 1)
        try row.run()
    }

    /// Keeps what a person gave up, for 30 days.
    func discard(_ operation: QueuedOperation, at time: Timestamp) throws(SQLiteError) {
        let row = try statement(
            """
            INSERT INTO discarded (discarded, action, kind, id, fields, at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """)
        row.bind(time.milliseconds, at: 1)
        row.bind(operation.action.rawValue, at: 2)
        row.bind(operation.kind, at: 3)
        row.bind(blob: operation.id.high, operation.id.low, at: 4)
        row.bind(operation.fields, at: 5)
        row.bind(operation.at.milliseconds, at: 6)
        try row.run()
        let month = 30 * 86_400_000
        try connection.execute(
            "DELETE FROM discarded WHERE discarded < \(time.milliseconds - month)")
    }

    // MARK: Looking

    /// How many operations wait, those that only use a number up not counted.
    func queueLength() throws(SQLiteError) -> Int {
        let row = try statement("SELECT count(*) FROM outbox WHERE action != 'skip'")
        defer { row.reset() }
        return try row.step() ? row.integer(0) : 0
    }

    func problemCount() throws(SQLiteError) -> Int {
        let row = try statement("SELECT count(*) FROM problems")
        defer { row.reset() }
        return try row.step() ? row.integer(0) : 0
    }

    /// The numbers of things of which something waits, or was not taken.
    func marks() throws(SQLiteError) -> [Int: SyncMark] {
        var marks: [Int: SyncMark] = [:]
        let rows = try statement(
            """
            SELECT number, 0, unconfirmed FROM outbox
            WHERE action != 'skip' AND kind != 'conflict'
            UNION ALL SELECT number, 1, 0 FROM problems
            """)
        defer { rows.reset() }
        while try rows.step() {
            let mark: SyncMark =
                rows.integer(1) != 0 ? .refused : rows.integer(2) != 0 ? .unconfirmed : .queued
            let number = rows.integer(0)
            marks[number] = max(marks[number] ?? mark, mark)
        }
        return marks
    }
}
