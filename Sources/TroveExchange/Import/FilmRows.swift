/// Reads the films of several tables whose headers have been read.
final class FilmRows: RowSource {
    /// A table with its header.
    struct Table {
        let header: FilmHeader
        let reader: TableReader
        /// The names of the columns.
        let titles: [String]
        /// Whether the films of the table were seen; false for a watchlist.
        let isWatched: Bool
        /// Whether an import wrote the table for records that it rejected.
        let areRejects: Bool
    }

    /// The tables that are not read to the end; the first of them is being read.
    private var rest: ArraySlice<Table>
    private let tables: Int
    private var join: FilmJoin
    private let keepsUnknown: Bool
    private var record = TableRecord()
    /// The rows that are not returned yet, the next one last; nil before all tables are read.
    private var rows: [FilmJoin.Row]?
    private(set) var cells: [String] = []
    private(set) var repairs: [TextRepair] = []

    init(_ tables: [Table], join: FilmJoin, keepsUnknown: Bool) {
        rest = tables[...]
        self.tables = tables.count
        self.join = join
        self.keepsUnknown = keepsUnknown
    }

    var fraction: Double {
        guard let table = rest.first else { return 1 }
        return (Double(tables - rest.count) + table.reader.fraction) / Double(tables)
    }

    func next() throws(ReadFailure) -> ImportedRow? {
        while let table = rest.first {
            while try table.reader.next(into: &record) {
                if table.areRejects { record = RejectsTable.original(record) }
                if let problem = record.problem {
                    return .rejected(line: record.line, problem, cells: record.cells)
                }
                if record.isBlank { continue }
                repairs += TextRepair.all(in: record, titles: table.titles)
                let rejected = join.take(
                    record, table.header, isWatched: table.isWatched, keepsUnknown: keepsUnknown)
                if let rejected { return rejected }
            }
            rest.removeFirst()
        }
        if rows == nil { rows = join.rows().reversed() }
        guard let last = rows?.popLast() else { return nil }
        cells = last.cells
        return last.row
    }
}
