import TrovePostgres
import TroveSystem

/// A database on PostgreSQL that holds the server's data.
struct PostgresStore: Sendable {
    /// A connection string or URL of libpq, possibly with a password.
    let address: String
    /// Whether the database server keeps prepared statements. PgBouncer before 1.21 cannot.
    let preparesStatements: Bool
    /// Whether each transaction of a user is limited to the rows of that user.
    let hasRowSecurity: Bool
    /// The server in the address whose connection was lost last; nil if it has been reached since.
    /// It may be a primary that was cut off and does not know it: it still accepts connections, but
    /// no commit on it ends. So it is tried last.
    private let lost = Locked<String?>(nil)
    /// The ID of the server whose data the database had at first; nil before that.
    private let identity = Locked<String?>(nil)

    init(address: String, preparesStatements: Bool, hasRowSecurity: Bool = false) {
        self.address = address
        self.preparesStatements = preparesStatements
        self.hasRowSecurity = hasRowSecurity
    }

    /// The address for messages: without a password, and without parameters.
    var name: String { PostgresStore.name(of: address) }

    var hasPassword: Bool { PostgresConnection.hasPassword(in: address) }

    /// Connects to the database, which has the current schema.
    func connect() throws(StoreFault) -> PostgresConnection {
        do throws(PostgresError) {
            let last = lost.withLock { $0 }
            let connection = try PostgresConnection(
                address, last: last, preparesStatements: preparesStatements)
            // This attempt tried the other hosts first and found no primary.
            if last == connection.server {
                lost.withLock { lost in lost = lost == last ? nil : lost }
            }
            return connection
        } catch {
            throw StoreFault(error)
        }
    }

    /// Connects to the database, which must hold the data of the same server as at the first
    /// connection: a running server knows their identity.
    ///
    /// - Throws: `StoreFault.otherServer` if it does not.
    func connectToSameServer() throws(StoreFault) -> PostgresConnection {
        let connection = try connect()
        do throws(PostgresError) {
            let found = try connection.texts(ServerStore.identityQuery.postgres).first
            let isSame = identity.withLock { known in
                known = known ?? found
                return known == found
            }
            if isSame { return connection }
        } catch {
            connection.close()
            throw StoreFault(error)
        }
        connection.close()
        throw .otherServer
    }

    func noteLoss(of connection: PostgresConnection) {
        lost.withLock { $0 = connection.server }
    }

    /// Whether another connection to the same server was lost, and none has been made since. A new
    /// one then finds out which server is the primary.
    func hasLost(_ connection: PostgresConnection) -> Bool {
        lost.withLock { $0 == connection.server }
    }

    /// Creates the tables, or brings them to the current schema, and opens the store.
    func open() throws(StoreError) -> ServerStore {
        try translatingErrors {
            let connection = try connect()
            defer { connection.close() }
            let encoding = try connection.texts("SHOW server_encoding").first ?? ""
            guard Self.encodings.contains(encoding) else {
                throw StoreError.hasOtherEncoding(name, encoding: encoding)
            }
            if hasRowSecurity { try createRole(connection) }
            try migrateRepeatedly(connection)
            return try reopen()
        }
    }

    /// The encodings of databases that can hold every text. `SQL_ASCII` takes bytes as they are.
    private static let encodings: Set = ["UTF8", "SQL_ASCII"]

    /// The most attempts at a migration that conflicts with other transactions.
    private static let migrationAttempts = 10

    /// Migrates the database. PostgreSQL may abort the migration because of a deadlock with a
    /// transaction of a running server.
    private func migrateRepeatedly(_ connection: PostgresConnection) throws {
        for _ in 1..<Self.migrationAttempts {
            do {
                return try migrate(connection)
            } catch let error as PostgresError where error.reason == .serialization {
                try connection.execute("ROLLBACK")
            }
        }
        try migrate(connection)
    }

    private func createRole(_ connection: PostgresConnection) throws {
        do {
            try RowSecurity.createRole(connection)
        } catch let error where error.reason == .permission {
            throw StoreError.lacksRole(name, role: RowSecurity.role)
        }
    }

    private func translatingErrors<Result>(
        _ work: () throws -> Result
    ) throws(StoreError) -> Result {
        do {
            return try work()
        } catch let error as StoreError {
            throw error
        } catch let error as PostgresError {
            throw StoreError(StoreFault(error), path: name)
        } catch let fault as StoreFault {
            throw StoreError(fault, path: name)
        } catch {
            throw .cannotOpen(name, detail: "\(error)")
        }
    }

