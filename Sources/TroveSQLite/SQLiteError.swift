import CSQLite

/// A failure that SQLite reported.
package struct SQLiteError: Error, Sendable, Equatable {
    /// The failures that programs handle differently.
    package enum Reason: Sendable, Equatable {
        /// Another connection holds the lock.
        case busy
        /// The disk is full.
        case full
        /// The file is damaged.
        case corrupt
        /// The file is not a database.
        case notADatabase
        /// The file cannot be written.
        case readOnly
        /// The file cannot be opened.
        case cannotOpen
        /// Reading or writing failed in the operating system.
        case inputOutput
        /// The rows violate a constraint of the schema.
        case constraint
        /// `sqlite3_interrupt` was called.
        case interrupted
        /// Any other failure.
        case other
    }

    /// The reason of the code.
    package let reason: Reason
    /// SQLite's extended result code.
    package let code: Int32
    /// SQLite's message.
    package let message: String

    /// The message with the code, for failures that are shown as they are.
    package var detail: String { "\(message) (SQLite \(code))" }

    /// SQLITE_IOERR_SHMSIZE: there is no space for the shared memory that a write-ahead log needs,
    /// even for reading.
    private static let sharedMemorySize = SQLITE_IOERR | 19 << 8

    /// Creates the error of a result code. The low byte of an extended code gives the reason.
    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
        reason =
            switch code & 0xFF {
            case _ where code == Self.sharedMemorySize: .full
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_FULL: .full
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_READONLY: .readOnly
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_IOERR: .inputOutput
            case SQLITE_CONSTRAINT: .constraint
            case SQLITE_INTERRUPT: .interrupted
            default: .other
            }
    }
}
