/// Reads the rows of one table whose header has been read.
final class TableRows: RowSource {
    private let reader: TableReader
    private var records: any RecordReader
    private var record = TableRecord()
    /// Whether an import wrote the table for records that it rejected.
    private let areRejects: Bool
    private let titles: [String]
    private(set) var repairs: [TextRepair] = []

    init(_ table: ImportTable, _ records: any RecordReader) {
        reader = table.reader
        areRejects = table.areRejects
        titles = table.titles
        self.records = records
    }

    var fraction: Double { reader.fraction }
    var cells: [String] { record.cells }

    func next() throws(ReadFailure) -> ImportedRow? {
        while try reader.next(into: &record) {
            if areRejects { record = RejectsTable.original(record) }
            if let problem = record.problem {
                return .rejected(line: record.line, problem, cells: record.cells)
            }
            if !record.repaired.isEmpty { repairs += TextRepair.all(in: record, titles: titles) }
            if !record.isBlank { return records.row(from: record) }
        }
        return nil
    }
}
