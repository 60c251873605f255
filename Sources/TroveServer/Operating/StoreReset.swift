import Glibc
import TroveModel
import TroveSQLite
import TroveSystem

/// Removes all accounts of a class from its store, which may be in use, with everything they hold.
struct StoreReset {
    /// What a reset did.
    struct Outcome {
        /// The number of accounts that were removed.
        let accounts: Int
        /// The path of the copy with these accounts.
        let copy: String
    }

    let store: StoreOpener
    let now: Timestamp

    /// Copies the store, and removes the accounts in the same transaction, so the copy has all that
    /// was removed. The server's ID and the class's code stay.
    ///
    /// - Throws: `ServerFailure.isNotClass` for another store, `ServerFailure` if the copy cannot
    ///   be made, `StoreError`.
    func run() throws -> Outcome {
        guard try ClassFile(store: store.path).code() != nil else {
            throw ServerFailure.isNotClass(store.path)
        }
        let copy = KeptPaths.free(beside: store.path, "before", at: now)
        let accounts: Result<Int, ServerFailure> = try store.visit { connection in
            try connection.begin(isWriting: true)
            do {
                let accounts = try connection.integer("SELECT count(*) FROM users") ?? 0
                try StoreBackup(store: .file(store), target: copy).make()
                for table in UserQuery.Table.allCases {
                    try connection.execute("DELETE FROM \(table)")
                }
                // Students who guessed too often can sign up at once.
                try connection.execute("DELETE FROM failures; DELETE FROM emails")
                try connection.commit()
                return .success(accounts)
            } catch {
                connection.rollBack()
                guard let failure = error as? ServerFailure else { throw error }
                return .failure(failure)
            }
        }
        return Outcome(accounts: try accounts.get(), copy: copy)
    }
}
