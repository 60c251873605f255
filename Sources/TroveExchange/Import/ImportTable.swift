/// A table whose header has been read, and whose format is not known yet.
package struct ImportTable {
    /// The header without the columns of a rejects table.
    let header: TableRecord
    /// Reads the records after the header.
    let reader: TableReader
    /// The name of the file, without folders.
    let fileName: String
    /// Whether an import wrote the table for records that it rejected.
    let areRejects: Bool

    /// Reads the header.
    ///
    /// - Throws: `isEmpty` without one.
    init(
        _ file: PeekedBytes, called fileName: String, dialect: TableDialect?
    ) throws(ImportFailure) {
        reader = TableReader(file, dialect: dialect)
        let header = try Self.header(of: reader)
        guard header.count > 0 else { throw .isEmpty }
        areRejects = RejectsTable.isHeader(header)
        self.header = areRejects ? RejectsTable.original(header) : header
        self.fileName = fileName
    }

    /// The column names as in the file; empty for a header that is not valid text.
    var titles: [String] { header.problem == nil ? header.columnNames : [] }

    /// Returns the first record that is not blank; one without cells if there is none.
    static func header(of reader: TableReader) throws(ImportFailure) -> TableRecord {
        try ImportFailure.reading { () throws(ReadFailure) in
            var record = TableRecord()
            while try reader.next(into: &record) {
                if !record.isBlank || record.problem != nil { return record }
            }
            return TableRecord()
        }
    }
}
