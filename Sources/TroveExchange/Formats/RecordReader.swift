/// Reads the records of one table, whose header it was made from.
package protocol RecordReader: Sendable {
    /// Converts a record behind the header. It is not blank and has no problem.
    mutating func row(from record: TableRecord) -> ImportedRow
}
