import TrovePostgres
import TroveSQLite

/// Copies all rows of a store between a file and a database, both of the current format. Memory
/// does not grow with the store.
struct StoreCopy {
    /// What was copied.
    struct Outcome {
        let accounts: Int
        let entries: Int
        let photos: Int
    }

    /// How long a statement may take. Some read or remove all rows of a table.
    static let timeLimit = Duration.seconds(3600)
    /// The bytes after which rows are sent.
    private static let batchBytes = 4 << 20

    // MARK: To a database

    /// Copies all rows of a file to a database, which has no rows. Both are in a transaction.
    static func copy(_ file: Connection, to database: PostgresConnection) throws -> Outcome {
        let progress = OperatorProgress()
        defer { progress.end() }
        for table in StoredTable.all { try copy(table, of: file, to: database, progress) }
        return Outcome(
            accounts: try database.integer("SELECT count(*) FROM users") ?? 0,
            entries: try database.integer("SELECT count(*) FROM entries WHERE deleted = 0") ?? 0,
            photos: try database.integer("SELECT count(*) FROM blobs") ?? 0)
    }

    private static func copy(
        _ table: StoredTable, of file: Connection, to database: PostgresConnection,
        _ progress: OperatorProgress
    ) throws {
        let arrays = table.columns.enumerated().map { "$\($0 + 1)::\($1.kind.rawValue)[]" }
        let insertion = database.prepare(
            """
            INSERT INTO \(table.name) (\(table.list))
            SELECT * FROM unnest(\(arrays.joined(separator: ", ")))
            """)
        let rows = try file.prepare("SELECT \(table.list) FROM \(table.name)")
        var batch = RowBatch(table)
        while try rows.step() {
            batch.add(rows)
            if batch.bytes >= batchBytes || batch.rows >= table.rowsAtOnce {
                progress.note(rows: batch.rows)
                try batch.send(with: insertion)
            }
        }
        progress.note(rows: batch.rows)
        try batch.send(with: insertion)
    }

    // MARK: To a file

    /// Copies all rows of a database to a file, which has no rows. Both are in a transaction.
    static func copy(_ database: PostgresConnection, to file: Connection) throws {
        let progress = OperatorProgress()
        defer { progress.end() }
        for table in StoredTable.all { try copy(table, of: database, to: file, progress) }
    }

    private static func copy(
        _ table: StoredTable, of database: PostgresConnection, to file: Connection,
        _ progress: OperatorProgress
    ) throws {
        let values = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let insertion = try file.prepare(
            "INSERT INTO \(table.name) (\(table.list)) VALUES (\(values))")
        // A cursor of its own for each table: a statement keeps the types of its columns.
        try database.execute(
            """
            DECLARE \(table.name)_rows CURSOR FOR
            SELECT \(table.list) FROM \(table.name) ORDER BY \(table.key)
            """)
        let rows = database.prepare("FETCH \(table.rowsAtOnce) FROM \(table.name)_rows")
        var count = 0
        repeat {
            count = 0
            while try rows.step() {
                insertion.bind(rows, table.columns.map(\.kind))
                try insertion.run()
                count += 1
            }
            progress.note(rows: count)
        } while count == table.rowsAtOnce
        try database.execute("CLOSE \(table.name)_rows")
    }
}

extension Statement {
    fileprivate func bind(_ row: PostgresStatement, _ kinds: [StoreColumn.Kind]) {
        for (place, kind) in kinds.enumerated() {
            let (column, index) = (Int32(place), Int32(place + 1))
            if row.isNull(column) {
                bindNull(at: index)
                continue
            }
            switch kind {
            case .integer: bind(row.integer(column), at: index)
            case .text: bind(utf8: row.blob(column), at: index)
            case .bytes: bind(blob: row.blob(column), at: index)
            case .id:
                if let words = row.words(column) {
                    bind(blob: words.high, words.low, at: index)
                } else {
                    bindNull(at: index)
                }
            }
        }
    }
}
