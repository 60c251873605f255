/// Reads the films of several tables whose headers have been read.
final class FilmRows: RowSource {
    /// A table with its header.
    struct Table {
        let header: TableRecord
        let reader: TableReader
    }

    /// The tables that are not read to the end; the first of them is being read.
    private var rest: ArraySlice<Table>
    private let tables: Int
    private var join: FilmJoin
    private var record = TableRecord()
    /// The number of films returned so far.
    private var given = 0
    /// Whether the films were watched; false for a watchlist.
    private let isWatched: Bool

    init(_ tables: [Table], join: FilmJoin, isWatched: Bool = true) {
        rest = tables[...]
        self.tables = tables.count
        self.join = join
        self.isWatched = isWatched
        begin()
    }

    var fraction: Double {
        guard let table = rest.first else { return 1 }
        return (Double(tables - rest.count) + table.reader.fraction) / Double(tables)
    }

    func next() throws(ReadFailure) -> ImportedRow? {
        while let table = rest.first {
            while try table.reader.next(into: &record) {
                if let problem = record.problem {
                    return .rejected(line: record.line, problem, cells: record.cells)
                }
                if record.isBlank { continue }
                if !isWatched { return .leftOut(line: record.line) }
                if let rejected = join.take(record) { return rejected }
            }
            rest.removeFirst()
            begin()
        }
        guard given < join.count else { return nil }
        given += 1
        return join.row(given - 1)
    }

    private func begin() {
        if let table = rest.first { _ = join.begin(header: table.header) }
    }
}
