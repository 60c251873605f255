import CSQLite
import Glibc
import TroveSystem

/// A connection to a SQLite database, for one thread. `deinit` closes it.
///
/// Strings that are passed to SQLite live until the call returns, and it keeps none of them. Its
/// messages are copied before the next call on the connection.
@safe
package final class Connection {
    /// How to open a file.
    package enum Access: Sendable {
        /// The file must exist, and is not changed.
        case readOnly
        /// Read-only, and no other program writes the file. For folders where no file can be
        /// created.
        case immutable
        /// The file must exist.
        case readWrite
        /// Creates the file if it does not exist.
        case create
        /// A database in memory, without a file.
        case memory
    }

    /// Open from `init` to `deinit`, and private to this class. Statements hold their connection,
    /// so none outlives it.
    private let handle: OpaquePointer
    /// The pages of the write-ahead log after the last commit. SQLite writes it until the handle is
    /// closed.
    private let logSize: UnsafeMutablePointer<Int32>
    /// The lock timeout in milliseconds.
    private var busyTimeout: Int32 = 0
    /// What must run before the first statement; nil for nothing, or if it has run.
    private var preparation: Preparation?
    /// The prepared statements of transactions, by their number. They are finalized with the
    /// connection.
    private var boundaries: [OpaquePointer?] = unsafe .init(repeating: nil, count: Boundary.count)

    /// Work on a connection that has just been opened.
    package typealias Preparation = (Connection) throws(SQLiteError) -> Void

    /// Opens the database at a path.
    ///
    /// - Parameters:
    ///   - path: the path of the file; ignored for a database in memory.
    ///   - access: how to open the file.
    ///   - preparation: runs before the first statement, whose call throws its error. A database in
    ///     memory creates its schema there, which a program that never uses it need not wait for.
    /// - Throws: `SQLiteError` when it cannot be opened.
    package init(
        path: String, access: Access, preparation: Preparation? = nil
    ) throws(SQLiteError) {
        self.preparation = preparation
        _ = Self.configuration
        let flags =
            switch access {
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create, .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(
            Self.address(of: path, access), &opened,
            flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let opened = unsafe opened else {
            throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory")
        }
        guard code == SQLITE_OK else {
            let message = unsafe String(cString: sqlite3_errmsg(opened))
            // SQLite returns a handle even when opening fails; nothing else uses it.
            unsafe sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: message)
        }
        unsafe handle = opened
        unsafe logSize = .allocate(capacity: 1)
        unsafe logSize.initialize(to: 0)
        _ = unsafe trove_disable_double_quoted_strings(opened)
        _ = unsafe trove_distrust_schema(opened)
    }

    /// Returns the name to pass to SQLite, which would otherwise give `:memory:` and `file:…` a
    /// special meaning.
    private static func address(of path: String, _ access: Access) -> String {
        if access == .memory { return ":memory:" }
        let file = path.hasPrefix("/") ? path : "./" + path
        return access == .immutable ? immutableAddress(of: file) : file
    }

    /// Returns a SQLite URI of the path.
    private static func immutableAddress(of path: String) -> String {
        var address = "file:"
        for byte in path.utf8 {
            let isPlain = (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
            if isPlain || byte == 0x2F || byte == 0x2E || byte == 0x2D || byte == 0x5F {
                address.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return address + "?immutable=1"
    }

    /// Runs once, before the first connection. SQLite rejects a later attempt, without harm.
    private static let configuration = trove_disable_memory_statistics()

    deinit {
        for index in 0..<Boundary.count { unsafe sqlite3_finalize(boundaries[index]) }
        unsafe sqlite3_close_v2(handle)
        unsafe logSize.deallocate()
    }

    /// Sets how long a statement waits for a lock of another program before it throws `busy`.
    package func waitForLocks(milliseconds: Int32) {
        busyTimeout = milliseconds
        unsafe sqlite3_busy_timeout(handle, milliseconds)
    }

    /// Runs statements separated by semicolons, and ignores their rows.
    package func execute(_ sql: String) throws(SQLiteError) {
        try prepareDatabase()
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Prepares the first statement in `sql`, which can run repeatedly.
    ///
    /// - Throws: `SQLiteError` for invalid SQL, or if there is no statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        try prepareDatabase()
        var prepared: OpaquePointer?
        try check(
            unsafe sqlite3_prepare_v3(
                handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared = unsafe prepared else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement")
        }
        return unsafe Statement(handle: prepared, connection: self)
    }

    private func prepareDatabase() throws(SQLiteError) {
        guard let preparation else { return }
        self.preparation = nil
        try preparation(self)
    }

    /// Returns the first column of the first row as an integer; nil for no row or NULL.
    package func integer(_ sql: String) throws(SQLiteError) -> Int? {
        let statement = try prepare(sql)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.integer(0)
    }

    /// Returns the first column of every row as text; empty for NULL.
    package func texts(_ sql: String) throws(SQLiteError) -> [String] {
        let statement = try prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0) ?? "") }
        return texts
    }

    /// The rows changed by the last insertion, update or deletion.
    package var changes: Int {
        unsafe Int(sqlite3_changes64(handle))
    }

    /// How far the write-ahead log has been copied into the main file.
    package struct Checkpoints: Sendable, Equatable {
        let salts: [UInt32]
        let copied: UInt32
        let attempted: UInt32
        /// Whether a checkpoint is running.
        package var isRunning: Bool { copied != attempted }
    }

    /// The current state of checkpoints; nil if there is no write-ahead log, or it was not read
    /// yet.
    package var checkpoints: Checkpoints? {
        var read = trove_checkpoints()
        guard unsafe trove_read_checkpoints(handle, &read) == 1 else { return nil }
        return Checkpoints(
            salts: [read.salt.0, read.salt.1], copied: read.copied, attempted: read.attempted)
    }

    /// Makes closing leave the write-ahead log unchanged, because it no longer belongs to the main
    /// file.
    package func keepLogAtClose() {
        _ = unsafe trove_keep_log_at_close(handle)
    }

    /// Returns the names of the triggers, views and virtual tables in the file. A program whose
    /// schema has none can refuse such a file: another program created them, and they would run
    /// when rows are read or written.
    ///
    /// - Throws: `SQLiteError`, including when SQLite cannot read the schema.
    package func activeSchemaObjects() throws(SQLiteError) -> [String] {
        // Everything with rows of its own has a root page. SQLite ignores the case of the type.
        try texts(
            """
            SELECT name FROM sqlite_schema
            WHERE lower(type) NOT IN ('table', 'index') OR ifnull(rootpage, 0) = 0 ORDER BY name
            """)
    }

    /// Returns the first error in the structure of the file, in SQLite's words; nil if there is
    /// none. Reads the whole file.
    ///
    /// - Throws: `SQLiteError`, including for damage that stops the check.
    package func firstFlaw() throws(SQLiteError) -> String? {
        let finding = try texts("PRAGMA quick_check(1)").first ?? ""
        return finding == "ok" ? nil : finding
    }

    // MARK: Transactions

    /// A statement that begins or ends a transaction.
    private enum Boundary: Int {
        case begin
        case beginWriting
        case commit

        static let count = 3

        var sql: String {
            switch self {
            case .begin: "BEGIN"
            case .beginWriting: "BEGIN IMMEDIATE"
            case .commit: "COMMIT"
            }
        }
    }

    /// Whether a transaction is open. SQLite rolls back on its own after some errors.
    package var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// Begins a transaction.
    ///
    /// - Parameter isWriting: whether to take the write lock now instead of with the first change.
    /// - Throws: `SQLiteError`; `busy` if another program holds the lock for too long.
    package func begin(isWriting: Bool = false) throws(SQLiteError) {
        try run(isWriting ? .beginWriting : .begin)
    }

    /// Commits the open transaction. After some errors it stays open.
    package func commit() throws(SQLiteError) { try run(.commit) }

    /// Rolls back the open transaction, if there is one.
    package func rollBack() {
        // It fails only if SQLite has rolled back already.
        if isInTransaction { try? execute("ROLLBACK") }
    }

    private func run(_ boundary: Boundary) throws(SQLiteError) {
        try prepareDatabase()
        if unsafe boundaries[boundary.rawValue] == nil {
            try check(
                unsafe sqlite3_prepare_v3(
                    handle, boundary.sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT),
                    &boundaries[boundary.rawValue], nil))
        }
        let statement = unsafe boundaries[boundary.rawValue]
        // The reset reports the error of the step again.
        defer { unsafe sqlite3_reset(statement) }
        try check(unsafe sqlite3_step(statement))
    }

    // MARK: Durability

    /// Runs `work`, in which a commit does not wait for the disk. A power failure may lose the last
    /// such commits, each as a whole; the next commit outside makes them durable. No transaction
    /// may be open before or after `work`.
    package func withoutWaitingForDisk<Result>(_ work: () throws -> Result) throws -> Result {
        try execute("PRAGMA synchronous = NORMAL")
        defer { requireDurability() }
        return try work()
    }

    /// Makes later commits return without waiting for the disk; see `LogGuard.leaveFlushing`.
    func endDurableCommits() throws(SQLiteError) {
        try execute("PRAGMA synchronous = NORMAL")
    }

    /// Makes every later commit durable before it returns.
    private func requireDurability() {
        do {
            try execute("PRAGMA synchronous = FULL")
        } catch {
            // The pragma does no I/O and fails only when memory runs out. Continuing would break
            // the promise that commits are durable.
            preconditionFailure("SQLite cannot be switched to durable commits: \(error.message)")
        }
    }

    // MARK: The write-ahead log

    /// Switches the file to a write-ahead log, and makes commits durable.
    ///
    /// SQLite does not always wait for other connections when it changes the journal mode, so this
    /// retries until the timeout of `waitForLocks`.
    package func useWriteAheadLog() throws(SQLiteError) {
        let end = MonotonicClock.uptime + .milliseconds(busyTimeout)
        while true {
            do throws(SQLiteError) {
                try execute("PRAGMA journal_mode = WAL")
                break
            } catch {
                // For some locks of others, SQLite does wait, each time as long.
                guard error.reason == .busy, MonotonicClock.uptime < end else { throw error }
                SystemThread.sleep(for: .milliseconds(10))
            }
        }
        try execute("PRAGMA synchronous = FULL")
    }

    /// Turns off automatic checkpoints; `logPages` tells the program when one is due.
    package func endAutomaticCheckpoints() {
        unsafe trove_count_log_pages(handle, logSize)
    }

    /// The pages of the write-ahead log after this connection's last commit; 0 before the first
    /// one, and with automatic checkpoints.
    package var logPages: Int { unsafe Int(logSize.pointee) }

    /// Moves the write-ahead log into the file and empties it, unless another connection is reading
    /// or writing.
    ///
    /// - Parameter keepsRoom: whether the log keeps its length on the disk, and is overwritten by
    ///   the next commits. Flushing a log that grows takes longer.
    /// - Returns: whether no part of the log is needed anymore.
    /// - Throws: `SQLiteError` if reading or writing fails.
    func checkpoint(keepsRoom: Bool) throws(SQLiteError) -> Bool {
        // The passive pass blocks no one. The second pass needs the log exclusively, and would make
        // writers wait for its readers.
        guard try checkpoint("PASSIVE") else { return false }
        unsafe sqlite3_busy_timeout(handle, 0)
        defer { unsafe sqlite3_busy_timeout(handle, busyTimeout) }
        let isEmpty = try checkpoint(keepsRoom ? "RESTART" : "TRUNCATE")
        if isEmpty { unsafe logSize.pointee = 0 }
        return isEmpty
    }

    /// Runs a checkpoint. Returns whether all of the log is in the file.
    private func checkpoint(_ kind: String) throws(SQLiteError) -> Bool {
        let statement = try prepare("PRAGMA wal_checkpoint(\(kind))")
        defer { statement.reset() }
        guard try statement.step() else { return false }
        return statement.integer(0) == 0 && statement.integer(1) == statement.integer(2)
    }

    /// Copies the database in its current state to a file, which must be empty or missing.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - goesOn: Called repeatedly with the part that is copied, 0 to 1; false cancels the copy.
    /// - Throws: `interrupted` if `goesOn` has returned false.
    package func backup(
        to path: String, while goesOn: @escaping (Double) -> Bool = { _ in true }
    ) throws(SQLiteError) {
        let statement = try prepare("VACUUM INTO ?1")
        statement.bind(path.hasPrefix("/") ? path : "./" + path, at: 1)
        let size = Double(max(1, try self.size()))
        let check = BackupCheck {
            // SQLite writes pages before the copy is complete.
            let written = FileStatus(of: path)?.size ?? 0
            return goesOn(min(1, Double(written) / size))
        }
        // The check lives until the statement has ended and the handler is removed.
        try withExtendedLifetime(check) { () throws(SQLiteError) in
            unsafe sqlite3_progress_handler(
                handle, BackupCheck.instructions, BackupCheck.handler,
                unsafe Unmanaged.passUnretained(check).toOpaque())
            defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
            _ = try statement.step()
        }
    }

    /// Returns the size of the database in bytes.
    private func size() throws(SQLiteError) -> Int {
        let statement = try prepare(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
        }
    }
}
