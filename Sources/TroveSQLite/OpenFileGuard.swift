/// Notices that the file of an open database was moved, deleted, replaced or overwritten by another
/// program.
///
/// SQLite goes on using the files that it has open. What it commits after that goes into a file that
/// nobody opens again, or mixes with the content of another one. A database with a write-ahead log
/// writes its main file in checkpoints only, and leaves their traces in shared memory; so a main file
/// that was written without a checkpoint was written by somebody else.
package struct OpenFileGuard: Sendable {
    /// What another program has done.
    package enum Finding: Sendable, Equatable {
        /// The path leads to another file, or to none; SQLite still has all of the old one.
        case isElsewhere
        /// The file has another content; what SQLite still has of the old one fits nothing.
        case isOverwritten
    }

    private let path: String
    private let identity: FileStamp.Identity
    private var stamp: FileStamp
    private var log: FileStamp.Identity?
    private var checkpoints: Connection.Checkpoints?

    /// Guards the file of a connection that has read it; nil when the file is already gone.
    ///
    /// - Parameters:
    ///   - connection: the connection whose file it is.
    ///   - path: the file itself, behind symbolic links.
    package init?(_ connection: Connection, path: String) {
        guard let stamp = FileStamp(of: path) else { return nil }
        self.path = path
        self.stamp = stamp
        identity = stamp.identity
        log = FileStamp(of: path + "-wal")?.identity
        checkpoints = connection.checkpoints
    }

    /// What another program has done to the file since the last look; nil when nothing.
    package mutating func check(_ connection: Connection) -> Finding? {
        guard let now = FileStamp(of: path), now.identity == identity else { return .isElsewhere }
        let logNow = FileStamp(of: path + "-wal")?.identity
        if let log, logNow != log { return .isElsewhere }
        log = logNow
        // In this order: a checkpoint shows in memory before it writes.
        let reached = connection.checkpoints
        defer { checkpoints = reached }
        let isWritten = now.written != stamp.written || now.size != stamp.size
        guard isWritten else { return nil }
        guard let reached, reached != checkpoints || reached.isRunning else {
            return .isOverwritten
        }
        stamp = now
        return nil
    }

    /// Whether the write-ahead log beside the path is still the one of the connection.
    package var hasLog: Bool {
        log != nil && FileStamp(of: path + "-wal")?.identity == log
    }
}
