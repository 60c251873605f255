/// The table that an import writes for rejected records: two columns of its own, then those of the
/// source, with each cell guarded by `CSVWriter`. JSON has a single column, with the objects. The
/// corrected table is imported in the format of the source.
package enum RejectsTable {
    /// The columns before those of the source: the line of the record, and why it was rejected.
    package static let columns = ["line", "reason"]

    static func isHeader(_ header: TableRecord) -> Bool {
        header.count > columns.count && header.columnNames.starts(with: columns)
    }

    /// Returns a record as it stood in the source.
    static func original(_ record: TableRecord) -> TableRecord {
        var original = TableRecord()
        original.line = record.line
        original.problem = record.problem
        original.repaired = record.repaired.compactMap {
            $0 >= columns.count ? $0 - columns.count : nil
        }
        for cell in columns.count..<max(columns.count, record.count) {
            original.bytes += CellGuard.unguarded(record.bytes[record.range(of: cell)])
            original.ends.append(original.bytes.count)
        }
        return original
    }
}

/// The column with the rejected objects of a file in JSON. Its name says how they are put together
/// again.
package enum RejectedObject: String, Sendable {
    /// One object after another.
    case object
    /// The values of one object.
    case member
}
