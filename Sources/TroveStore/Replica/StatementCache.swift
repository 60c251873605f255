import TroveSQLite

/// A connection with its prepared statements, each prepared once.
final class StatementCache {
    private(set) var connection: Connection
    private var statements: [String: Statement] = [:]

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Moves to another connection to the same file.
    func use(_ connection: Connection) {
        self.connection = connection
        statements = [:]
    }

    /// Returns the prepared statement for `sql`. The caller resets it after reading rows.
    func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try connection.prepare(sql)
        statements[sql] = statement
        return statement
    }
}