    /// Runs `work`, which only reads, on a database of the current schema.
    ///
    /// - Throws: as `visit` does.
    func inspect<Result>(_ work: (any StoreEngine) throws -> Result) throws(StoreError) -> Result {
        try visit { _ in
            let engine = PostgresEngine(self)
            defer { engine.close() }
            return try work(engine)
        }
    }

    /// Runs `work` on a connection to a database of the current schema.
    ///
    /// - Throws: `StoreError.isOlder` or `isNewer`, `isEmpty` if it has no tables, or `isForeign`
    ///   if it has those of another program.
    func visit<Result>(_ work: (PostgresConnection) throws -> Result) throws(StoreError) -> Result {
        try translatingErrors {
            let connection = try connect()
            defer { connection.close() }
            let known = PostgresSchema.migrations.count
            guard let version = try version(of: connection) else {
                throw try hasTables(connection)
                    ? StoreError.isForeign(name) : StoreError.isEmpty(name)
            }
            guard version >= known else { throw StoreError.isOlder(name) }
            guard version == known else {
                throw StoreError.isNewer(name, version: version, known: known)
            }
            return try work(connection)
        }
    }

    /// Returns the number of migrations that the database has had.
    func format() throws(StoreError) -> Int {
        try translatingErrors {
            let connection = try connect()
            defer { connection.close() }
            return try version(of: connection) ?? 0
        }
    }

    /// Opens another connection to a store that was opened.
    func reopen() throws(StoreFault) -> ServerStore {
        try ServerStore(PostgresEngine(self))
    }

    private func hasTables(_ connection: PostgresConnection) throws -> Bool {
        try connection.integer(
            "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") != 0
    }

    /// Runs the missing migrations and adds missing policies, all or none, while no other server
    /// does.
    private func migrate(_ connection: PostgresConnection) throws {
        try connection.execute("BEGIN")
        try lockSchema(connection)
        let known = PostgresSchema.migrations.count
        let former = try version(of: connection)
        if former == nil {
            guard try !hasTables(connection) else { throw StoreError.isForeign(name) }
            try connection.execute(
                """
                CREATE TABLE trove_format (version bigint NOT NULL);
                INSERT INTO trove_format VALUES (0)
                """)
        }
        let version = former ?? 0
        guard (0...known).contains(version) else {
            throw StoreError.isNewer(name, version: version, known: known)
        }
        for step in PostgresSchema.migrations.dropFirst(version) { try connection.execute(step) }
        if version < known {
            try connection.execute("UPDATE trove_format SET version = \(known)")
        }
        if hasRowSecurity { try RowSecurity.addPolicies(connection) }
        try connection.execute("COMMIT")
    }

    /// Keeps servers from starting until the end of the transaction.
    func lockSchema(_ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.integer("SELECT 1 FROM pg_advisory_xact_lock(\(PostgresSchema.lock))")
    }

    /// Returns the number of migrations that the database has had; nil if it has no tables of the
    /// server.
    func version(of connection: PostgresConnection) throws(PostgresError) -> Int? {
        let table = try connection.texts("SELECT to_regclass('trove_format')::text").first
        guard table == "trove_format" else { return nil }
        return try connection.integer("SELECT version FROM trove_format") ?? 0
    }

    /// Returns an address without the secrets that it may contain; only `PostgreSQL` if it is
    /// unclear where a password in it ends.
    static func name(of address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return "PostgreSQL" }
        var rest = address[scheme.upperBound...]
        // As in libpq, a user and a password end at the first @ before a slash. A password may
        // contain a question mark.
        if let end = rest.firstIndex(where: { "@/".contains($0) }), rest[end] == "@" {
            rest = rest[rest.index(after: end)...]
        }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        // A password in a parameter, or one with signs that should have been percent-encoded.
        guard parts.dropFirst().allSatisfy({ !$0.contains("@") }) else { return "PostgreSQL" }
        // Drop the rest of a password that contains an @ or a slash.
        let host =
            parts[0].lastIndex(of: "@").map { parts[0][parts[0].index(after: $0)...] } ?? parts[0]
        // Without a host, parameters name the folder of the socket and the port.
        let parameters = parts.dropFirst().flatMap { $0.split(separator: "&") }
        let place = parameters.filter { parameter in
            host.hasPrefix("/") && ["host=", "port="].contains { parameter.hasPrefix($0) }
        }
        return "\(address[..<scheme.upperBound])\(host)"
            + (place.isEmpty ? "" : "?" + place.joined(separator: "&"))
    }
}
