import Glibc
import TrovePostgres
import TroveSQLite
import TroveSystem

/// Replaces everything in a database with a backup, all or nothing.
///
/// The servers must be stopped, because each knows the identity of its store. A server that is not
/// noticed, for example behind a PgBouncer that hides its name, reads and writes either the former
/// content or the restored one.
struct DatabaseRestore {
    /// The backup, possibly with its write-ahead log beside it.
    let source: String
    let target: PostgresStore

    /// How long a server that was just stopped may still be connected, in seconds.
    private static let patience: UInt64 = 3

    /// Restores the backup.
    ///
    /// - Returns: what was copied.
    /// - Throws: `StoreError` for the backup and the database; `ServerFailure.isInUse` if a server is
    ///   connected.
    func run() throws -> StoreCopy.Outcome {
        let copy = BackupCopy(source: source, path: source + ".restoring")
        defer { copy.remove() }
        try copy.make(isCurrent: true)
        return try DatabaseFill(source: StoreOpener(path: copy.path), target: target).run {
            database in
            let deadline = MonotonicClock.time(after: .seconds(Self.patience))
            while try isInUse(database) {
                guard MonotonicClock.now < deadline else {
                    throw ServerFailure.isInUse(target.name)
                }
                usleep(50_000)
            }
        }
    }

    /// Returns whether another server, or command of the operator, is connected to the database.
    private func isInUse(_ database: PostgresConnection) throws(PostgresError) -> Bool {
        // Otherwise the transaction sees the same connections each time.
        try database.execute("SELECT pg_stat_clear_snapshot()")
        return try database.integer(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND application_name = current_setting('application_name')
            """) != 0
    }
}
