import Glibc
import TroveServer
import TroveSystem
import TroveTesting

/// The stores of the contract tests: databases on PostgreSQL, or SQLite in memory.
enum TestStore {
    /// Whether the tests run on PostgreSQL.
    static let isPostgres = TestedEngine.current.isPostgres
    /// Whether the tests run with row security.
    static let hasRowSecurity = TestedEngine.current == .rowSecurity

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
