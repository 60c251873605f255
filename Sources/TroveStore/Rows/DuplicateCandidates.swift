import TroveModel
import TroveSQLite

/// Reads the rows of a kind that may be duplicates of an item.
///
/// It reads the titles of all rows, which costs a fraction of building the index of duplicates.
struct DuplicateCandidates {
    let probe: DuplicateProbe
    let key: DuplicateKey
    let kind: Kind

    /// Returns a table with these rows.
    ///
    /// - Throws: `BadRow` for a damaged row, and `SQLiteError`.
    func table(in store: RowStore) throws -> Table {
        let isbn = probe.isbn == nil ? nil : key.isbnField
        var numbers: [ItemNumber] = []
        try store.forEachRow(reading: [Kind.titleIndex] + [isbn].compactMap(\.self)) { row in
            let isCandidate =
                row.withText(1) { probe.matches(title: $0) }
                || isbn != nil && row.withText(2) { probe.matches(isbn: $0) }
            if isCandidate { numbers.append(ItemNumber(row.integer(0))) }
        }
        var table = Table(kind: kind)
        for number in numbers {
            guard let row = try store.row(number) else { continue }
            table.insert(number: number, id: row.id, values: row.values)
        }
        return table
    }
}
