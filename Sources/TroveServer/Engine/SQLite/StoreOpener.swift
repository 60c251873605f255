import Glibc
import TroveSQLite
import TroveSystem

/// Opens the server's database file. Checks the file before changing it, and leaves a file that it
/// cannot use unchanged.
///
/// Paths and structs that are passed to the system live until the call returns, and it keeps none
/// of them.
struct StoreOpener {
    let path: String
    let format: DatabaseFormat

    init(path: String, migrations: [String] = SQLiteSchema.migrations) {
        // SQLite's files lie beside the file that a symbolic link leads to.
        self.path = FilePath.resolved(path) ?? path
        format = DatabaseFormat(applicationID: SQLiteSchema.applicationID, migrations: migrations)
    }

    private var files: DatabaseFiles { DatabaseFiles(path: path) }

    /// Opens the store, creates it if there is none, and migrates it to the current schema.
    func open() throws(StoreError) -> ServerStore {
        try translatingErrors {
            try checkForLostFile()
            // Before SQLite can apply a log that belongs to another file.
            let known = try checkedGuard()
            try makeFile()
            let connection = try connect()
            try connection.useWriteAheadLog()
            // In KiB, as a negative number.
            try connection.execute("PRAGMA cache_size = -65536")
            // Keeps the data for rolling back a part of a transaction in memory.
            try connection.execute("PRAGMA temp_store = MEMORY")
            connection.endAutomaticCheckpoints()
            try format.migrate(connection)
            let logGuard = try known ?? LogGuard(of: files, makes: true)
            if known == nil { try DatabaseFiles.give(files.guardFile, toOwnerOf: path) }
            try logGuard?.renew(connection)
            return try ServerStore(
                SQLiteEngine(
                    connection: connection, logGuard: logGuard,
                    fileGuard: OpenFileGuard(connection, path: path)))
        }
    }

    /// Opens another connection, which only reads, to a store that is open.
    func openReader() throws(StoreError) -> ServerStore {
        try translatingErrors {
            let connection = try Connection(path: path, access: .readWrite)
            connection.waitForLocks(milliseconds: DatabaseFormat.busyTimeout)
            // In KiB, as a negative number.
            try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -8192")
            connection.keepLogAtClose()
            // Reads the file, so that it has a log.
            _ = try connection.integer("PRAGMA user_version")
            return try ServerStore(
                SQLiteEngine(
                    connection: connection, logGuard: nil,
                    fileGuard: OpenFileGuard(connection, path: path)))
        }
    }

    func openInMemory() throws(StoreError) -> ServerStore {
        try translatingErrors {
            let connection = try Connection(path: path, access: .memory)
            try format.migrate(connection)
            return try ServerStore(SQLiteEngine(connection: connection, logGuard: nil))
        }
    }

    /// Locks a store that no other program has open.
    ///
    /// - Returns: the lock: no other program can open the store until it is released.
    func lock() throws(StoreError) -> LogGuard {
        try translatingErrors { try LogGuard(replacing: files) }
    }

    /// Opens an existing store without migrating it, and runs `work` on the connection.
    ///
    /// - Parameters:
    ///   - lock: the result of `lock`; nil if other programs may have the store open.
    ///   - work: uses the connection, which is then closed.
    /// - Returns: the result of `work`.
    /// - Throws: what `work` throws, as a `StoreError`.
    func visit<Result>(
        under lock: LogGuard? = nil, _ work: (Connection) throws -> Result
    ) throws(StoreError) -> Result {
        try translatingErrors {
            try requireFile()
            let known = try checkedGuard(lock)
            defer { withExtendedLifetime(known) {} }
            let connection = try connect()
            guard try connection.integer("PRAGMA user_version") != 0 else {
                throw StoreError.isForeign(path)
            }
            return try work(connection)
        }
    }

    /// Opens an existing store of the current format, and runs `work`, which only reads.
    ///
    /// - Throws: `isOlder` for a store of an earlier format, which only `open` converts.
    func inspect<Result>(_ work: (Connection) throws -> Result) throws(StoreError) -> Result {
        try visit { connection in
            let version = try connection.integer("PRAGMA user_version") ?? 0
            guard version == format.currentVersion else { throw StoreError.isOlder(path) }
            return try work(connection)
        }
    }

