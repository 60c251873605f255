import CSQLite
import Glibc

/// A database's file and those that lie beside it.
///
/// Paths and records that are handed to the system live until the call returns, and it keeps none of
/// them.
package struct DatabaseFiles: Sendable {
    /// The database's own file.
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// What was committed and is not in the file yet.
    package var log: String { path + "-wal" }
    /// What those who have the file open know of the log; worth nothing afterwards.
    package var sharedMemory: String { path + "-shm" }
    /// What a transaction without a log that was cut off has to put back.
    package var journal: String { path + "-journal" }
    /// See `LogGuard`.
    package var guardFile: String { path + "-guard" }

    /// A call of the system that failed.
    package struct Failure: Error, Sendable, Equatable {
        /// The file that the call was about.
        package let path: String
        /// The system's number of the error.
        package let number: Int32

        package init(path: String, number: Int32) {
            self.path = path
            self.number = number
        }
    }

    /// The bytes of the file at a path; nil where there is none.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Whether another process has the database open. It says so of databases with a write-ahead log,
    /// and of others while they are read or written. This process must not have it open: it would
    /// lose its locks.
    ///
    /// - Throws: `Failure` where the file cannot be opened.
    package func isOpenElsewhere() throws(Failure) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, number: errno) }
        defer { close(descriptor) }
        return trove_is_locked_elsewhere(descriptor) != 0
    }

    /// Makes what was written to a file durable, or the names in a folder.
    ///
    /// - Throws: `Failure`.
    package static func flush(_ path: String) throws(Failure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: path, number: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(path: path, number: errno) }
    }

    /// Makes the names beside a path durable.
    ///
    /// - Throws: `Failure`.
    package static func flushFolder(of path: String) throws(Failure) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        try flush(folder.isEmpty ? "." : folder.joined(separator: "/") + "/")
    }
}
