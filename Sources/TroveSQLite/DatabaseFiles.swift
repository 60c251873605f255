import CSQLite
import Glibc
import TroveSystem

/// The paths of a database file and of the files that belong to it.
///
/// Paths and structs that are passed to the system live until the call returns, and it keeps none
/// of them.
package struct DatabaseFiles: Sendable {
    /// The main file.
    package let path: String

    /// Creates the paths for a main file.
    package init(path: String) {
        self.path = path
    }

    /// The write-ahead log: commits that are not in the main file yet.
    package var log: String { path + "-wal" }
    /// The index of the write-ahead log, shared by the open connections; useless without them.
    package var sharedMemory: String { path + "-shm" }
    /// The rollback journal of an interrupted transaction, where there is no write-ahead log.
    package var journal: String { path + "-journal" }
    /// The file of `LogGuard`.
    package var guardFile: String { path + "-guard" }

    /// A system call that failed.
    package struct Failure: Error, Sendable, Equatable {
        /// The path that the call was given.
        package let path: String
        /// The system's error number.
        package let number: Int32

        /// Creates a failure.
        package init(path: String, number: Int32) {
            self.path = path
            self.number = number
        }
    }

    /// Gives a file that root has created to the owner of another file or of a folder: a service
    /// that runs as that owner could not open it otherwise. Does nothing for other users.
    ///
    /// That owner could put a link in the place of the file to be given one of root's files. So
    /// links are not followed, and a file with a second name stays as it is. SQLite must not have
    /// the file open: closing it here releases the locks of SQLite.
    ///
    /// - Throws: `Failure`.
    package static func give(_ path: String, toOwnerOf other: String) throws(Failure) {
        guard geteuid() == 0 else { return }
        let descriptor = SystemCall.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .init(path: path, number: errno) }
        defer { close(descriptor) }
        guard let file = FileStatus(of: descriptor) else { throw .init(path: path, number: errno) }
        guard let model = FileStatus(of: other) else { throw .init(path: other, number: errno) }
        guard file.type == .file, file.links == 1, file.owner == 0 else { return }
        guard fchown(descriptor, model.owner, model.group) == 0 else {
            throw .init(path: path, number: errno)
        }
    }

    /// Returns whether another process has the database open. Without a write-ahead log, it notices
    /// only processes that are reading or writing.
    ///
    /// This process must not have it open: closing the descriptor would drop its POSIX locks.
    ///
    /// - Throws: `Failure` if the file cannot be opened.
    package func isOpenElsewhere() throws(Failure) -> Bool {
        let descriptor = SystemCall.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, number: errno) }
        defer { close(descriptor) }
        return trove_is_locked_elsewhere(descriptor) != 0
    }

    /// Flushes a file's content, or the names in a folder, to the disk.
    ///
    /// - Throws: `Failure`.
    package static func flush(_ path: String) throws(Failure) {
        do throws(WholeFile.Failure) {
            try WholeFile.flush(path)
        } catch {
            throw Failure(path: path, number: error.number)
        }
    }

    /// Flushes the names in the folder of a path to the disk.
    ///
    /// - Throws: `Failure`.
    package static func flushFolder(of path: String) throws(Failure) {
        try flush(FilePath.folder(of: path))
    }
}