    /// Opens an existing store, and migrates it to the current schema.
    func openExisting() throws(StoreError) -> ServerStore {
        try requireFile()
        return try open()
    }

    var exists: Bool { FileStatus(of: path) != nil }

    /// Whether there is no store at the path, but at most an empty file.
    var isMissing: Bool { FileStatus(of: path)?.size ?? 0 == 0 }

    /// Throws if the file is missing, but its write-ahead log is not.
    func checkForLostFile() throws(StoreError) {
        guard !exists, FileStatus(of: files.log)?.size ?? 0 > 0 else { return }
        throw .hasOnlyLog(path)
    }

    /// Throws unless there is a file at the path.
    private func requireFile() throws(StoreError) {
        try checkForLostFile()
        guard let status = FileStatus(of: path) else {
            let number = errno
            // The guard knows whether there was a store that was moved or deleted.
            if number == ENOENT { _ = try translatingErrors { try checkedGuard() } }
            throw number == ENOENT
                ? .isMissing(path) : StoreError(.init(path: path, number: number))
        }
        guard status.type == .file else { throw .notAFile(path) }
    }

    /// Whether other users of the machine can read or write the store. SQLite gives the other files
    /// the permissions that the store has when they are made.
    var isOpenToOthers: Bool {
        [path, files.log, files.sharedMemory].contains {
            FileStatus(of: $0)?.isOpenToOthers ?? false
        }
    }

    /// Returns the guard of an existing store, whose log belongs to it; nil for a new store.
    private func checkedGuard(_ held: LogGuard? = nil) throws -> LogGuard? {
        let known = try held ?? LogGuard(of: files, makes: false)
        let isEmpty = [path, files.log].allSatisfy { (FileStatus(of: $0)?.size ?? 0) == 0 }
        if isEmpty, try known?.knowsDatabase() == true { throw StoreError.hasOnlyGuard(path) }
        try known?.checkLog()
        return known
    }

    /// Opens the file, which must be a server's or empty, and checks its structure.
    private func connect() throws -> Connection {
        let connection = try Connection(path: path, access: .readWrite)
        connection.waitForLocks(milliseconds: DatabaseFormat.busyTimeout)
        _ = try format.version(of: connection)
        if let flaw = try connection.firstFlaw() {
            throw StoreError.isDamaged(path, detail: flaw)
        }
        return connection
    }

    private func translatingErrors<Result>(
        _ work: () throws -> Result
    ) throws(StoreError) -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch let fault as StoreFault {
            throw StoreError(fault, path: path)
        } catch let mismatch as DatabaseFormat.Mismatch {
            throw StoreError(mismatch, path: path)
        } catch let error as LogGuard.Failure {
            throw StoreError(error, path: path)
        } catch let error as DatabaseFiles.Failure {
            throw StoreError(error)
        } catch {
            throw .cannotOpen(path, detail: "\(error)")
        }
    }

    /// Creates an empty file that only its owner can read, unless there is a file. A start that was
    /// interrupted may have left an empty one.
    private func makeFile() throws(StoreError) {
        if let status = FileStatus(of: path) {
            guard status.type == .file else { throw .notAFile(path) }
            return
        }
        guard errno == ENOENT else { throw StoreError(.init(path: path, number: errno)) }
        let flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW
        let descriptor = SystemCall.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw StoreError(.init(path: path, number: errno)) }
        close(descriptor)
        do throws(DatabaseFiles.Failure) {
            try DatabaseFiles.give(path, toOwnerOf: FilePath.folder(of: path))
        } catch {
            throw StoreError(error)
        }
    }
}

extension ServerStore {
    /// Opens the server's database file, or creates it if it does not exist. Its folder must exist.
    package static func open(_ path: String) throws(StoreError) -> ServerStore {
        try StoreOpener(path: path).open()
    }

    /// Opens another connection, which only reads, to a store that is open.
    package static func openReader(_ path: String) throws(StoreError) -> ServerStore {
        try StoreOpener(path: path).openReader()
    }

    /// Creates a store in memory.
    package static func inMemory() throws(StoreError) -> ServerStore {
        try StoreOpener(path: ":memory:").openInMemory()
    }
}
