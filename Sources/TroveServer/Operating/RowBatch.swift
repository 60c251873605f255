import TrovePostgres
import TroveSQLite

/// Rows of a table on their way to the database.
struct RowBatch {
    private(set) var rows = 0
    private(set) var bytes = 0
    private let table: StoredTable
    private let kinds: [StoreColumn.Kind]
    /// The place of the column with names; nil for none.
    private let namePlace: Int?
    // By column; only the list of its kind is used.
    private var integers: [[Int?]]
    private var texts: [[[UInt8]?]]
    private var ids: [[(high: UInt64, low: UInt64)?]]

    init(_ table: StoredTable) {
        self.table = table
        kinds = table.columns.map(\.kind)
        namePlace = table.columns.firstIndex { $0.name == table.nameColumn }
        integers = kinds.map { _ in [] }
        texts = kinds.map { _ in [] }
        ids = kinds.map { _ in [] }
    }

    /// Adds the row that a statement has reached.
    mutating func add(_ row: Statement) {
        rows += 1
        for (place, kind) in kinds.enumerated() {
            let column = Int32(place)
            let isNull = row.isNull(column)
            switch kind {
            case .integer: integers[place].append(isNull ? nil : row.integer(column))
            case .text, .bytes:
                // The bytes of a text are its UTF-8.
                var value = isNull ? nil : row.blob(column)
                // An earlier server stored long names as they are.
                if place == namePlace { value = value.map(UniqueName.stored) }
                bytes += value?.count ?? 0
                texts[place].append(value)
            case .id: ids[place].append(row.words(column))
            }
        }
    }

    /// Sends the rows, and removes them.
    mutating func send(with statement: PostgresStatement) throws(PostgresError) {
        guard rows > 0 else { return }
        for (place, kind) in kinds.enumerated() {
            let index = Int32(place + 1)
            switch kind {
            case .integer: statement.bind(integers[place], at: index)
            case .text: statement.bind(utf8: texts[place], at: index)
            case .bytes: statement.bind(blobs: texts[place], at: index)
            case .id: statement.bind(blobs: ids[place], at: index)
            }
        }
        try statement.run()
        self = RowBatch(table)
    }
}
