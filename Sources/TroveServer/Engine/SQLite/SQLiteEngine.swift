import TroveSQLite
import TroveWire

/// The server's database file.
///
/// The lock of a write transaction covers the whole file, so every user's lock is part of it.
package final class SQLiteEngine: StoreEngine {
    /// Nil once closed.
    private var opened: Connection?
    /// Nil for a store in memory, and once closed.
    private var logGuard: LogGuard?
    /// Notices that another program replaced the file; nil for a store in memory, and for the
    /// commands of the operator.
    private var fileGuard: OpenFileGuard?
    /// What another program did to the file; nil if nothing. It is no longer used then.
    private var replacement: StoreFault?
    /// Prepared statements by their SQL, kept until the store closes.
    private var statements: [String: SQLiteStatement] = [:]
    /// The length of the write-ahead log, in pages, at which the next checkpoint runs.
    private var checkpointAt = logPages
    /// Makes commits durable if they do not wait for the disk; nil if they do.
    private var flusher: LogFlusher?

    /// With a longer log, a page that changes often is copied to the file less often.
    private static let logPages = 8000
    /// The pages after which an incomplete checkpoint is tried again.
    private static let retryPages = 1000

    /// The part that the file plays for a database server. The simulation sets it.
    package enum Role {
        /// None: no other database can take its place.
        case file
        /// A primary, with a standby that can take its place.
        case primary
        /// A primary that a standby has replaced, and that does not know it: it can be read, and
        /// accepts notes, but no standby confirms its other commits.
        case formerPrimary
    }

    /// The part that the file plays.
    package var role = Role.file

    private static let unconfirmed = StoreFault(.busy, "no standby confirms the commit")

    init(connection: Connection, logGuard: LogGuard?, fileGuard: OpenFileGuard? = nil) {
        opened = connection
        self.logGuard = logGuard
        self.fileGuard = fileGuard
    }

    private var connection: Connection {
        get throws(StoreFault) {
            guard let opened else { throw .closed }
            return opened
        }
    }

    /// The SQL of all statements prepared so far.
    package var prepared: [String] { statements.keys.sorted() }

    func statement(_ text: QueryText) throws(StoreFault) -> any StoreStatement {
        try sqliteStatement(text)
    }

    func statement(_ text: QueryText, user: UserID) throws(StoreFault) -> any StoreStatement {
        let statement = try sqliteStatement(text)
        statement.bind(user.rawValue, at: 1)
        return statement
    }

    private func sqliteStatement(_ text: QueryText) throws(StoreFault) -> SQLiteStatement {
        if let statement = statements[text.sqlite] { return statement }
        let connection = try connection
        let statement = try translating { () throws(SQLiteError) in
            SQLiteStatement(try connection.prepare(text.sqlite))
        }
        statements[text.sqlite] = statement
        return statement
    }

    func statement(
        _ text: QueryText, user: UserID, columns: [StoreColumn]
    ) throws(StoreFault) -> any StoreRows {
        SQLiteSetStatement(try sqliteStatement(text), user: user, columns: columns)
    }

    // There are no round trips to save.
    func send(_ statements: [any StoreRows]) throws(StoreFault) {}

    func runBeforeCommit(_ statements: [any StoreRows]) throws(StoreFault) {
        for statement in statements { try statement.run() }
    }

    var isClosed: Bool { opened == nil }

    var changes: Int { opened?.changes ?? 0 }

    func run<Result>(
        _ transaction: TransactionPurpose, _ work: () throws -> Result
    ) throws -> Result {
        let connection = try connection
        try checkFile(of: connection)
        switch transaction {
        case .read: return try run(work, on: connection, isWriting: false)
        case .write:
            let result = try run(
                { () throws -> Result in
                    let result = try work()
                    if role == .formerPrimary { throw Self.unconfirmed }
                    return result
                }, on: connection, isWriting: true, flusher)
            // What was committed meanwhile is not acknowledged.
            try checkFile(of: connection)
            moveLongLog(of: connection)
            return result
        case .note where flusher != nil: return try run(work, on: connection, isWriting: true)
        case .note:
            return try connection.withoutWaitingForDisk {
                try run(work, on: connection, isWriting: true)
            }
        }
    }

    private func run<Result>(
        _ work: () throws -> Result, on connection: Connection, isWriting: Bool,
        _ flusher: LogFlusher? = nil
    ) throws -> Result {
        do {
            try connection.begin(isWriting: isWriting)
            let result = try work()
            if let flusher {
                try flusher.committing { () throws(SQLiteError) in try connection.commit() }
            } else {
                try connection.commit()
            }
            return result
        } catch {
            connection.rollBack()
            guard let error = error as? SQLiteError else { throw error }
            throw StoreFault(error)
        }
    }

    func leaveFlushing() -> LogFlusher? {
        guard let opened, let logGuard else { return nil }
        // If it fails, commits stay durable.
        flusher = try? logGuard.leaveFlushing(of: opened)
        return flusher
    }

    var canBeReplaced: Bool { role != .file }

    func probe() throws(StoreFault) {
        try checkFile(of: try connection)
        _ = try pages
    }

    /// Checks that the file is still the one that was opened. Otherwise commits would be lost with
    /// the old file, or mixed with the content of another file.
    ///
    /// - Throws: `StoreFault.moved` or `.overwritten`, from then on. The log is left as it is: it
    ///   may be the only copy of what was acknowledged.
    private func checkFile(of connection: Connection) throws(StoreFault) {
        if replacement == nil {
            guard let finding = fileGuard?.check(connection) else { return }
            replacement = finding == .isElsewhere ? .moved : .overwritten
            connection.keepLogAtClose()
        }
        throw replacement ?? .overwritten
    }

    /// Checkpoints the write-ahead log when it has become long.
    private func moveLongLog(of connection: Connection) {
        if connection.logPages >= checkpointAt { moveLog(of: connection, keepsRoom: true) }
    }

    /// Checkpoints the write-ahead log. Commits are durable without it, so a failure is retried
    /// after later commits.
    private func moveLog(of connection: Connection, keepsRoom: Bool) {
        let isDone = (try? logGuard?.renew(connection, keepsRoom: keepsRoom)) ?? false
        checkpointAt = isDone ? Self.logPages : connection.logPages + Self.retryPages
    }

    /// Checkpoints the log and closes the file, which is then a complete copy unless another
    /// program has it open.
    func close() {
        // The log does not belong to a file that another program has put there.
        if let opened, (try? checkFile(of: opened)) != nil { moveLog(of: opened, keepsRoom: false) }
        statements = [:]
        opened = nil
        logGuard = nil
        flusher = nil
    }

    // MARK: The file

    /// Sets how long a statement waits for the lock of another program.
    package func waitForLocks(milliseconds: Int32) {
        opened?.waitForLocks(milliseconds: milliseconds)
    }

    /// Limits the file to this many pages, as a full disk would; nil removes the limit.
    package func limit(pages: Int?) throws(StoreFault) {
        let connection = try connection
        try translating { () throws(SQLiteError) in
            try connection.execute("PRAGMA max_page_count = \(pages ?? 4_294_967_294)")
        }
    }

    /// The length of the file in pages.
    package var pages: Int {
        get throws(StoreFault) {
            let connection = try connection
            return try translating { () throws(SQLiteError) in
                try connection.integer("PRAGMA page_count") ?? 0
            }
        }
    }

    /// Returns what is wrong with the structure of the file, in SQLite's words.
    func flaws(most: Int) throws(StoreFault) -> [String] {
        let connection = try connection
        return try translating { () throws(SQLiteError) in
            try connection.texts("PRAGMA integrity_check(\(most))").filter { $0 != "ok" }
        }
    }

    /// Copies the file in its current state to a new path.
    package func backup(to path: String) throws(StoreFault) {
        let connection = try connection
        try translating { () throws(SQLiteError) in try connection.backup(to: path) }
    }

    private func translating<Result>(
        _ work: () throws(SQLiteError) -> Result
    ) throws(StoreFault) -> Result {
        do throws(SQLiteError) {
            return try work()
        } catch {
            throw StoreFault(error)
        }
    }
}
