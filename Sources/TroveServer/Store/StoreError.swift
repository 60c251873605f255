import TroveSQLite

/// Why the server's file cannot be used. Each case has its path.
package enum StoreError: Error, Sendable, Equatable {
    /// A directory, a pipe or a device stands where the file should be.
    case isNoFile(String)
    /// The folder that it should be in does not exist.
    case hasNoFolder(String)
    /// The system does not let this user read or write there.
    case noPermission(String)
    /// The file holds something else than a server's data; it was left as it is.
    case isForeign(String)
    /// Written by a newer server: its version, and the newest this one knows; it was left as it is.
    case isNewer(String, version: Int, known: Int)
    /// The file has triggers, views or virtual tables, which no server makes: their names.
    case hasActiveSchema(String, names: [String])
    /// Something in the file is not as it was written.
    case isDamaged(String, detail: String)
    /// Another program holds it.
    case isBusy(String)
    /// The file system has no room left.
    case diskIsFull(String)
    /// Another failure, in the words of whoever failed.
    case cannotOpen(String, detail: String)

    /// What SQLite's failure means for the file at a path.
    init(_ error: SQLiteError, path: String) {
        self =
            switch error.reason {
            case .busy: .isBusy(path)
            case .full: .diskIsFull(path)
            case .corrupt: .isDamaged(path, detail: error.message)
            case .notADatabase: .isForeign(path)
            case .readOnly, .cannotOpen: .noPermission(path)
            case .inputOutput, .constraint, .interrupted, .other:
                .cannotOpen(path, detail: "\(error.message) (SQLite \(error.code))")
            }
    }
}
