import TroveSQLite
import TroveSystem

/// Where the server's data are.
enum StoreLocation: Sendable {
    case file(StoreOpener)
    case database(PostgresStore)

    /// Creates the location that an option names.
    init(
        _ address: StoreAddress, preparesStatements: Bool = true, hasRowSecurity: Bool = false
    ) {
        self =
            switch address {
            case .file(let path): .file(StoreOpener(path: path))
            case .postgres(let address):
                .database(
                    PostgresStore(
                        address: address, preparesStatements: preparesStatements,
                        hasRowSecurity: hasRowSecurity))
            }
    }

    /// The path, or the address without secrets.
    var name: String {
        switch self {
        case .file(let opener): opener.path
        case .database(let database): database.name
        }
    }

    /// Opens the store, creates it if there is none, and migrates it to the current schema.
    func open() throws(StoreError) -> ServerStore {
        switch self {
        case .file(let opener): try opener.open()
        case .database(let database): try database.open()
        }
    }

    /// Opens an existing store, and migrates it to the current schema. A database that exists is a
    /// store, with or without tables.
    func openExisting() throws(StoreError) -> ServerStore {
        switch self {
        case .file(let opener): try opener.openExisting()
        case .database(let database): try database.open()
        }
    }

    /// Opens an existing store of the current format.
    ///
    /// - Throws: `StoreError.isOlder` for a store of an earlier format, which only a server and
    ///   `migrate` convert.
    func openCurrent() throws(StoreError) -> ServerStore {
        switch self {
        case .file(let opener): try opener.inspect { _ in }
        case .database(let database):
            // A database without tables has no format yet.
            if try database.format() != 0 { try database.visit { _ in } }
        }
        return try openExisting()
    }

    /// Opens an existing store of the current format, and runs `work`, which only reads.
    ///
    /// - Throws: `StoreError.isOlder` for a store of an earlier format.
    func inspect<Result>(_ work: (any StoreEngine) throws -> Result) throws(StoreError) -> Result {
        switch self {
        case .file(let opener):
            return try opener.inspect { connection in
                try work(SQLiteEngine(connection: connection, logGuard: nil))
            }
        case .database(let database):
            return try database.inspect(work)
        }
    }

    /// Whether the store is a file that does not exist yet, or is empty.
    var isMissing: Bool {
        guard case .file(let opener) = self else { return false }
        return opener.isMissing
    }

    /// Whether the store is a file that other users of the machine can read or write.
    var isOpenToOthers: Bool {
        guard case .file(let opener) = self else { return false }
        return opener.isOpenToOthers
    }

    /// Whether another program has the file of the store open.
    var isOpenElsewhere: Bool {
        guard case .file(let opener) = self, !opener.isMissing else { return false }
        return (try? DatabaseFiles(path: opener.path).isOpenElsewhere()) ?? false
    }

    /// Whether the address of the database contains a password.
    var hasPassword: Bool {
        guard case .database(let database) = self else { return false }
        return database.hasPassword
    }

    func format() throws(StoreError) -> Int {
        switch self {
        case .file(let opener): try opener.visit { try $0.integer("PRAGMA user_version") ?? 0 }
        case .database(let database): try database.format()
        }
    }

    /// What connects the servers on one database; nil for a file, which has one server.
    var news: PostgresNews? {
        guard case .database(let database) = self else { return nil }
        return PostgresNews(database)
    }

    /// What finds out whether the database can be used; nil for a file, whose requests never wait
    /// long.
    var probe: PostgresProbe? {
        guard case .database(let database) = self else { return nil }
        return PostgresProbe(database)
    }

    /// The bytes of the file and of its write-ahead log; nil for a database.
    var bytes: (file: Int, log: Int)? {
        guard case .file(let opener) = self else { return nil }
        return (
            FileStatus(of: opener.path)?.size ?? 0,
            FileStatus(of: DatabaseFiles(path: opener.path).log)?.size ?? 0
        )
    }

    /// Returns the file, for a command that needs one.
    ///
    /// - Parameter command: the command, for the message.
    /// - Returns: the file.
    /// - Throws: `ServerFailure.needsFile`.
    func file(for command: String) throws(ServerFailure) -> StoreOpener {
        guard case .file(let opener) = self else { throw .needsFile(command: command) }
        return opener
    }
}

/// Where an option says that the server's data are.
package enum StoreAddress: Sendable, Equatable {
    /// The path of a file.
    case file(String)
    /// A URL of libpq.
    case postgres(String)
}

extension ServerStore {
    /// Opens a store, creates it if it does not exist, and migrates it to the current schema.
    ///
    /// - Parameters:
    ///   - address: where it is.
    ///   - hasRowSecurity: whether a database, too, keeps users apart.
    /// - Returns: the store.
    /// - Throws: `StoreError`.
    package static func open(
        _ address: StoreAddress, hasRowSecurity: Bool = false
    ) throws(StoreError) -> ServerStore {
        try StoreLocation(address, hasRowSecurity: hasRowSecurity).open()
    }
}
