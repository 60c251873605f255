import Glibc
import TroveServer
import TroveSystem
import TroveTesting

/// The engine that the contract tests run on: PostgreSQL with `TROVE_TEST_STORE=postgres`, the same
/// with row security with `TROVE_TEST_STORE=row-security`, otherwise SQLite in memory.
enum TestStore {
    private static let engine = SystemCall.getenv("TROVE_TEST_STORE")

    /// Whether the tests run on PostgreSQL.
    static let isPostgres = engine == "postgres" || hasRowSecurity
    /// Whether the tests run with row security.
    static let hasRowSecurity = engine == "row-security"

    /// The address of a database that has the tables, and no rows.
    private static let template = Locked<String?>(nil)

    /// Returns the address of a new store on PostgreSQL.
    static func postgresAddress() throws -> String {
        try template.withLock { template in
            if template == nil {
                let address = try PostgresUnderTest.makeDatabase()
                try ServerStore.open(.postgres(address), hasRowSecurity: hasRowSecurity).close()
                template = address
            }
            return try PostgresUnderTest.makeDatabase(template: template)
        }
    }
}

/// A store on the engine of the tests, which several servers open.
struct SharedStore {
    private let folder: ScratchDirectory
    private let address: StoreAddress

    init() throws {
        folder = try ScratchDirectory(name: "trove-shared")
        address =
            TestStore.isPostgres
            ? .postgres(try TestStore.postgresAddress()) : .file(folder.path("server.db"))
    }

    /// Opens the store, and creates it for the first server.
    func open() throws -> ServerStore {
        try .open(address, hasRowSecurity: TestStore.hasRowSecurity)
    }
}

extension ServerStore {
    /// Creates an empty store on the engine of the tests.
    static func forTest() throws -> ServerStore {
        guard TestStore.isPostgres else { return try .inMemory() }
        return try .open(
            .postgres(TestStore.postgresAddress()), hasRowSecurity: TestStore.hasRowSecurity)
    }
}
