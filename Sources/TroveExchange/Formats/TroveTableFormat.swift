import TroveModel

/// The tables that Trove exports.
struct TroveTableFormat: ImportFormat {
    let name = "trove"
    let title = "Trove"

    func open(
        _ table: ImportTable, isNamed: Bool, _ kinds: Kinds
    ) throws(ImportFailure) -> ImportContents? {
        guard let records = TroveTable(header: table.header, kinds: kinds) else { return nil }
        return ImportContents(
            rows: TableRows(table, records), notUnderstood: records.unknownColumns)
    }
}
