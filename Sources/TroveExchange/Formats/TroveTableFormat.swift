import TroveModel

/// The tables that Trove exports.
struct TroveTableFormat: ImportFormat {
    let name = "trove"
    let title = "Trove"

    func open(
        _ table: ImportTable, _ request: ImportRequest
    ) throws(ImportFailure) -> ImportContents? {
        let records = TroveTable(
            header: table.header, kinds: request.kinds, keepsUnknown: request.keepsUnknownColumns)
        guard let records else { return nil }
        table.reader.repairsText = true
        // The columns that every list begins with; only Trove's tab-separated lists have escapes.
        table.reader.readsEscapes =
            table.reader.dialect == .plainTab
            && table.titles.prefix(2) == ["number", "kind"]
        return ImportContents(
            rows: TableRows(table, records), notUnderstood: records.unknownColumns)
    }
}
