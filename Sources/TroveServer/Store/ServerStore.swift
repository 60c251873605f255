package import TroveSQLite

/// The server's file: the users and all that is theirs, in one SQLite database. It belongs to one
/// thread at a time.
///
/// The connection is private: statements come from `AccountQuery`s, or from `UserQuery`s through the
/// scope of a user.
package final class ServerStore {
    private let connection: Connection
    /// Prepared once, kept for good; by their SQL.
    private var statements: [String: Statement] = [:]

    init(connection: Connection) {
        self.connection = connection
    }

    /// The statement of a query that finds users.
    func statement(_ query: AccountQuery) throws(SQLiteError) -> Statement {
        try statement(query.sql)
    }

    /// The statement of a query on a user's rows. It is for `UserScope` alone: without a user bound
    /// it finds nothing and changes nothing, since no row has NULL for its user.
    func statement(_ query: UserQuery) throws(SQLiteError) -> Statement {
        let statement = try statement(query.sql)
        statement.bindNull(at: 1)
        return statement
    }

    private func statement(_ sql: String) throws(SQLiteError) -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try connection.prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// How many rows the last statement changed.
    var changes: Int { connection.changes }

    /// The number of the row that was inserted last.
    var lastRow: Int { connection.lastRow }

    // MARK: Transactions

    /// Does the work and makes it durable, or, if anything throws, leaves no trace of it. The lock for
    /// writing is held from the beginning, so what is read in it stays true until its end: this is
    /// what puts all operations of a user into one order.
    func write<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction("BEGIN IMMEDIATE", work)
    }

    /// Reads from one state of the file.
    func read<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction("BEGIN", work)
    }

    private func transaction<Result>(_ begin: String, _ work: () throws -> Result) throws -> Result
    {
        try connection.execute(begin)
        do {
            let result = try work()
            try connection.execute("COMMIT")
            return result
        } catch {
            // SQLite has ended the transaction on its own after some failures.
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Writes what may be lost when the power fails, such as the time at which a device asked last,
    /// without waiting for the disk; whether it can be written at all does not matter either.
    func note(_ work: () throws -> Void) {
        do {
            try connection.execute("PRAGMA synchronous = NORMAL")
            defer { requireDurability() }
            try write(work)
        } catch {
            // Nobody was promised anything.
        }
    }

    /// From here on a commit is on the disk when it returns.
    private func requireDurability() {
        do {
            try connection.execute("PRAGMA synchronous = FULL")
        } catch {
            // The pragma reads and writes nothing; it fails only without memory. A server that would
            // promise what it cannot keep must not go on.
            preconditionFailure("SQLite cannot be told to write durably: \(error.message)")
        }
    }

    /// How long to wait for another program that is writing.
    package func waitForLocks(milliseconds: Int32) {
        connection.waitForLocks(milliseconds: milliseconds)
    }

    /// Lets the file grow to so many pages and no further, as on a disk that is full then; nil for as
    /// far as the disk goes.
    package func limit(pages: Int?) throws(SQLiteError) {
        try connection.execute("PRAGMA max_page_count = \(pages ?? 4_294_967_294)")
    }

    /// How many pages the file has.
    package var pages: Int {
        get throws(SQLiteError) { try connection.integer("PRAGMA page_count") ?? 0 }
    }

    /// What was prepared so far, as SQL: for looking at how SQLite runs it.
    package var prepared: [String] { statements.keys.sorted() }

    /// Copies the whole file, as it is now, to a path where there is nothing: a backup.
    package func backup(to path: String) throws(SQLiteError) {
        try connection.backup(to: path)
    }
}
