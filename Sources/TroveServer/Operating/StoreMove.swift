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
        guard FileStatus(of: source.path) != nil else {
            throw StoreError.isMissing(source.path)
        }
        guard try !isInUse() else { throw ServerFailure.isInUse(source.path) }
        try source.inspect { _ in }
        let outcome = try DatabaseFill(source: source, target: target).run { database in
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
