/// The rows of one table, whose header has been read.
final class TableRows: RowSource {
    private let reader: TableReader
    private var format: any RecordReader
    private var record = TableRecord()
    /// Whether the records are those that an import could not take.
    private let areRejects: Bool

    init(_ reader: TableReader, format: any RecordReader, areRejects: Bool) {
        self.reader = reader
        self.format = format
        self.areRejects = areRejects
    }

    var fraction: Double { reader.fraction }

    func next() throws(ReadFailure) -> ImportedRow? {
        while try reader.next(into: &record) {
            if areRejects { record = RejectsTable.original(record) }
            if let problem = record.problem {
                return .rejected(line: record.line, problem, cells: record.cells)
            }
            if !record.isBlank { return format.row(from: record) }
        }
        return nil
    }
}
