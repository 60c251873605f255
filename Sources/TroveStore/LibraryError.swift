import Glibc
import TroveSQLite
import TroveSystem

/// Why a library cannot be opened, read or written. Each case but `snapshot` has the path of the
/// file.
package enum LibraryError: Error, Sendable, Hashable {
    /// The path is a folder.
    case isDirectory(String)
    /// There is no file, and the library is opened read-only.
    case isMissing(String)
    /// The file is missing or empty, but the write-ahead log beside it is not.
    case hasOnlyLog(String)
    /// The file is intact, but does not match the write-ahead log beside it, which belongs to
    /// another state of the file.
    case hasLogOfAnother(String)
    /// The folder of the path does not exist.
    case hasNoFolder(String)
    /// The user may not read or write the file.
    case noPermission(String)
    /// The file or its folder cannot be created: the system's error number.
    case cannotCreate(String, errno: Int32)
    /// The file is not a SQLite database.
    case notADatabase(String)
    /// The file is a database of another program.
    case notALibrary(String)
    /// The file has triggers, views or virtual tables, which Trove never creates: their names.
    case hasActiveSchema(String, names: [String])
    /// A newer Trove wrote the file: its version, and the newest known one.
    case isNewer(String, version: Int, known: Int)
    /// The file is damaged.
    case isDamaged(String, detail: String)
    /// Another program holds the lock.
    case isBusy(String)
    /// Another program moved, deleted, replaced or overwrote the file while it was open.
    case wasReplaced(String)
    /// The disk is full, or the user's quota is exceeded.
    case diskIsFull(String)
    /// No item numbers are left.
    case isFull(String)
    /// The library is open read-only.
    case isReadOnly(String)
    /// Reading or writing failed for another reason: `detail` is the message of SQLite or the
    /// system.
    case cannotRead(String, detail: String)
    /// The file that shells lock cannot be opened: `detail` is the message of the system.
    case cannotLock(String, detail: String)
    /// A snapshot cannot be used.
    case snapshot(SnapshotError)
    /// The change to undo was made by a newer Trove, and this one cannot read it.
    case isNotUnderstood(String)

    init(_ error: SQLiteError, path: String) {
        self =
            switch error.reason {
            case .busy: .isBusy(path)
            case .full: .diskIsFull(path)
            case .corrupt: .isDamaged(path, detail: error.message)
            case .notADatabase: .notADatabase(path)
            case .readOnly: .isReadOnly(path)
            case .cannotOpen: Self.reason(forNotOpening: path, error)
            case .inputOutput, .constraint, .interrupted, .other:
                .cannotRead(path, detail: error.detail)
            }
    }

    /// Returns why SQLite could not open a file, or create one beside it. SQLite does not
    /// distinguish missing permissions from other reasons, such as too many open files.
    private static func reason(
        forNotOpening path: String, _ error: SQLiteError
    ) -> LibraryError {
        for place in [path, FilePath.folder(of: path)] {
            guard SystemCall.access(place, R_OK | W_OK) != 0 else { continue }
            switch errno {
            case EACCES, EPERM: return .noPermission(path)
            case EROFS: return .cannotRead(path, detail: "its file system is read-only")
            default: break
            }
        }
        return .cannotRead(path, detail: error.detail)
    }

    init(_ mismatch: DatabaseFormat.Mismatch, path: String) {
        self =
            switch mismatch {
            case .isForeign: .notALibrary(path)
            case .isNewer(let version, let known): .isNewer(path, version: version, known: known)
            case .hasImpossibleVersion(let version):
                .isDamaged(path, detail: "the format version \(version) is invalid")
            case .hasActiveSchema(let names): .hasActiveSchema(path, names: names)
            }
    }
}

/// Why a snapshot cannot be created, restored or deleted.
package enum SnapshotError: Error, Sendable, Hashable {
    /// The name cannot be a file name.
    case notAName(String)
    /// A snapshot with this name exists.
    case exists(String)
    /// There is no snapshot with this name; the names of all snapshots.
    case isMissing(String, known: [String])
    /// The snapshot's file is damaged, or a newer Trove wrote it.
    case isUnusable(String)
    /// The snapshot's file, at this path, cannot be written.
    case cannotSave(String, path: String)
    /// The snapshot's file, at this path, cannot be deleted.
    case cannotDelete(String, path: String)
    /// A library in memory has no snapshots.
    case isEphemeral
}
