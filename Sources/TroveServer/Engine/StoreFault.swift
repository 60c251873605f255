import Glibc
package import TroveSQLite

/// A failure of the engine that holds the server's data.
package struct StoreFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The failures that the server handles differently.
    package enum Reason: Sendable, Equatable {
        /// Another connection holds a lock, or the engine was interrupted.
        case busy
        /// The disk is full.
        case full
        /// The data are damaged.
        case damaged
        /// The data cannot be opened or written.
        case noPermission
        /// Reading or writing failed in the operating system.
        case inputOutput
        /// The rows violate a constraint of the schema.
        case constraint
        /// The connection to the database was lost, or the transaction conflicted with another one.
        /// Nothing was committed, and the transaction can run again.
        case lost
        /// The connection was lost during a commit, which may or may not have happened.
        case unknownOutcome
        /// Another program moved, deleted or overwrote the file, or filled the database with the
        /// data of another server. It is no longer used.
        case replaced
        /// Any other failure.
        case other
    }

    /// Why it failed.
    package let reason: Reason
    /// The engine's message, with its code.
    package let detail: String

    package var description: String { detail }

    /// Creates a failure.
    package init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// Translates a failure of SQLite.
    package init(_ error: SQLiteError) {
        reason =
            switch error.reason {
            case .busy, .interrupted: .busy
            case .full: .full
            case .corrupt, .notADatabase: .damaged
            case .readOnly, .cannotOpen: .noPermission
            case .inputOutput: .inputOutput
            case .constraint: .constraint
            case .other: .other
            }
        detail = error.detail
    }

    /// Another program moved or deleted the file of the store, or put another one in its place.
    static let moved = StoreFault(
        .replaced,
        """
        another program moved, deleted or replaced its file; stop the server, and put the file back \
        or restore a backup; a deleted file can be saved from /proc/\(getpid())/fd while the server \
        runs
        """)
    /// Another program overwrote the file of the store.
    static let overwritten = StoreFault(
        .replaced, "another program overwrote its file; stop the server, and restore a backup")

    /// The database holds the data of another server, such as a backup that was restored.
    static let otherServer = StoreFault(
        .replaced, "the database now holds another server's data; restart this server")

    static let closed = StoreFault(.other, "the store is closed")
}
