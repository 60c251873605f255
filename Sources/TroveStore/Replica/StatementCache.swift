import TroveSQLite

/// A connection with its prepared statements, each prepared once.
final class StatementCache {
    private(set) var connection: Connection
    /// A few statements, each with its text and the length of the text in bytes. A dictionary of
    /// them would cost more at every start of the program than comparing texts, which usually
    /// differ in length.
    private var statements: [(sql: String, length: Int, statement: Statement)] = []

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
        // `==` alone would read both texts, because strings of different lengths in bytes can be
        // equal.
        let length = sql.utf8.count
        for known in statements where known.length == length && known.sql == sql {
            return known.statement
        }
        let statement = try connection.prepare(sql)
        statements.append((sql, length, statement))
        return statement
    }
}
