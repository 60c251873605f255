package import TroveSQLite

/// The server's SQLite database with the data of all users. Only one thread may use it at a time.
///
/// The connection is private: a statement comes from an `AccountQuery`, or from a `UserQuery`
/// through a `UserScope`.
package final class ServerStore {
    /// Nil once closed.
    private var opened: Connection?
    /// Nil for a store in memory, and once closed.
    private var logGuard: LogGuard?
    /// Prepared statements by their SQL, kept until the store closes.
    private var statements: [String: Statement] = [:]
    /// The length of the write-ahead log, in pages, at which the next checkpoint runs.
    private var checkpointAt = logPages

    /// A longer log means that a page that changes often is moved less often.
    private static let logPages = 8000
    /// The pages after which an incomplete checkpoint is tried again.
    private static let retryPages = 1000

    /// The server's ID: 32 hexadecimal digits, created with the file and kept by its backups.
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

    /// Returns the statement of a query that finds users.
    func statement(_ query: AccountQuery) throws(SQLiteError) -> Statement {
        try statement(query.sql)
    }

    /// Returns the statement of a query on a user's rows, for `UserScope` only. Until a user is
    /// bound it matches no row, since no row has NULL as its user.
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

    /// Whether the store was closed.
    var isClosed: Bool { opened == nil }

    /// The rows that the last statement changed.
    var changes: Int { opened?.changes ?? 0 }

    /// The row ID of the last insertion.
    var lastRow: Int { opened?.lastRow ?? 0 }

    // MARK: Transactions

    /// Runs `work` in a transaction and commits it durably, or rolls it back if anything throws.
    /// The write lock is held from the start, so what `work` reads stays true until the commit.
    /// This gives all operations of a user one order.
    func write<Result>(_ work: () throws -> Result) throws -> Result {
        let result = try transaction("BEGIN IMMEDIATE", work)
        if let opened, opened.logPages >= checkpointAt { moveLog(of: opened) }
        return result
    }

    /// Checkpoints the write-ahead log. Commits are durable without it, so a failure is retried
    /// after later commits.
    private func moveLog(of connection: Connection) {
        let isDone = (try? logGuard?.renew(connection)) ?? false
        checkpointAt = isDone ? Self.logPages : connection.logPages + Self.retryPages
    }

    /// Checkpoints the log and closes the file, which is then a complete copy unless another
    /// program has it open. Every later use of the store throws.
    func close() {
        if let opened { moveLog(of: opened) }
        statements = [:]
        opened = nil
        logGuard = nil
    }

    /// Runs `work` on one snapshot of the file.
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
            // SQLite has already rolled back after some failures.
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Writes data that may be lost in a power failure, such as when a device was last seen. It
    /// does not wait for the disk, and ignores failures.
    func note(_ work: () throws -> Void) {
        guard let opened else { return }
        do {
            try opened.withoutWaitingForDisk { try transaction("BEGIN IMMEDIATE", work) }
        } catch {
            // Best effort: the caller was promised nothing.
        }
    }

    /// Sets how long a statement waits for the lock of another program.
    package func waitForLocks(milliseconds: Int32) {
        opened?.waitForLocks(milliseconds: milliseconds)
    }

    /// Limits the file to this many pages, as a full disk would; nil removes the limit.
    package func limit(pages: Int?) throws(SQLiteError) {
        try connection.execute("PRAGMA max_page_count = \(pages ?? 4_294_967_294)")
    }

    /// The length of the file in pages.
    package var pages: Int {
        get throws(SQLiteError) { try connection.integer("PRAGMA page_count") ?? 0 }
    }

    /// The SQL of all statements prepared so far, for inspecting their query plans.
    package var prepared: [String] { statements.keys.sorted() }

    /// Copies the file in its current state to a new path.
    package func backup(to path: String) throws(SQLiteError) {
        try connection.backup(to: path)
    }
}
