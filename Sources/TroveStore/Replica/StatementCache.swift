import TroveSQLite

/// A connection with its prepared statements, each prepared once.
final class StatementCache {
    private(set) var connection: Connection
    /// A few, each with its text. A dictionary of them would cost more at every start of the program
    /// than comparing texts, which mostly differ in length.
    private var statements: [(sql: String, statement: Statement)] = []

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Moves to another connection to the same file.
    func use(_ connection: Connection) {
        self.connection = connection
        statements = []
    }

    /// Returns the prepared statement for `sql`. The caller resets it after reading rows.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let known = statements.first(where: { $0.sql == sql }) { return known.statement }
        let statement = try connection.prepare(sql)
        statements.append((sql, statement))
        return statement
    }
}
