import TroveModel

/// The tables that Trove exports.
struct TroveTableFormat: ImportFormat {
    let name = "trove"
    let title = "Trove"

    func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        guard let records = TroveTable(header: table.header, kinds: request.kinds) else {
            return nil
        }
        return ImportContents(
            rows: TableRows(table, records), notUnderstood: records.unknownColumns)
    }
}
