import TroveSQLite

/// Why a library cannot be opened, read or written. Each case but `snapshot` has the file's path.
package enum LibraryError: Error, Sendable, Equatable {
    /// A directory stands where the file should be.
    case isDirectory(String)
    /// There is no file, and none may be made.
    case isMissing(String)
    /// The folder that it should be in does not exist.
    case hasNoFolder(String)
    /// The system does not let this user read or write there.
    case noPermission(String)
    /// The file or its folder cannot be made: the system's error number.
    case cannotCreate(String, errno: Int32)
    /// The file holds something else.
    case isNoDatabase(String)
    /// A database, but none of Trove's.
    case isNoLibrary(String)
    /// The file has triggers, views or virtual tables, which Trove does not make: their names.
    case hasActiveSchema(String, names: [String])
    /// Written by a newer Trove: its version, and the newest this one knows.
    case isNewer(String, version: Int, known: Int)
    /// Something in the file is not as it was written.
    case isDamaged(String, detail: String)
    /// Another program holds it.
    case isBusy(String)
    /// Another program has moved, deleted, replaced or overwritten the file while it was open.
    case wasReplaced(String)
    /// The file system, or the user's share of it, has no room left.
    case diskIsFull(String)
    /// There are no numbers left to give.
    case isFull(String)
    /// The library was opened for reading only.
    case isReadOnly(String)
    /// Reading or writing failed for another reason: `detail`, in the words of whoever failed.
    case cannotRead(String, detail: String)
    /// A snapshot, and not the library, is the trouble.
    case snapshot(SnapshotError)
    /// The change to take back is of a sort that only a newer Trove knows.
    case isNotUnderstood(String)

    /// What SQLite's failure means for the library at a path.
    init(_ error: SQLiteError, path: String) {
        self =
            switch error.reason {
            case .busy: .isBusy(path)
            case .full: .diskIsFull(path)
            case .corrupt: .isDamaged(path, detail: error.message)
            case .notADatabase: .isNoDatabase(path)
            case .readOnly: .isReadOnly(path)
            case .cannotOpen: .noPermission(path)
            case .inputOutput, .constraint, .interrupted, .other:
                .cannotRead(path, detail: "\(error.message) (SQLite \(error.code))")
            }
    }
}

/// Why a snapshot cannot be taken or found.
package enum SnapshotError: Error, Sendable, Equatable {
    /// A name must be a plain file name.
    case isNoName(String)
    /// There is one of this name.
    case exists(String)
    /// There is none of this name; those there are.
    case isMissing(String, known: [String])
    /// Its file is damaged, or was written by a newer Trove.
    case isUnusable(String)
    /// Its file, at this path, cannot be written.
    case cannotSave(String, path: String)
    /// A library that is kept nowhere has no snapshots.
    case isEphemeral
}
