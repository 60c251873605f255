import TroveModel
import TroveSQLite

/// Opens a library file. It checks the file before changing it, and leaves an unusable file
/// unchanged.
struct LibraryOpener {
    let location: Library.Location
    let kinds: Kinds
    let isReadOnly: Bool
    let format: DatabaseFormat
    let makesFolders: Bool

    init(
        location: Library.Location, kinds: Kinds, isReadOnly: Bool, migrations: [String],
        makesFolders: Bool
    ) {
        self.location = location
        self.kinds = kinds
        self.isReadOnly = isReadOnly
        self.makesFolders = makesFolders
        format = DatabaseFormat(applicationID: Schema.applicationID, migrations: migrations)
    }

    /// Opens the library, creates it if it is missing, and migrates it to the current schema.
    ///
    /// - Returns: the connection, and the file's stamp if no other program has the library open.
    ///   The connection is then read-only and takes no locks; `connect` and `prepare` open the file
    ///   for writing.
    func open() throws(LibraryError) -> (Connection, undisturbed: FileStamp?) {
        let path = path
        do {
            if case .memory = location {
                return (try openMemory(), nil)
            }
            return try open(path)
        } catch let error as LibraryError {
            throw error
        } catch let error as SQLiteError {
            throw LibraryError(error, path: path)
        } catch let mismatch as DatabaseFormat.Mismatch {
            throw LibraryError(mismatch, path: path)
        } catch let error as StoredNumber.Impossible {
            throw .isDamaged(path, detail: "\(error.what) is \(error.number)")
        } catch {
            throw .cannotRead(path, detail: "\(error)")
        }
    }

    /// Opens an empty library in memory, whose tables are created before its first statement.
    private func openMemory() throws(SQLiteError) -> Connection {
        try Connection(path: path, access: .memory) {
            [format, kinds] connection throws(SQLiteError) in
            try format.create(connection)
            try Schema.prepareTables(of: kinds, in: connection)
        }
    }

    private var path: String {
        if case .file(let path) = location { path } else { ":memory:" }
    }

    private func open(_ path: String) throws -> (Connection, undisturbed: FileStamp?) {
        let file = LibraryFile.resolve(path)
        let hasAbandonedLog = LibraryFile.hasAbandonedLog(file)
        switch try LibraryFile.find(at: path) {
        // SQLite would turn an empty file into a new database, and remove the log.
        case .nothing where LibraryFile.hasWriteAheadLog(file),
            .file(size: 0) where hasAbandonedLog:
            throw LibraryError.hasOnlyLog(path)
        case .nothing:
            guard !isReadOnly else { throw LibraryError.isMissing(path) }
            if makesFolders { try LibraryFile.createFolders(above: path) }
            try LibraryFile.create(at: path)
        case .file:
            try LibraryFile.checkLength(of: file, calledBy: path)
            if let (connection, stamp) = try openUndisturbed(path) { return (connection, stamp) }
        }
        let connection = try connect()
        if hasAbandonedLog { try checkLog(with: connection) }
        try prepare(connection)
        return (connection, nil)
    }

    /// Checks that the write-ahead log that a program has left belongs to the file: the user may
    /// have put a copy in the file's place.
    private func checkLog(with connection: Connection) throws {
        guard try isFlawed(connection), try !isFlawed(openReader()) else { return }
        // Closing the connection must not apply the log.
        connection.keepLogAtClose()
        throw LibraryError.hasLogOfAnother(path)
    }

    private func isFlawed(_ connection: Connection) throws -> Bool {
        do throws(SQLiteError) {
            return try connection.firstFlaw() != nil
        } catch {
            guard error.reason == .corrupt else { throw error }
            return true
        }
    }

    /// Opens a library that no other program has open, read-only, so that SQLite creates no files
    /// beside it.
    ///
    /// - Returns: nil if another program has it open, or if its schema is not current.
    private func openUndisturbed(_ path: String) throws -> (Connection, FileStamp)? {
        guard let stamp = LibraryFile.undisturbedStamp(of: LibraryFile.resolve(path)) else {
            return nil
        }
        let connection = try openReader()
        let version = try format.version(of: connection)
        guard version > 0 else {
            guard !isReadOnly else { throw LibraryError.notALibrary(path) }
            return nil
        }
        if !isReadOnly {
            guard version == format.currentVersion,
                try Schema.hasTables(of: kinds, in: connection)
            else { return nil }
        }
        return (connection, stamp)
    }

    /// Opens the file read-only, without SQLite's locks.
    func openReader() throws(SQLiteError) -> Connection {
        let connection = try Connection(path: path, access: .immutable)
        try connection.execute(Self.cachesForReading)
        return connection
    }

    /// Opens the file with SQLite's locks, without reading it.
    func connect() throws(SQLiteError) -> Connection {
        let connection = try Connection(path: path, access: isReadOnly ? .readOnly : .readWrite)
        connection.waitForLocks(milliseconds: DatabaseFormat.busyTimeout)
        return connection
    }

    /// Sets the size of a connection's cache, in KiB as a negative number. Each row is decoded once
    /// and not read again, and every cached page is memory that must be allocated first.
    private static let cachesForReading = "PRAGMA cache_size = -80"
    /// Sets SQLite's default, which a connection needs to write.
    static let cachesForWriting = "PRAGMA cache_size = -2000"

    /// Checks a newly opened file, and migrates it unless it is read-only.
    func prepare(_ connection: Connection) throws {
        do {
            try prepareChecked(connection)
            try connection.execute(Self.cachesForReading)
        } catch let mismatch as DatabaseFormat.Mismatch {
            throw LibraryError(mismatch, path: path)
        }
    }

    /// The size of a page of new libraries, in bytes: twice SQLite's default. A long script takes
    /// 5% less time, because each page costs system calls; with larger pages, a command that reads
    /// a few rows takes longer. Earlier libraries keep their size.
    private static let pageSize = 8192
    /// The size of the write-ahead log, in bytes, at which it is copied into the file. SQLite's
    /// default copies it more often.
    private static let logSize = 32 << 20

    private func prepareChecked(_ connection: Connection) throws {
        let version = try format.version(of: connection)
        guard !isReadOnly else {
            guard version > 0 else { throw LibraryError.notALibrary(path) }
            return
        }
        if version == 0 { try connection.execute("PRAGMA page_size = \(Self.pageSize)") }
        try connection.useWriteAheadLog()
        let pageSize = try connection.integer("PRAGMA page_size") ?? Self.pageSize
        try connection.execute(
            "PRAGMA wal_autocheckpoint = \(Self.logSize / max(1, pageSize))")
        if version < format.currentVersion {
            try format.migrate(connection) { version in try backUp(version) }
        }
        if try !Schema.hasTables(of: kinds, in: connection) {
            try connection.begin(isWriting: true)
            try Schema.prepareTables(of: kinds, in: connection)
            try connection.commit()
        }
    }

    /// Copies the file before it is migrated from this version. An existing copy is kept.
    private func backUp(_ version: Int) throws {
        // A second connection reads the state before the migration's transaction.
        let reader = try Connection(path: path, access: .readOnly)
        let backup = "\(path).v\(version).bak"
        if case .nothing = try LibraryFile.find(at: backup) {
            try LibraryFile.copy(reader, to: backup)
        }
    }
}
