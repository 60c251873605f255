import TroveSQLite
import TroveWire

/// A connection to the database that holds the server's data. One thread at a time may use it.
protocol StoreEngine: AnyObject {
    /// Returns a prepared statement of a query. Calls with the same query return the same one.
    func statement(_ text: QueryText) throws(StoreFault) -> any StoreStatement

    /// Returns a prepared statement on the rows of a user, whose ID is its first parameter and is
    /// bound. Calls with the same query share it.
    func statement(_ text: QueryText, user: UserID) throws(StoreFault) -> any StoreStatement

    /// The SQL of all statements prepared so far, for inspecting them.
    var prepared: [String] { get }

    /// Returns a statement that reads or writes a user's rows, one for each row of the columns.
    func statement(
        _ text: QueryText, user: UserID, columns: [StoreColumn]
    ) throws(StoreFault) -> any StoreRows

    /// Runs statements in one round trip, if the engine has round trips. Each then has its rows.
    func send(_ statements: [any StoreRows]) throws(StoreFault)

    /// Runs statements that return no rows, in order, with the commit at the latest.
    func runBeforeCommit(_ statements: [any StoreRows]) throws(StoreFault)

    /// The rows that the last statement changed.
    var changes: Int { get }

    var isClosed: Bool { get }

    /// Runs `work` in a transaction and commits it, or rolls it back if anything throws.
    func run<Result>(_ transaction: TransactionPurpose, _ work: () throws -> Result) throws
        -> Result

    /// Makes commits return before they are durable, if that saves time, and returns the flusher
    /// that makes them durable; nil if commits still wait for the disk.
    func leaveFlushing() -> LogFlusher?

    /// Whether this may be a former primary that has not noticed its replacement.
    var canBeReplaced: Bool { get }

    /// Reads from the database, to find out whether it can be used.
    func probe() throws(StoreFault)

    /// Closes the database. Every later use throws.
    func close()
}

/// What a transaction is for.
enum TransactionPurpose {
    /// Reading one state of the database.
    case read
    /// Changes that are durable when the transaction is committed, unless `leaveFlushing` was
    /// called. What it reads under the lock of a user stays true until the commit, which gives all
    /// operations of a user one order.
    case write
    /// Changes that a power failure may undo. The commit does not wait for the disk.
    case note
}

/// The rows of a statement. Columns count from 0. A missing column reads as NULL.
///
/// Read columns between a `step` that returned true and the next `step` or `reset`.
protocol StoreRows: AnyObject {
    /// Advances to the next row, running the statement before the first one. Returns false after
    /// the last one; the statement can then run again.
    func step() throws(StoreFault) -> Bool
    /// Discards the remaining rows, so that the statement can run again.
    func reset()

    func isNull(_ column: Int32) -> Bool
    /// Returns the column as an integer: 0 for NULL.
    func integer(_ column: Int32) -> Int
    /// Returns the column as text, with invalid UTF-8 repaired; nil for NULL.
    func text(_ column: Int32) -> String?
    /// Appends the column's text, with invalid UTF-8 repaired; nothing for NULL.
    func appendText(_ column: Int32, to bytes: inout [UInt8])
    /// Returns the column as bytes; empty for NULL.
    func blob(_ column: Int32) -> [UInt8]
    /// Returns an ID as two words; nil for any other value.
    func words(_ column: Int32) -> (high: UInt64, low: UInt64)?
}

/// A prepared statement. Parameters count from 1. Bind all of them again for each run, except those
/// bound with `bindLasting`.
protocol StoreStatement: StoreRows {
    func bindNull(at index: Int32)
    func bind(_ number: Int, at index: Int32)
    func bind(_ text: String, at index: Int32)
    /// Binds a text for all later runs. Does nothing if the same text is already bound.
    func bindLasting(_ text: String, at index: Int32)
    func bind(utf8 bytes: Span<UInt8>, at index: Int32)
    /// Binds bytes; an empty array is an empty value, not NULL.
    func bind(blob bytes: [UInt8], at index: Int32)
    /// Binds an ID, from its two words.
    func bind(id high: UInt64, _ low: UInt64, at index: Int32)
}

extension StoreEngine {
    func leaveFlushing() -> LogFlusher? { nil }
}

extension StoreEngine {
    /// Returns the first column of the first row; 0 for no row or NULL.
    func integer(_ text: QueryText) throws(StoreFault) -> Int {
        let statement = try statement(text)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }
}

extension StoreRows {
    /// Runs a statement that returns no rows.
    func run() throws(StoreFault) {
        while try step() {}
    }
}
