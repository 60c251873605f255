package import TroveModel
import TroveSQLite

/// The items in a library's file, read without keeping them in memory.
package struct StoredItems {
    let library: Library

    /// Returns the first items of a kind that match a filter, sorted by number.
    ///
    /// Loaded items are filtered in memory. Of the others, it reads only the fields that the filter
    /// needs, and only as many rows as it takes to find `limit` items.
    package func first(
        _ limit: Int, of kind: KindIndex, matching filter: Filter
    ) throws(LibraryError) -> [Item] {
        if let past = library.past, let present = library.present {
            return try library.firstItems(limit, of: kind, matching: filter, in: past, present)
        }
        return try first(limit, of: kind, matching: filter, except: nil)
    }

    /// Returns the first items that match a filter and have not changed since a place in the log.
    func first(
        _ limit: Int, of kind: KindIndex, matching filter: Filter, except past: PastItems?
    ) throws(LibraryError) -> [Item] {
        let catalog = library.catalog
        var found = loadedRows(limit, of: kind, matching: filter, except: past)
            .map { catalog.item(kind, at: $0) }
        let store = library.stores[kind]
        guard found.count < limit, !store.isComplete else { return found }
        return try library.looking {
            let fields = filter.fields(of: catalog.kinds[kind])
            let statement = try store.prepareScan(of: fields)
            var next: ItemNumber? = store.loadedThrough
            // The first slices are small, because a few rows are often enough.
            var slice = 128
            while found.count < limit, let start = next {
                var table = Table(kind: catalog.kinds[kind])
                next = try store.scan(statement, fields, after: start, limit: slice, into: &table)
                let wanted = past == nil ? limit - found.count : .max
                for row in table.rows(matching: filter, limit: wanted) {
                    let number = table.number(at: row)
                    guard found.count < limit, !(past?.contains(number, kind) ?? false),
                        let whole = try store.row(number)
                    else { continue }
                    found.append(
                        Item(kind: kind, number: number, id: whole.id, values: whole.values))
                }
                slice = min(2 * slice, 2048)
            }
            return found
        }
    }

    /// Returns the first loaded rows that match a filter and have not changed since.
    private func loadedRows(
        _ limit: Int, of kind: KindIndex, matching filter: Filter, except past: PastItems?
    ) -> [RowIndex] {
        let table = library.catalog.tables[kind]
        guard let past else { return table.rows(matching: filter, limit: limit) }
        var asked = limit
        while true {
            let rows = table.rows(matching: filter, limit: asked)
            let same = rows.filter { !past.contains(table.number(at: $0), kind) }
            guard same.count < limit, rows.count == asked else {
                return Array(same.prefix(limit))
            }
            asked *= 2
        }
    }

    /// Returns the highest number of a kind's items, loaded or not; nil when there are none.
    package func lastNumber(of kind: KindIndex) throws(LibraryError) -> ItemNumber? {
        try library.looking {
            guard try library.hasTable(of: library.catalog.kinds[kind]) else { return nil }
            return try library.database.integer(
                "SELECT max(number) FROM \(Schema.quoted(library.catalog.kinds[kind].storedName))"
            ).map { ItemNumber($0) }
        }
    }

    /// Returns the number of each item of all kinds, by id.
    package func numbersByID() throws(LibraryError) -> [ItemID: ItemNumber] {
        try library.looking {
            var numbers: [ItemID: ItemNumber] = [:]
            for kind in library.catalog.kinds.stored {
                let table = Schema.quoted(kind.storedName)
                let count = try library.database.integer("SELECT count(*) FROM \(table)") ?? 0
                numbers.reserveCapacity(numbers.count + count)
                let statement = try library.database.prepare("SELECT number, id FROM \(table)")
                while try statement.step() {
                    guard let words = statement.words(1) else { continue }
                    numbers[ItemID(high: words.high, low: words.low)] = ItemNumber(
                        statement.integer(0))
                }
            }
            return numbers
        }
    }

    /// Passes the first rows of a kind in the file to `body`, sorted by number.
    ///
    /// - Throws: what `body` throws, and `LibraryError`.
    package func forEach(
        of kind: KindIndex, limit: Int?, _ body: (StoredRow) throws -> Void
    ) throws {
        do {
            try library.stores[kind].forEach(limit, body)
        } catch let error as RowStore.BadRow {
            throw library.connection.libraryError(error)
        } catch let error as SQLiteError {
            throw library.connection.libraryError(error)
        }
    }
}
