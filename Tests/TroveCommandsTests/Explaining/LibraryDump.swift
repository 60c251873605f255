import TroveModel
import TroveSQLite
import TroveStore

/// Everything in a library, as text.
enum LibraryDump {
    /// Returns all rows of all tables of the file.
    static func file(_ library: Library) throws -> [String] {
        let database = library.connection.database
        let tables = try database.texts(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return try tables.flatMap { table in
            let columns = try database.texts("SELECT name FROM pragma_table_info('\(table)')")
            let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
            return try database.texts("SELECT '\(table) ' || \(row) FROM \"\(table)\" ORDER BY 1")
        }
    }

    /// Returns the loaded items.
    static func memory(_ library: Library) -> [Item] {
        library.catalog.items.sorted { ($0.kind, $0.number) < ($1.kind, $1.number) }
    }
}
