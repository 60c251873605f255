import Glibc
import TroveSQLite

/// Why the server's file cannot be used. Each case has its path.
package enum StoreError: Error, Sendable, Equatable {
    /// There is nothing at the path.
    case isMissing(String)
    /// The write-ahead log beside the file is that of another file.
    case hasLogOfAnother(String)
    /// A restore was begun and not finished.
    case isHalfRestored(String)
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
    /// Another program holds it, or is restoring it.
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

extension StoreError {
    /// What a failure of the guard means for the file at a path.
    init(_ failure: LogGuard.Failure, path: String) {
        self =
            switch failure {
            case .isHeld: .isBusy(path)
            case .logOfAnotherFile: .hasLogOfAnother(path)
            case .unfinishedReplacement: .isHalfRestored(path)
            case .files(let failure): StoreError(failure)
            case .database(let error): StoreError(error, path: path)
            }
    }

    /// What a failure of the system means for the file that it names.
    init(_ failure: DatabaseFiles.Failure) {
        self =
            switch failure.number {
            case EACCES, EPERM, EROFS: .noPermission(failure.path)
            case EISDIR: .isNoFile(failure.path)
            case ENOSPC, EDQUOT: .diskIsFull(failure.path)
            case ENOENT, ENOTDIR: .hasNoFolder(failure.path)
            default:
                // The text is the C library's, and is copied at once.
                .cannotOpen(
                    failure.path, detail: unsafe String(cString: strerror(failure.number)))
            }
    }

    /// The same of a file at another path: of a copy that was looked at instead.
    func about(_ path: String) -> StoreError {
        switch self {
        case .isMissing: .isMissing(path)
        case .hasLogOfAnother: .hasLogOfAnother(path)
        case .isHalfRestored: .isHalfRestored(path)
        case .isNoFile: .isNoFile(path)
        case .hasNoFolder: .hasNoFolder(path)
        case .noPermission: .noPermission(path)
        case .isForeign: .isForeign(path)
        case .isNewer(_, let version, let known): .isNewer(path, version: version, known: known)
        case .hasActiveSchema(_, let names): .hasActiveSchema(path, names: names)
        case .isDamaged(_, let detail): .isDamaged(path, detail: detail)
        case .isBusy: .isBusy(path)
        case .diskIsFull: self
        case .cannotOpen(_, let detail): .cannotOpen(path, detail: detail)
        }
    }
}
