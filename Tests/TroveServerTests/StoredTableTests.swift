import Testing
import TroveSQLite
import TroveServer
import TroveTesting

/// What `move`, `backup` and `restore` copy is all that the schemas have.
struct StoredTableTests {
    private let schema: Set<String>

    init() {
        schema = Set(
            StoredTable.all.flatMap { table in table.columnNames.map { "\(table.name).\($0)" } })
    }

    /// Whether a column is of a table that is copied.
    private static func isCopied(_ column: String) -> Bool {
        !["leases.", "trove_format.", "generation."].contains { column.hasPrefix($0) }
    }

    @Test func aFileHasTheSameColumns() throws {
        let folder = try ScratchDirectory(name: "trove-tables")
        try ServerStore.open(folder.path("server.db")).close()
        let columns = try Connection(path: folder.path("server.db"), access: .readOnly).texts(
            """
            SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
            """)
        #expect(Set(columns.filter(Self.isCopied)) == schema)
    }

    @Test func aDatabaseHasTheSameColumns() throws {
        let address = try TestStore.postgresAddress()
        let columns = try ProgramUnderTest("/usr/bin/psql").run([
            address, "-qAtc",
            """
            SELECT table_name || '.' || column_name FROM information_schema.columns
            WHERE table_schema = 'public'
            """,
        ]).requiring().lines
        #expect(Set(columns.filter(Self.isCopied)) == schema)
    }
}
