package import TroveSQLite

/// The server's file: the users and all that is theirs, in one SQLite database. It belongs to one
/// thread at a time.
///
/// The connection is private: statements come from `AccountQuery`s, or from `UserQuery`s through the
/// scope of a user.
package final class ServerStore {
    /// Nil after the end.
    private var opened: Connection?
    /// Nil in memory, and after the end.
    private var logGuard: LogGuard?
    /// Prepared once, kept for good; by their SQL.
    private var statements: [String: Statement] = [:]
    /// At how many pages the log is moved into the file.
    private var checkpointAt = logPages

    /// Each page is moved less often when the log may grow longer.
    private static let logPages = 8000
    /// After how many more pages a checkpoint that did not come to its end is tried again.
    private static let retryPages = 1000

    /// Which server this is: 32 hexadecimal digits, made together with the file.
    let identity: String

    init(connection: Connection, logGuard: LogGuard?) throws(SQLiteError) {
        let row = try connection.prepare("SELECT id FROM server")
        identity = try row.step() ? row.text(0) ?? "" : ""
        opened = connection
        self.logGuard = logGuard
    }

    private var connection: Connection {
        get throws(SQLiteError) {
            guard let opened else { throw SQLiteError(code: 21, message: "the store is closed") }
            return opened
        }
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
    var changes: Int { opened?.changes ?? 0 }

    /// The number of the row that was inserted last.
    var lastRow: Int { opened?.lastRow ?? 0 }

    // MARK: Transactions

    /// Does the work and makes it durable, or, if anything throws, leaves no trace of it. The lock for
    /// writing is held from the beginning, so what is read in it stays true until its end: this is
    /// what puts all operations of a user into one order.
    func write<Result>(_ work: () throws -> Result) throws -> Result {
        let result = try transaction("BEGIN IMMEDIATE", work)
        if let opened, opened.logPages >= checkpointAt { moveLog(of: opened) }
        return result
    }

    /// Moves the log into the file. What was committed is safe without that, so a failure is left to
    /// the next commits.
    private func moveLog(of connection: Connection) {
        let isDone = (try? logGuard?.renew(connection)) ?? false
        checkpointAt = isDone ? Self.logPages : connection.logPages + Self.retryPages
    }

    /// Moves the log into the file and closes it: the file alone is a whole copy then, unless another
    /// program has it open. Whatever is asked of the store afterwards fails.
    func close() {
        if let opened { moveLog(of: opened) }
        statements = [:]
        opened = nil
        logGuard = nil
    }

    /// Reads from one state of the file.
    func read<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction("BEGIN", work)
    }

    private func transaction<Result>(_ begin: String, _ work: () throws -> Result) throws -> Result
    {
        let connection = try connection
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
        guard let opened else { return }
        do {
            try opened.execute("PRAGMA synchronous = NORMAL")
            defer { Self.requireDurability(of: opened) }
            try transaction("BEGIN IMMEDIATE", work)
        } catch {
            // Nobody was promised anything.
        }
    }

    /// From here on a commit is on the disk when it returns.
    private static func requireDurability(of connection: Connection) {
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
        opened?.waitForLocks(milliseconds: milliseconds)
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
