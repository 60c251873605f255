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

    /// Copies the store, all or nothing. The file stays as it is.
    ///
    /// - Throws: `ServerFailure.isInUse` if a server uses the file or the database,
    ///   `ServerFailure.hasAccounts` if the database is not empty, `StoreError`.
    func run() throws -> StoreCopy.Outcome {
        guard FileStatus(of: source.path) != nil else {
            throw StoreError.isMissing(source.path)
        }
        guard try !isInUse() else { throw ServerFailure.isInUse(source.path) }
        try source.inspect { _ in }
        return try DatabaseFill(source: source, target: target).run { database in
            guard try database.integer("SELECT count(*) FROM users") == 0 else {
                throw ServerFailure.hasAccounts(target.name)
            }
        }
    }

    private func isInUse() throws(StoreError) -> Bool {
        do throws(DatabaseFiles.Failure) {
            return try DatabaseFiles(path: source.path).isOpenElsewhere()
        } catch {
            throw StoreError(error)
        }
    }
}
