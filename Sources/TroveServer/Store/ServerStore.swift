import TroveModel
import TroveSQLite
import TroveWire

/// The server's data of all users, on one connection to the engine that holds them. Only one thread
/// at a time may use it.
///
/// The engine is private: a statement comes from an `AccountQuery`, or from a `UserQuery` through a
/// `UserScope`.
package final class ServerStore {
    private let engine: any StoreEngine

    /// The server's ID: 32 hexadecimal digits, created with the store and kept by its backups.
    let identity: String

    init(_ engine: any StoreEngine) throws(StoreFault) {
        let row = try engine.statement(Self.identityQuery)
        defer { row.reset() }
        identity = try row.step() ? row.text(0) ?? "" : ""
        self.engine = engine
    }

    static let identityQuery = QueryText("SELECT id FROM server")

    func statement(_ query: AccountQuery) throws(StoreFault) -> any StoreStatement {
        try engine.statement(query.text)
    }

    /// Returns the statement of a query on a user's rows, with the user bound, for `UserScope`
    /// only.
    func statement(_ query: UserQuery, user: UserID) throws(StoreFault) -> any StoreStatement {
        try engine.statement(query.text, user: user)
    }

    /// Returns a statement that reads or writes several rows of a user, for `UserScope` only.
    func statement(
        _ query: UserQuery, user: UserID, _ columns: [StoreColumn]
    ) throws(StoreFault) -> any StoreRows {
        try engine.statement(query.text, user: user, columns: columns)
    }

    /// Runs statements in as few round trips as possible. Each then has its rows.
    func send(_ statements: [any StoreRows]) throws(StoreFault) { try engine.send(statements) }

    /// Runs statements that return no rows, in order, with the commit at the latest.
    func runBeforeCommit(_ statements: [any StoreRows]) throws(StoreFault) {
        try engine.runBeforeCommit(statements)
    }

    var isClosed: Bool { engine.isClosed }

    /// The rows that the last statement changed.
    var changes: Int { engine.changes }

    // MARK: Transactions

    /// Runs `work` in a transaction and commits it, or rolls it back if anything throws. The
    /// changes are durable then, unless `leaveFlushing` was called.
    func write<Result>(_ work: () throws -> Result) throws -> Result {
        try engine.run(.write, work)
    }

    /// Makes `write` return before its changes are durable, if that saves time, and returns the
    /// flusher that makes them durable; nil if `write` still waits for the disk.
    func leaveFlushing() -> LogFlusher? { engine.leaveFlushing() }

    /// Runs `work` on one state of the store.
    func read<Result>(_ work: () throws -> Result) throws -> Result {
        try engine.run(.read, work)
    }

    /// Writes data that may be lost in a power failure, such as when a device was last seen. It
    /// does not wait for the disk, and ignores failures.
    func note(_ work: () throws -> Void) {
        // Best effort: the caller was promised nothing.
        try? engine.run(.note, work)
    }

    /// Whether the store may be on a database server that has been replaced without noticing it.
    var canBeReplaced: Bool { engine.canBeReplaced }

    private static let proof = AccountQuery.insert(
        into: .leases, "name, holder, until", values: "?1, '', ?2",
        "ON CONFLICT (name) DO UPDATE SET until = excluded.until")
    /// The number of rows that `readNewest` writes, so that few transactions wait for each other.
    private static let proofs: UInt8 = 16

    /// Runs `work`, which reads, in a transaction that also writes a row, that of a lease without a
    /// holder. A primary that has been replaced cannot commit it, so what was read is current.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - place: any number; transactions with the same one may wait for each other.
    ///   - work: what to do.
    /// - Returns: what `work` returns.
    /// - Throws: what `work` throws; `StoreFault`.
    func readNewest<Result>(
        at now: Timestamp, place: UInt8, _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try write {
                let statement = try statement(Self.proof)
                statement.bind("proof \(place % Self.proofs)", at: 1)
                statement.bind(now.milliseconds, at: 2)
                try statement.run()
                return try work()
            }
        } catch let fault as StoreFault where fault.reason == .unknownOutcome {
            // `work` only reads, and the outcome of the proof row does not matter.
            throw StoreFault(.lost, fault.detail)
        }
    }

    /// Reads from the store, to find out whether it can be used.
    func probe() throws(StoreFault) { try engine.probe() }

    /// Closes the store. Every later use throws. A file is then a complete copy, unless another
    /// program has it open.
    package func close() { engine.close() }

    /// The SQL of all statements prepared so far, for inspecting them.
    package var prepared: [String] { engine.prepared }

    // MARK: Files

    /// The file that holds the store; nil if another engine holds it.
    package var file: SQLiteEngine? { engine as? SQLiteEngine }
}
