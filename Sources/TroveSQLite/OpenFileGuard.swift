import TroveSystem

/// Detects that another program moved, deleted, replaced or overwrote the file of an open database.
///
/// SQLite keeps using the files that it has open. Later commits then go into a file that no program
/// opens again, or are mixed with the content of another one. With a write-ahead log, the main file
/// changes only in checkpoints, which leave traces in shared memory. So a main file that changed
/// without a checkpoint was written by another program.
package struct OpenFileGuard: Sendable {
    /// What another program did to the file.
    package enum Finding: Sendable, Equatable {
        /// The path leads to another file or to none; SQLite still has the complete old file open.
        case isElsewhere
        /// The content was replaced, so the pages in SQLite's cache no longer match it.
        case isOverwritten
    }

    private let path: String
    private let identity: FileStatus.Identity
    private var stamp: FileStamp
    private var log: FileStatus.Identity?
    private var checkpoints: Connection.Checkpoints?

    /// Guards the file of a connection that has already read it; nil if the file is gone.
    ///
    /// - Parameters:
    ///   - connection: the connection to the file.
    ///   - path: the path with symbolic links resolved.
    package init?(_ connection: Connection, path: String) {
        guard let stamp = FileStamp(of: path) else { return nil }
        self.path = path
        self.stamp = stamp
        identity = stamp.identity
        log = FileStamp(of: DatabaseFiles(path: path).log)?.identity
        checkpoints = connection.checkpoints
    }

    /// Returns what another program did to the file since the last call; nil if nothing.
    package mutating func check(_ connection: Connection) -> Finding? {
        // If a checkpoint writes after the stamp is taken, its state differs from this one at the
        // next call: a checkpoint is visible in memory from before its first write until after its
        // last one.
        let before = connection.checkpoints
        guard let now = FileStamp(of: path), now.identity == identity else { return .isElsewhere }
        let logNow = FileStamp(of: DatabaseFiles(path: path).log)?.identity
        if let log, logNow != log { return .isElsewhere }
        log = logNow
        let reached = connection.checkpoints
        defer { checkpoints = before }
        let isWritten = now.written != stamp.written || now.size != stamp.size
        guard isWritten else { return nil }
        guard let reached, reached != checkpoints || reached.isRunning else {
            return .isOverwritten
        }
        stamp = now
        return nil
    }

    /// Whether the write-ahead log at the path is the one that the connection uses.
    package var hasLog: Bool {
        log != nil && FileStamp(of: DatabaseFiles(path: path).log)?.identity == log
    }
}
