import Glibc
import TroveSQLite

/// Opens the server's file: looks at it before it touches it, and leaves unharmed what it cannot use.
///
/// Paths and records that are handed to the system live until the call returns, and it keeps none of
/// them.
struct StoreOpener {
    let path: String
    var migrations = ServerSchema.migrations

    /// How long to wait for another program that is writing, in milliseconds.
    private static let patience: Int32 = 5000

    private var files: DatabaseFiles { DatabaseFiles(path: path) }

    func open() throws(StoreError) -> ServerStore {
        try wordingErrors {
            // The log is looked at before SQLite can join it with the file.
            let known = try guardedBefore()
            try makeFile()
            let connection = try connect()
            try switchToWriteAheadLog(connection)
            try connection.execute("PRAGMA synchronous = FULL")
            try connection.execute("PRAGMA cache_size = -65536")
            connection.endAutomaticCheckpoints()
            try migrate(connection)
            let logGuard = try known ?? LogGuard(of: files, makes: true)
            try logGuard?.renew(connection)
            return try ServerStore(connection: connection, logGuard: logGuard)
        }
    }

    /// Does something with the store as it is, without a step of the schema: the store must be there.
    func visit<Result>(_ work: (Connection) throws -> Result) throws(StoreError) -> Result {
        try wordingErrors {
            guard DatabaseFiles.size(of: path) != nil else { throw StoreError.isMissing(path) }
            let known = try guardedBefore()
            defer { withExtendedLifetime(known) {} }
            let connection = try connect()
            guard try connection.integer("PRAGMA user_version") != 0 else {
                throw StoreError.isForeign(path)
            }
            return try work(connection)
        }
    }

    private func guardedBefore() throws -> LogGuard? {
        let known = try LogGuard(of: files, makes: false)
        try known?.checkLog()
        return known
    }

    /// A connection to a file that is a server's, or empty.
    private func connect() throws -> Connection {
        let connection = try Connection(path: path, access: .readWrite)
        connection.waitForLocks(milliseconds: Self.patience)
        try checkIdentity(of: connection)
        if let flaw = try connection.firstFlaw() {
            throw StoreError.isDamaged(path, detail: flaw)
        }
        return connection
    }

    private func wordingErrors<Result>(_ work: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch let error as LogGuard.Failure {
            throw StoreError(error, path: path)
        } catch let error as DatabaseFiles.Failure {
            throw StoreError(error)
        } catch {
            throw .cannotOpen(path, detail: "\(error)")
        }
    }

    /// A store that is gone with the program.
    func openInMemory() throws(SQLiteError) -> ServerStore {
        let connection = try Connection(path: ":memory:", access: .memory)
        try migrate(connection)
        return try ServerStore(connection: connection, logGuard: nil)
    }

    /// Makes an empty file that only its owner can read, if there is none. An empty file is one that
    /// another start has begun with, too.
    private func makeFile() throws(StoreError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile(path) }
            return
        }
        guard errno == ENOENT else { throw StoreError(.init(path: path, number: errno)) }
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(.init(path: path, number: errno)) }
        close(descriptor)
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
        guard version >= 0 else {
            throw StoreError.isDamaged(path, detail: "it says that its version is \(version)")
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
        try StoreOpener(path: path).open()
    }

    /// A store that is gone with the program.
    package static func inMemory() throws(StoreError) -> ServerStore {
        do throws(SQLiteError) {
            return try StoreOpener(path: ":memory:").openInMemory()
        } catch {
            throw StoreError(error, path: ":memory:")
        }
    }
}
