import Glibc
import TrovePostgres
import TroveSQLite
import TroveSystem

/// Copies a store, which may be in use, to a new file. The copy is one state of the store.
struct StoreBackup {
    let store: StoreLocation
    /// The new file.
    let target: String

    /// Makes the copy. When this returns, the copy is complete and on the disk; when it throws,
    /// there is no copy.
    ///
    /// - Returns: the number of accounts in the copy.
    /// - Throws: `StoreError` for the store, `ServerFailure.isThere` if the target exists,
    ///   `ServerFailure.isBeingMade`, `ServerFailure.cannotMake`.
    @discardableResult
    func make() throws -> Int {
        guard FileStatus(of: target) == nil else { throw ServerFailure.isThere(target) }
        let file = try PartialFile(of: target)
        let partial = file.path
        do {
            try copy(to: partial)
        } catch StoreError.diskIsFull {
            // Only the copy takes up space.
            throw ServerFailure.cannotMake(target, ENOSPC)
        }
        let accounts: Int
        do {
            let copy = try Connection(path: partial, access: .readWrite)
            try LogGuard.removeGeneration(from: copy)
            if let flaw = try copy.firstFlaw() {
                throw StoreError.isDamaged(store.name, detail: flaw)
            }
            accounts = try copy.integer("SELECT count(*) FROM users") ?? 0
        } catch let error as SQLiteError {
            throw StoreError(error, path: target)
        }
        try file.finish()
        return accounts
    }

    private func copy(to partial: String) throws {
        switch store {
        case .file(let opener):
            try opener.visit { connection in
                try connection.backup(to: partial)
            }
        case .database(let database): try copy(database, to: partial)
        }
    }

    /// Copies the rows of a database to an empty file.
    private func copy(_ database: PostgresStore, to path: String) throws {
        do {
            let file = try Connection(path: path, access: .readWrite)
            try StoreOpener(path: path).format.migrate(file)
            // Nothing uses the file before it is complete and flushed.
            try file.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try file.begin()
            try file.execute("DELETE FROM server")
            try database.visit { connection in
                connection.timeLimit = StoreCopy.timeLimit
                try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                let result = Result { try StoreCopy.copy(connection, to: file) }
                    .mapError { ($0 as? SQLiteError).map { StoreError($0, path: target) } ?? $0 }
                try result.get()
                try connection.execute("COMMIT")
            }
            try file.commit()
        } catch let error as SQLiteError {
            throw StoreError(error, path: target)
        }
    }
}
