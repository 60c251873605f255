/// Reads the records of one table. The header is known when the reader is created.
package protocol RecordReader: Sendable {
    /// Converts a record after the header. It is neither blank nor invalid.
    mutating func row(from record: TableRecord) -> ImportedRow
}
