import TroveSQLite

/// A connection with its prepared statements, each prepared once.
final class StatementCache {
    private(set) var connection: Connection
    /// A few statements. A dictionary of them would cost more at every start of the program than
    /// comparing texts, which usually differ in length.
    private var statements: [Prepared] = []

    private struct Prepared {
        let sql: String
        /// The length of `sql` in bytes.
        let length: Int
        let statement: Statement
    }

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
        statements.append(Prepared(sql: sql, length: length, statement: statement))
        return statement
    }
}
