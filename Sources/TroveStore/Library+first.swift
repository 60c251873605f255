package import TroveModel
import TroveSQLite

/// Answering from the beginning of a library that is not in memory.
extension Library {
    /// The first things of a kind that match, in the order of their numbers.
    ///
    /// What is in memory is looked through there. Behind it only the fields that the filter asks for
    /// are read, and of the rest no more than it takes to find so many.
    package func first(
        _ limit: Int, of kind: KindIndex, matching filter: Filter
    ) throws(LibraryError) -> [Item] {
        var found = catalog.tables[kind].rows(matching: filter, limit: limit)
            .map { catalog.item(kind, at: $0) }
        let store = stores[kind]
        guard found.count < limit, !store.isComplete else { return found }
        do {
            let fields = filter.fields(of: catalog.kinds[kind])
            let statement = try store.prepareScan(of: fields)
            var next: ItemNumber? = store.loadedThrough
            // The first slices are small: a few rows are often enough.
            var slice = 128
            while found.count < limit, let start = next {
                var table = Table(kind: catalog.kinds[kind])
                next = try store.scan(statement, fields, after: start, limit: slice, into: &table)
                for row in table.rows(matching: filter, limit: limit - found.count) {
                    let number = table.number(at: row)
                    guard let whole = try store.row(number) else { continue }
                    found.append(
                        Item(kind: kind, number: number, id: whole.id, values: whole.values))
                }
                slice = min(2 * slice, 2048)
            }
        } catch {
            throw libraryError(error)
        }
        return found
    }
}
