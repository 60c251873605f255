import Glibc
import TroveModel
import TrovePostgres
import TroveSQLite
import TroveSystem

/// Copies a store from a file to an empty database, with everything that devices know of it: the
/// server's ID, the histories, the tokens. Devices go on with the new store as if nothing had
/// happened.
struct StoreMove {
    let source: StoreOpener
    let target: PostgresStore
    let now: Timestamp

    /// Copies the store, all or nothing, and then renames the file: a server that is started with
    /// its former options finds the guard without a file, and refuses to start.
    ///
    /// - Returns: what was copied, and the new path of the file.
    /// - Throws: `ServerFailure.isInUse` if a server uses the file or the database,
    ///   `ServerFailure.hasAccounts` if the database is not empty, `StoreError`.
    func run() throws -> (StoreCopy.Outcome, kept: String) {
        try source.inspect { _ in }
        guard try !isInUse() else { throw ServerFailure.isInUse(source.path) }
        // What a command of the operator changed after the copy would be lost.
        let guardFile = DatabaseFiles(path: source.path).guardFile
        let hadGuard = FileStatus(of: guardFile) != nil
        let lock = try source.lock()
        defer { withExtendedLifetime(lock) { if !hadGuard { SystemCall.unlink(guardFile) } } }
        let outcome = try DatabaseFill(source: source, target: target, lock: lock).run {
            database in
            guard try database.integer("SELECT count(*) FROM users") == 0 else {
                throw ServerFailure.hasAccounts(target.name)
            }
        }
        return (outcome, try rename())
    }

    /// Renames the file with its log. Returns its new path.
    private func rename() throws(StoreError) -> String {
        let kept = KeptPaths.free(beside: source.path, "moved", at: now)
        do throws(DatabaseFiles.Failure) {
            for (path, other) in [
                (source.path, kept),
                (DatabaseFiles(path: source.path).log, DatabaseFiles(path: kept).log),
            ] {
                guard SystemCall.rename(path, other) == 0 || errno == ENOENT else {
                    throw .init(path: path, number: errno)
                }
            }
            try DatabaseFiles.flushFolder(of: kept)
        } catch {
            throw StoreError(error)
        }
        return kept
    }

    private func isInUse() throws(StoreError) -> Bool {
        do throws(DatabaseFiles.Failure) {
            return try DatabaseFiles(path: source.path).isOpenElsewhere()
        } catch {
            throw StoreError(error)
        }
    }
}
