/// The table that an import writes for the records it could not take: two columns of its own, and
/// behind them those of the source, cell by cell as `CSVWriter` guards them. Once it is put right it
/// is read again as what it came from.
package enum RejectsTable {
    /// What stands before the columns of the source: where a record began, and why it was rejected.
    package static let columns = ["line", "reason"]

    /// Whether a header is that of such a table.
    static func isHeader(_ header: TableRecord) -> Bool {
        header.count > columns.count && header.columnNames.starts(with: columns)
    }

    /// A record as it stood in the source.
    static func original(_ record: TableRecord) -> TableRecord {
        var original = TableRecord()
        original.line = record.line
        original.problem = record.problem
        for cell in columns.count..<max(columns.count, record.count) {
            original.bytes += CellGuard.unguarded(record.bytes[record.range(of: cell)])
            original.ends.append(original.bytes.count)
        }
        return original
    }
}
