import Glibc
import TroveSQLite

/// Opens the server's file: looks at it before it touches it, and leaves unharmed what it cannot use.
///
/// Paths and records that are handed to the system live until the call returns, and it keeps none of
/// them.
struct StoreOpener {
    let path: String
    let migrations: [String]

    /// How long to wait for another program that is writing, in milliseconds.
    private static let patience: Int32 = 5000

    func open() throws(StoreError) -> ServerStore {
        try makeFile()
        do {
            let connection = try Connection(path: path, access: .readWrite)
            connection.waitForLocks(milliseconds: Self.patience)
            try checkIdentity(of: connection)
            try switchToWriteAheadLog(connection)
            try connection.execute("PRAGMA synchronous = FULL")
            // Pages of the log: each is copied to the file less often when the log may grow longer.
            try connection.execute("PRAGMA wal_autocheckpoint = 8000")
            try connection.execute("PRAGMA cache_size = -65536")
            try migrate(connection)
            return ServerStore(connection: connection)
        } catch let error as StoreError {
            throw error
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch {
            throw .cannotOpen(path, detail: "\(error)")
        }
    }

    /// A store that is gone with the program.
    func openInMemory() throws(SQLiteError) -> ServerStore {
        let connection = try Connection(path: ":memory:", access: .memory)
        try migrate(connection)
        return ServerStore(connection: connection)
    }

    /// Makes an empty file that only its owner can read, if there is none. An empty file is one that
    /// another start has begun with, too.
    private func makeFile() throws(StoreError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile(path) }
            return
        }
        guard errno == ENOENT else { throw failure(errno) }
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        close(descriptor)
    }

    private func failure(_ number: Int32) -> StoreError {
        switch number {
        case EACCES, EPERM, EROFS: .noPermission(path)
        case EISDIR: .isNoFile(path)
        case ENOSPC, EDQUOT: .diskIsFull(path)
        case ENOENT, ENOTDIR: .hasNoFolder(path)
        default: .cannotOpen(path, detail: unsafe String(cString: strerror(number)))
        }
    }

    /// Read in one transaction, because another program may be making the file.
    private func checkIdentity(of connection: Connection) throws {
        try connection.execute("BEGIN")
        defer { try? connection.execute("COMMIT") }
        let identity = try connection.integer("PRAGMA application_id") ?? 0
        let version = try connection.integer("PRAGMA user_version") ?? 0
        guard identity == ServerSchema.applicationID else {
            let objects = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            guard identity == 0, version == 0, objects == 0 else {
                throw StoreError.isForeign(path)
            }
            return
        }
        guard version <= migrations.count else {
            throw StoreError.isNewer(path, version: version, known: migrations.count)
        }
        let active = try connection.activeSchemaObjects()
        guard active.isEmpty else { throw StoreError.hasActiveSchema(path, names: active) }
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

    /// Takes the steps that the file has not taken, all or none. The lock is held from the look at the
    /// version on, so that nobody else migrates meanwhile.
    private func migrate(_ connection: Connection) throws(SQLiteError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let version = try connection.integer("PRAGMA user_version") ?? 0
            for step in migrations.dropFirst(version) { try connection.execute(step) }
            if version < migrations.count {
                try connection.execute("PRAGMA application_id = \(ServerSchema.applicationID)")
                try connection.execute("PRAGMA user_version = \(migrations.count)")
            }
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            throw error
        }
    }
}

extension ServerStore {
    /// Opens the server's file, and makes it if it is not there. The folder must be.
    package static func open(_ path: String) throws(StoreError) -> ServerStore {
        try StoreOpener(path: path, migrations: ServerSchema.migrations).open()
    }

    /// A store that is gone with the program.
    package static func inMemory() throws(StoreError) -> ServerStore {
        do throws(SQLiteError) {
            return try StoreOpener(path: ":memory:", migrations: ServerSchema.migrations)
                .openInMemory()
        } catch {
            throw StoreError(error, path: ":memory:")
        }
    }
}
