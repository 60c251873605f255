import CSQLite

/// What SQLite answered when it could not do what it was told.
package struct SQLiteError: Error, Sendable, Equatable {
    /// What kind of failure it is, as far as somebody can act on it.
    package enum Reason: Sendable, Equatable {
        /// Another program is writing.
        case busy
        /// The file system has no room left.
        case full
        /// The file is damaged.
        case corrupt
        /// The file is no database.
        case notADatabase
        /// The file may not be written.
        case readOnly
        /// The file cannot be opened.
        case cannotOpen
        /// Reading or writing failed below SQLite.
        case inputOutput
        /// The rows break a rule of the schema.
        case constraint
        /// The work was interrupted.
        case interrupted
        case other
    }

    /// What the code comes to.
    package let reason: Reason
    /// SQLite's own code, extended.
    package let code: Int32
    /// SQLite's own words.
    package let message: String

    /// The error of a result code, which may be extended; its low byte gives the reason.
    package init(code: Int32, message: String) {
        self.code = code
        self.message = message
        reason =
            switch code & 0xFF {
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
