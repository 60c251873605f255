import Glibc
import TroveModel
import TroveSQLite

/// Opens a library file: looks at it before it touches it, and leaves unharmed what it cannot use.
struct LibraryOpener {
    let location: Library.Location
    let kinds: Kinds
    let isReadOnly: Bool
    let migrations: [String]
    /// Whether missing folders are made, too.
    let makesFolders: Bool

    /// How long to wait for another program that is writing, in milliseconds.
    private static let patience: Int32 = 5000

    /// Opens the library, makes it if there is none, and brings its schema up to date.
    ///
    /// - Returns: the connection, and the file's stamp if nobody else is at work: it is then open for
    ///   reading, without locks. `connect` and `prepare` open it for writing.
    func open() throws(LibraryError) -> (Connection, undisturbed: FileStamp?) {
        let path = path
        do {
            if case .memory = location {
                let connection = try Connection(path: path, access: .memory)
                try migrate(connection, at: path)
                try Schema.prepareTables(of: kinds, in: connection)
                return (connection, nil)
            }
            return try open(path)
        } catch let error as LibraryError {
            throw error
        } catch let error as SQLiteError {
            throw LibraryError(error, path: path)
        } catch let error as StoredNumber.Impossible {
            throw .isDamaged(path, detail: "\(error.what) is \(error.number)")
        } catch {
            throw .cannotRead(path, detail: "\(error)")
        }
    }

    private var path: String {
        if case .file(let path) = location { path } else { ":memory:" }
    }

    private func open(_ path: String) throws -> (Connection, undisturbed: FileStamp?) {
        switch try LibraryFile.find(at: path) {
        case .nothing:
            guard !isReadOnly else { throw LibraryError.isMissing(path) }
            if makesFolders { try LibraryFile.createFolders(above: path) }
            try LibraryFile.create(at: path)
        case .file:
            try LibraryFile.checkLength(of: LibraryFile.resolve(path), calledBy: path)
            if let (connection, stamp) = try openUndisturbed(path) { return (connection, stamp) }
        }
        let connection = try connect()
        try prepare(connection)
        return (connection, nil)
    }

    /// Opens a library for reading that nobody has open, so that nothing is made beside it; nil where
    /// somebody has it open, or where something has to be brought up to date.
    private func openUndisturbed(_ path: String) throws -> (Connection, FileStamp)? {
        guard let stamp = LibraryFile.undisturbedStamp(of: LibraryFile.resolve(path)) else {
            return nil
        }
        let connection = try Connection(path: path, access: .immutable)
        let version = try checkIdentity(of: connection, path)
        guard version > 0 else {
            guard !isReadOnly else { throw LibraryError.isNoLibrary(path) }
            return nil
        }
        if !isReadOnly {
            guard version == migrations.count,
                try Schema.hasTables(of: kinds, in: connection)
            else { return nil }
        }
        return (connection, stamp)
    }

    /// Opens the file as SQLite shares it, without reading it yet.
    func connect() throws(SQLiteError) -> Connection {
        let connection = try Connection(path: path, access: isReadOnly ? .readOnly : .readWrite)
        connection.waitForLocks(milliseconds: Self.patience)
        return connection
    }

    /// Reads a file that was just opened, and brings its schema up to date if it may be written.
    func prepare(_ connection: Connection) throws {
        let version = try checkIdentity(of: connection, path)
        guard !isReadOnly else {
            guard version > 0 else { throw LibraryError.isNoLibrary(path) }
            return
        }
        try switchToWriteAheadLog(connection)
        try connection.execute("PRAGMA synchronous = FULL")
        // Pages of the log: each is copied to the file less often when the log may grow longer.
        try connection.execute("PRAGMA wal_autocheckpoint = 8000")
        if version < migrations.count { try migrate(connection, at: path) }
        if try !Schema.hasTables(of: kinds, in: connection) {
            try connection.execute("BEGIN IMMEDIATE")
            try Schema.prepareTables(of: kinds, in: connection)
            try connection.execute("COMMIT")
        }
    }

    /// SQLite does not wait for others when it changes the journal's mode, so this does.
    private func switchToWriteAheadLog(_ connection: Connection) throws(SQLiteError) {
        let pause: UInt32 = 10_000
        for attempt in 0... {
            do throws(SQLiteError) {
                try connection.execute("PRAGMA journal_mode = WAL")
                return
            } catch {
                let isOver = attempt * Int(pause) > Int(Self.patience) * 1000
                guard error.reason == .busy, !isOver else { throw error }
                usleep(pause)
            }
        }
    }

    /// The schema version of the file; zero for a file that was just made. Read in one transaction,
    /// because another program may be making the file.
    private func checkIdentity(of connection: Connection, _ path: String) throws -> Int {
        try connection.execute("BEGIN")
        defer { try? connection.execute("COMMIT") }
        let identity = try connection.integer("PRAGMA application_id") ?? 0
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard identity == Schema.applicationID else {
            let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            guard identity == 0, version == 0, objects == 0 else {
                throw LibraryError.isNoLibrary(path)
            }
            return 0
        }
        guard version <= migrations.count else {
            throw LibraryError.isNewer(path, version: version, known: migrations.count)
        }
        let active = try connection.activeSchemaObjects()
        guard active.isEmpty else { throw LibraryError.hasActiveSchema(path, names: active) }
        return try StoredNumber.checked(version, as: "the format's number")
    }

    /// Takes the steps that the file has not taken, all or none, with a copy of it made before. The
    /// lock is held from the look at the version on, so that nobody else migrates meanwhile.
    private func migrate(_ connection: Connection, at path: String) throws {
        try connection.execute("BEGIN IMMEDIATE")
        let version = try connection.integer("PRAGMA user_version") ?? 0
        if (1..<migrations.count).contains(version) {
            // A second connection reads what was there before the lock.
            let reader = try Connection(path: path, access: .readOnly)
            let backup = "\(path).v\(version).bak"
            if case .nothing = try LibraryFile.find(at: backup) {
                try LibraryFile.copy(reader, to: backup)
            }
        }
        for step in migrations.dropFirst(version) { try connection.execute(step) }
        if version < migrations.count {
            try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
            try connection.execute("PRAGMA user_version = \(migrations.count)")
        }
        try connection.execute("COMMIT")
    }
}
