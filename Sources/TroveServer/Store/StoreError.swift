import Glibc
import TroveSQLite
import TroveSystem

/// Why the server's store cannot be used. Each case carries the path of its file, or the address of
/// its database without secrets.
package enum StoreError: Error, Sendable, Equatable {
    /// There is no file at the path.
    case isMissing(String)
    /// There is no backup at the path.
    case noBackup(String)
    /// The write-ahead log beside the file belongs to another file.
    case hasLogOfAnother(String)
    /// There is no file at the path, but a write-ahead log beside it.
    case hasOnlyLog(String)
    /// The file is missing or empty, and so is its log, but the guard beside it lists one.
    case hasOnlyGuard(String)
    /// A restore was interrupted before it finished.
    case isHalfRestored(String)
    /// The path is a folder, a pipe or a device.
    case notAFile(String)
    /// The folder of the path does not exist.
    case hasNoFolder(String)
    /// The user may not read or write the file.
    case noPermission(String)
    /// The database has no tables yet.
    case isEmpty(String)
    /// The file does not hold a server's data; it is unchanged.
    case isForeign(String)
    /// A newer server wrote the file: its version, and the newest known one; it is unchanged.
    case isNewer(String, version: Int, known: Int)
    /// An earlier server wrote the file, and it must be converted first; it is unchanged.
    case isOlder(String)
    /// The file has triggers, views or virtual tables, which no server creates: their names.
    case hasActiveSchema(String, names: [String])
    /// The file is damaged.
    case isDamaged(String, detail: String)
    /// A backup is damaged, and was not restored.
    case isDamagedBackup(String, detail: String)
    /// Another program holds its lock, or is restoring it.
    case isBusy(String)
    /// The database has an encoding that cannot hold every text.
    case hasOtherEncoding(String, encoding: String)
    /// Row security needs a role that the database's user may not create or take.
    case lacksRole(String, role: String)
    /// The disk is full.
    case diskIsFull(String)
    /// Its file system is mounted read-only.
    case isReadOnly(String)
    /// Another failure: `detail` is the message of SQLite or the system.
    case cannotOpen(String, detail: String)

    init(_ error: SQLiteError, path: String) {
        self =
            switch error.reason {
            case .busy: .isBusy(path)
            case .full: .diskIsFull(path)
            case .corrupt: .isDamaged(path, detail: error.message)
            case .notADatabase: .isForeign(path)
            case .readOnly, .cannotOpen:
                FilePath.isOnReadOnlyFileSystem(path) ? .isReadOnly(path) : .noPermission(path)
            case .inputOutput, .constraint, .interrupted, .other:
                .cannotOpen(path, detail: error.detail)
            }
    }

    init(_ fault: StoreFault, path: String) {
        self =
            switch fault.reason {
            case .busy: .isBusy(path)
            case .full: .diskIsFull(path)
            case .damaged: .isDamaged(path, detail: fault.detail)
            case .noPermission:
                FilePath.isOnReadOnlyFileSystem(path) ? .isReadOnly(path) : .noPermission(path)
            case .inputOutput, .constraint, .lost, .unknownOutcome, .replaced, .other:
                .cannotOpen(path, detail: fault.detail)
            }
    }

    init(_ mismatch: DatabaseFormat.Mismatch, path: String) {
        self =
            switch mismatch {
            case .isForeign: .isForeign(path)
            case .isNewer(let version, let known): .isNewer(path, version: version, known: known)
            case .hasImpossibleVersion(let version):
                .isDamaged(path, detail: "its version is \(version)")
            case .hasActiveSchema(let names): .hasActiveSchema(path, names: names)
            }
    }
}

extension StoreError {
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

    /// Translates a failed system call.
    init(_ failure: DatabaseFiles.Failure) {
        self =
            switch failure.number {
            case EACCES, EPERM: .noPermission(failure.path)
            case EROFS: .isReadOnly(failure.path)
            case EISDIR: .notAFile(failure.path)
            case ENOSPC, EDQUOT: .diskIsFull(failure.path)
            case ENOENT, ENOTDIR: .hasNoFolder(failure.path)
            default: .cannotOpen(failure.path, detail: SystemCall.strerror(failure.number))
            }
    }

    /// Returns the same error about another path: that of the original, where a copy was checked.
    func about(_ path: String) -> StoreError {
        switch self {
        case .isMissing: .isMissing(path)
        case .noBackup: .noBackup(path)
        case .hasLogOfAnother: .hasLogOfAnother(path)
        case .hasOnlyLog: .hasOnlyLog(path)
        case .hasOnlyGuard: .hasOnlyGuard(path)
        case .isHalfRestored: .isHalfRestored(path)
        case .notAFile: .notAFile(path)
        case .hasNoFolder: .hasNoFolder(path)
        case .noPermission: .noPermission(path)
        case .isReadOnly: .isReadOnly(path)
        case .isEmpty: .isEmpty(path)
        case .isForeign: .isForeign(path)
        case .isOlder: .isOlder(path)
        case .isNewer(_, let version, let known): .isNewer(path, version: version, known: known)
        case .hasActiveSchema(_, let names): .hasActiveSchema(path, names: names)
        case .isDamaged(_, let detail), .isDamagedBackup(_, let detail):
            .isDamagedBackup(path, detail: detail)
        case .isBusy: .isBusy(path)
        case .hasOtherEncoding(_, let encoding): .hasOtherEncoding(path, encoding: encoding)
        case .lacksRole(_, let role): .lacksRole(path, role: role)
        case .diskIsFull: self
        case .cannotOpen(_, let detail): .cannotOpen(path, detail: detail)
        }
    }
}
