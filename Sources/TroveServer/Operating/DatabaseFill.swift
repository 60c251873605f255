import Glibc
import TrovePostgres
import TroveSQLite
import TroveSystem

/// Replaces everything in a database with a store in a file of the current format.
struct DatabaseFill {
    let source: StoreOpener
    let target: PostgresStore
    /// Keeps other programs from opening the file; nil if they may.
    var lock: LogGuard?

    /// Creates the tables if necessary, and copies the store in one transaction. The file stays as
    /// it is.
    ///
    /// A server that starts meanwhile waits. A running server that goes unnoticed, because a
    /// PgBouncer hides its name, reads the former content until the commit, and its changes wait.
    /// Rows are deleted one by one, because a transaction that began before a TRUNCATE would find
    /// the tables empty.
    ///
    /// - Parameter check: decides whether the database may be filled: it throws if not. No server
    ///   can change the database meanwhile.
    /// - Returns: what was copied.
    /// - Throws: what `check` throws; `ServerFailure.isInUse` if a server is connected,
    ///   `StoreError`.
    func run(
        _ check: (PostgresConnection) throws -> Void
    ) throws -> StoreCopy.Outcome {
        try target.open().close()
        let result: Result<StoreCopy.Outcome, ServerFailure> = try source.visit(under: lock) {
            file in
            // No server can write to the file meanwhile.
            try file.begin(isWriting: true)
            defer { file.rollBack() }
            do {
                let database = try target.connect()
                defer { database.close() }
                return .success(try fill(database, from: file, check))
            } catch let failure as ServerFailure {
                return .failure(failure)
            } catch let error as PostgresError {
                throw StoreError(StoreFault(error), path: target.name)
            } catch let fault as StoreFault {
                throw StoreError(fault, path: target.name)
            }
        }
        return try result.get()
    }

    private func fill(
        _ database: PostgresConnection, from file: Connection,
        _ check: (PostgresConnection) throws -> Void
    ) throws -> StoreCopy.Outcome {
        database.timeLimit = StoreCopy.timeLimit
        // This comes before the lock, which would hold up a running server.
        let deadline = MonotonicClock.uptime + .seconds(Self.timeLimit)
        while try isInUse(database) {
            guard MonotonicClock.uptime < deadline else { throw ServerFailure.isInUse(target.name) }
            SystemThread.sleep(for: .milliseconds(50))
        }
        try database.execute("BEGIN")
        try target.lockSchema(database)
        let tables = StoredTable.all.map(\.name)
        try database.execute("LOCK TABLE \(tables.joined(separator: ", ")) IN EXCLUSIVE MODE")
        guard try !isInUse(database) else { throw ServerFailure.isInUse(target.name) }
        try check(database)
        for table in tables { try database.execute("DELETE FROM \(table)") }
        let outcome = try StoreCopy.copy(file, to: database)
        try database.execute("COMMIT")
        return outcome
    }

    /// How long a server that was just stopped may still be connected, in seconds.
    private static let timeLimit: UInt64 = 3

    /// Returns whether a server, or another command of the operator, is connected to the database.
    private func isInUse(_ database: PostgresConnection) throws(PostgresError) -> Bool {
        // Otherwise a transaction sees the same connections each time.
        try database.execute("SELECT pg_stat_clear_snapshot()")
        return try database.integer(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND application_name LIKE '\(PostgresConnection.programName)%'
            """) != 0
    }
}
