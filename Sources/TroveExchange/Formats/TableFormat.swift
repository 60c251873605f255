/// What the records of a table mean, made for one file from its header.
package protocol TableFormat: Sendable {
    /// What a record behind the header becomes, which is not blank and has no problem.
    mutating func row(from record: TableRecord) -> ImportedRow
}
