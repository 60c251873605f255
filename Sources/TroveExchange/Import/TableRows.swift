/// The rows of one table, whose header has been read.
final class TableRows: RowSource {
    private let reader: TableReader
    private var format: any TableFormat
    private var record = TableRecord()

    init(_ reader: TableReader, format: any TableFormat) {
        self.reader = reader
        self.format = format
    }

    var fraction: Double { reader.fraction }

    func next() throws(ReadFailure) -> ImportedRow? {
        while try reader.next(into: &record) {
            if let problem = record.problem {
                return .rejected(line: record.line, problem, cells: record.cells)
            }
            if !record.isBlank { return format.row(from: record) }
        }
        return nil
    }
}
