import CSQLite
import Glibc

/// A connection to one SQLite database, closed when it is let go. It belongs to one thread.
///
/// The strings that are handed to SQLite live until the call returns, and it keeps none of them.
/// Its messages are copied before the next call on the connection.
@safe
package final class Connection {
    /// How a file is opened.
    package enum Access: Sendable {
        case readOnly
        /// Read only, and nobody else writes: from a place where no file can be made.
        case immutable
        /// The file must be there.
        case readWrite
        /// The file is made if it is not there.
        case create
        /// No file; gone with the connection.
        case memory
    }

    /// Open from `init` to `deinit`, and never given away. No statement outlives it, because each
    /// holds its connection.
    private let handle: OpaquePointer
    /// How many pages the write-ahead log had after the last commit. Written by SQLite until the
    /// handle is closed.
    private let logSize: UnsafeMutablePointer<Int32>
    /// In milliseconds.
    private var patience: Int32 = 0

    /// Opens the database at a path.
    ///
    /// - Throws: `SQLiteError` when it cannot be opened.
    package init(path: String, access: Access) throws(SQLiteError) {
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
            // SQLite gives a handle even where it fails; it is closed here, and nobody else has it.
            unsafe sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: message)
        }
        unsafe handle = opened
        unsafe logSize = .allocate(capacity: 1)
        unsafe logSize.initialize(to: 0)
        _ = unsafe trove_disable_double_quoted_strings(opened)
        _ = unsafe trove_distrust_schema(opened)
    }

    /// What SQLite is told to open. It would take `:memory:` and `file:…` for something else than the
    /// names of files.
    private static func address(of path: String, _ access: Access) -> String {
        if access == .memory { return ":memory:" }
        let file = path.hasPrefix("/") ? path : "./" + path
        return access == .immutable ? immutableAddress(of: file) : file
    }

    /// The path as SQLite's kind of URI.
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

    /// Done once, before the first connection; a later try is refused by SQLite, harmlessly.
    private static let configuration = trove_disable_memory_statistics()

    deinit {
        unsafe sqlite3_close_v2(handle)
        unsafe logSize.deallocate()
    }

    /// How long a statement waits for another program's lock before it fails as busy.
    package func waitForLocks(milliseconds: Int32) {
        patience = milliseconds
        unsafe sqlite3_busy_timeout(handle, milliseconds)
    }

    /// Runs statements, separated by semicolons, whose rows nobody wants.
    package func execute(_ sql: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Prepares one statement, which can run often; what stands behind it in `sql` is ignored.
    ///
    /// - Throws: `SQLiteError` for bad SQL, and for text without a statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var prepared: OpaquePointer?
        try check(
            unsafe sqlite3_prepare_v3(
                handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
        guard let prepared = unsafe prepared else {
            throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement")
        }
        return unsafe Statement(handle: prepared, connection: self)
    }

    /// The first column of the first row as a whole number, nil where there is no row or a NULL.
    package func integer(_ sql: String) throws(SQLiteError) -> Int? {
        let statement = try prepare(sql)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        return statement.integer(0)
    }

    /// The first column of every row as text, empty for a NULL.
    package func texts(_ sql: String) throws(SQLiteError) -> [String] {
        let statement = try prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.text(0) ?? "") }
        return texts
    }

    /// Whether statements are inside a transaction; SQLite ends one on its own after some errors.
    package var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// How many rows the last statement that inserts, updates or deletes has changed.
    package var changes: Int {
        unsafe Int(sqlite3_changes64(handle))
    }

    /// The number of the row that was inserted last into a table with row numbers.
    package var lastRow: Int {
        unsafe Int(sqlite3_last_insert_rowid(handle))
    }

    /// How far the write-ahead log has been copied into the main file.
    package struct Checkpoints: Sendable, Equatable {
        let salts: [UInt32]
        let copied: UInt32
        let attempted: UInt32
        /// Whether a checkpoint has begun and not ended.
        package var isRunning: Bool { copied != attempted }
    }

    /// The checkpoints of this moment; nil where there is no write-ahead log, or it was not read yet.
    package var checkpoints: Checkpoints? {
        var read = trove_checkpoints()
        guard unsafe trove_read_checkpoints(handle, &read) == 1 else { return nil }
        return Checkpoints(
            salts: [read.salt.0, read.salt.1], copied: read.copied, attempted: read.attempted)
    }

    /// Leaves the write-ahead log alone when the connection is closed: it does not belong to the main
    /// file any more.
    package func keepLogAtClose() {
        _ = unsafe trove_keep_log_at_close(handle)
    }

    /// The names of the triggers, views and virtual tables in the file. A program whose schema has
    /// none can refuse a file that has some: somebody else made them, and they would do their own
    /// work when rows are read or written.
    ///
    /// - Throws: `SQLiteError`, also for a schema that SQLite cannot read.
    package func activeSchemaObjects() throws(SQLiteError) -> [String] {
        // What has rows of its own has a root page. SQLite takes the type in any case of letters.
        try texts(
            """
            SELECT name FROM sqlite_schema
            WHERE lower(type) NOT IN ('table', 'index') OR ifnull(rootpage, 0) = 0 ORDER BY name
            """)
    }

    /// The first thing that is wrong with the structure of the file, in SQLite's words; nil if
    /// nothing is. It reads the whole file.
    ///
    /// - Throws: `SQLiteError`, also for damage that ends the search.
    package func firstFlaw() throws(SQLiteError) -> String? {
        let finding = try texts("PRAGMA quick_check(1)").first ?? ""
        return finding == "ok" ? nil : finding
    }

    // MARK: The write-ahead log

    /// Switches the file to a write-ahead log and makes commits durable.
    ///
    /// SQLite does not wait for other connections when it changes the journal mode, so this retries
    /// for as long as `waitForLocks` says.
    package func useWriteAheadLog() throws(SQLiteError) {
        let pause: UInt32 = 10_000
        for attempt in 0... {
            do throws(SQLiteError) {
                try execute("PRAGMA journal_mode = WAL")
                break
            } catch {
                let isOver = attempt * Int(pause) > Int(patience) * 1000
                guard error.reason == .busy, !isOver else { throw error }
                usleep(pause)
            }
        }
        try execute("PRAGMA synchronous = FULL")
    }

    /// Leaves the checkpoints to the program, which learns from `logPages` when one is due.
    package func endAutomaticCheckpoints() {
        unsafe trove_count_log_pages(handle, logSize)
    }

    /// How many pages the write-ahead log had after this connection's last commit; 0 before the first
    /// one, and where SQLite makes the checkpoints.
    package var logPages: Int { unsafe Int(logSize.pointee) }

    /// Moves the write-ahead log into the file and empties it, if nobody is reading from it or
    /// writing to it.
    ///
    /// - Returns: Whether the log is empty now.
    /// - Throws: `SQLiteError` when reading or writing fails.
    package func checkpoint() throws(SQLiteError) -> Bool {
        // The first pass disturbs nobody; the second one needs the log for itself, and would keep
        // everybody waiting for those who read from it.
        guard try checkpoint("PASSIVE") else { return false }
        unsafe sqlite3_busy_timeout(handle, 0)
        defer { unsafe sqlite3_busy_timeout(handle, patience) }
        let isEmpty = try checkpoint("TRUNCATE")
        if isEmpty { unsafe logSize.pointee = 0 }
        return isEmpty
    }

    /// Whether all of the log is in the file.
    private func checkpoint(_ kind: String) throws(SQLiteError) -> Bool {
        let statement = try prepare("PRAGMA wal_checkpoint(\(kind))")
        defer { statement.reset() }
        guard try statement.step() else { return false }
        return statement.integer(0) == 0 && statement.integer(1) == statement.integer(2)
    }

    /// Copies the whole database, as it is now, into a file at a path, which must be empty or
    /// missing.
    package func backup(to path: String) throws(SQLiteError) {
        let statement = try prepare("VACUUM INTO ?1")
        statement.bind(path.hasPrefix("/") ? path : "./" + path, at: 1)
        _ = try statement.step()
    }

    func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
        }
    }
}
