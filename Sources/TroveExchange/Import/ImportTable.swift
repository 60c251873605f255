/// A table whose header has been read, of a format that is still to be recognized.
package struct ImportTable {
    /// The header without the columns of rejects.
    let header: TableRecord
    /// Reads the records behind the header.
    let reader: TableReader
    /// The name of the file, without folders.
    let fileName: String
    /// Whether the table was written by an import, for records it could not take.
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

    /// The names of the columns as they stand in the file; empty for a header that is not text.
    var titles: [String] { header.problem == nil ? header.columnNames : [] }

    /// Returns the first record that is not blank; without cells when there is none.
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
