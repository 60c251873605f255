import TrovePostgres
import TroveSQLite

/// Replaces everything in a database with a store in a file of the current format.
struct DatabaseFill {
    let source: StoreOpener
    let target: PostgresStore

    /// Creates the tables if necessary, and copies the store in one transaction. The file stays as it
    /// is.
    ///
    /// Servers that use the database meanwhile read its former content until the commit, and their
    /// changes wait. A server that starts waits, too. Rows are deleted one by one, because a
    /// transaction that has begun before a TRUNCATE would find the tables empty.
    ///
    /// - Parameter check: decides whether the database may be filled: it throws if not. No server can
    ///   change the database meanwhile.
    /// - Returns: what was copied.
    /// - Throws: what `check` throws; `StoreError`.
    func run(
        _ check: (PostgresConnection) throws -> Void
    ) throws -> StoreCopy.Outcome {
        try target.open().close()
        let result: Result<StoreCopy.Outcome, ServerFailure> = try source.visit { file in
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
        try database.execute("BEGIN")
        try target.lockSchema(database)
        let tables = StoredTable.all.map(\.name)
        try database.execute("LOCK TABLE \(tables.joined(separator: ", ")) IN EXCLUSIVE MODE")
        try check(database)
        for table in tables { try database.execute("DELETE FROM \(table)") }
        let outcome = try StoreCopy.copy(file, to: database)
        try database.execute("COMMIT")
        return outcome
    }
}
