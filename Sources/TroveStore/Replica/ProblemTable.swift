import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// The table of rejected operations and those held behind them, and the table of operations that
/// the user discarded.
struct ProblemTable {
    let statements: StatementCache

    /// Adds an operation with the reason of its rejection. `number` is its number in the outbox;
    /// nil if it holds what lost in a conflict that the server no longer has.
    func add(
        _ operation: QueuedOperation, _ rejection: Rejection, number: OperationNumber?
    ) throws(SQLiteError) {
        let row = try statements.statement(
            """
            INSERT INTO problems (code, field, message, \(OutboxTable.columns), n)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        row.bind(number?.rawValue ?? 0, at: 11)
        row.bind(rejection.code.rawValue, at: 1)
        if let field = rejection.field { row.bind(field, at: 2) } else { row.bindNull(at: 2) }
        row.bind(rejection.message, at: 3)
        OutboxTable.bind(operation, to: row, from: 4)
        try row.run()
    }

    private func entries(_ rows: Statement) throws -> [ProblemEntry] {
        defer { rows.reset() }
        var found: [ProblemEntry] = []
        while try rows.step() {
            found.append(
                ProblemEntry(
                    number: rows.integer(0),
                    operation: try OutboxTable.operation(in: rows, from: 4),
                    rejection: Rejection(
                        Rejection.Code(rawValue: rows.text(1) ?? "") ?? .invalid,
                        field: rows.text(2), rows.text(3) ?? "")))
        }
        return found
    }

    /// Returns all problems, oldest first.
    func entries() throws -> [ProblemEntry] {
        try entries(
            statements.statement(
                """
                SELECT problem, code, field, message, \(OutboxTable.columns) FROM problems
                ORDER BY problem
                """))
    }

    /// Returns the problems of an entry, oldest first.
    func entries(of id: ItemID) throws -> [ProblemEntry] { try entries(of: id, in: 0...Int.max) }

    /// Returns the rejected operations on an entry and those held behind them, oldest first.
    func rejected(of id: ItemID) throws -> [ProblemEntry] { try entries(of: id, in: 1...Int.max) }

    /// Returns what lost in conflicts about an entry that the server no longer has, oldest first.
    func lost(of id: ItemID) throws -> [ProblemEntry] { try entries(of: id, in: 0...0) }

    private func entries(of id: ItemID, in numbers: ClosedRange<Int>) throws -> [ProblemEntry] {
        let rows = try statements.statement(
            """
            SELECT problem, code, field, message, \(OutboxTable.columns) FROM problems
            WHERE id = ?1 AND n BETWEEN ?2 AND ?3 ORDER BY problem
            """)
        rows.bind(blob: id.high, id.low, at: 1)
        rows.bind(numbers.lowerBound, at: 2)
        rows.bind(numbers.upperBound, at: 3)
        return try entries(rows)
    }

    func setBase(_ base: Version, of problem: ProblemEntry) throws(SQLiteError) {
        let row = try statements.statement("UPDATE problems SET base = ?2 WHERE problem = ?1")
        row.bind(problem.number, at: 1)
        row.bind(base, at: 2)
        try row.run()
    }

    /// Removes what a later operation sets from the rejected operations with these numbers on an
    /// entry.
    func replace(
        _ numbers: ClosedRange<OperationNumber>, of id: ItemID, by operation: QueuedOperation
    ) throws {
        let set = try EntryFields.parse(operation.fields)
        let (first, last) = (numbers.lowerBound.rawValue, numbers.upperBound.rawValue)
        for problem in try entries(of: id, in: first...last) {
            var fields = try EntryFields.parse(problem.operation.fields)
            fields.removeAll { field in set.contains { $0.name == field.name } }
            let isUpdate = problem.operation.action == .update
            if operation.action != .update || isUpdate && fields.isEmpty {
                try remove(problem)
                continue
            }
            guard isUpdate else { continue }
            let row = try statements.statement(
                "UPDATE problems SET fields = ?2 WHERE problem = ?1")
            row.bind(problem.number, at: 1)
            row.bind(JSON.object(fields).written, at: 2)
            try row.run()
        }
    }

    func remove(_ problem: ProblemEntry) throws(SQLiteError) {
        let row = try statements.statement("DELETE FROM problems WHERE problem = ?1")
        row.bind(problem.number, at: 1)
        try row.run()
    }

    func remove(of id: ItemID) throws(SQLiteError) {
        let row = try statements.statement("DELETE FROM problems WHERE id = ?1")
        row.bind(blob: id.high, id.low, at: 1)
        try row.run()
    }

    /// Removes the problem that an operation has become. A problem of a former device may have the
    /// same number.
    func remove(_ operation: AskedOperation) throws(SQLiteError) {
        let row = try statements.statement("DELETE FROM problems WHERE n = ?1 AND id = ?2")
        row.bind(operation.number.rawValue, at: 1)
        row.bind(blob: operation.id.high, operation.id.low, at: 2)
        try row.run()
    }

    /// Records an operation that the user discarded, for 30 days.
    func discard(_ operation: QueuedOperation, at time: Timestamp) throws(SQLiteError) {
        let row = try statements.statement(
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
        try statements.connection.execute(
            "DELETE FROM discarded WHERE discarded < \(time.milliseconds - month)")
    }

    func count() throws(SQLiteError) -> Int {
        let row = try statements.statement("SELECT count(*) FROM problems")
        defer { row.reset() }
        return try row.step() ? row.integer(0) : 0
    }
}
