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
        try library.looking {
            try findMore(limit, in: store, of: kind, matching: filter, except: past, &found)
        }
        return found
    }

    /// Adds items that are not loaded, until there are as many as `limit`.
    private func findMore(
        _ limit: Int, in store: RowStore, of kind: KindIndex, matching filter: Filter,
        except past: PastItems?, _ found: inout [Item]
    ) throws {
        let ofKind = library.catalog.kinds[kind]
        let condition = store.condition(for: filter)
        // Most rows that SQLite returns match, so they are read completely.
        let isWhole = condition != nil || filter == .everything
        let fields = isWhole ? Array(ofKind.fieldIndices) : filter.fields(of: ofKind)
        let statement = try store.prepareScan(of: fields, where: condition)
        var next: ItemNumber? = store.loadedThrough
        // The items that have changed since are omitted here.
        var merge: PastMerge?
        // The first slices are small, because a few rows are often enough.
        var slice = isWhole ? min(limit - found.count, Self.largestSlice) : 64
        while found.count < limit, let start = next {
            var table = Table(kind: ofKind)
            next = try store.scan(
                statement, fields, after: start, limit: slice, readsIDs: isWhole, &merge,
                into: &table)
            let wanted = past == nil ? limit - found.count : .max
            for row in table.rows(matching: filter, limit: wanted) {
                let number = table.number(at: row)
                guard found.count < limit, !(past?.contains(number, kind) ?? false) else {
                    continue
                }
                if isWhole {
                    found.append(
                        Item(
                            kind: kind, number: number, id: table.id(at: row),
                            values: table.values(at: row)))
                } else if let item = try item(number, of: kind) {
                    found.append(item)
                }
            }
            slice = min(2 * slice, Self.largestSlice)
        }
    }

    /// The maximum number of rows that are read before they are filtered.
    private static let largestSlice = 2048

    private func item(_ number: ItemNumber, of kind: KindIndex) throws -> Item? {
        if library.isPast { return try library.item(numbered: number, of: kind) }
        return try library.stores[kind].row(number).map {
            Item(kind: kind, number: number, id: $0.id, values: $0.values)
        }
    }

    // MARK: Questions about all items

    /// Returns whether a query about all items of a kind should be answered by `candidates` instead
    /// of loading them. Reading a few fields takes a fraction of the time of loading, but the next
    /// query would have to read them again, so this is true only once.
    package func isWorthScanning(_ kind: KindIndex) -> Bool {
        let store = library.stores[kind]
        guard !store.isComplete, !store.wasScanned, store.loadedThrough == 0 else { return false }
        guard let present = library.present else { return !library.isReadOnly }
        // A view of the past takes over the loaded rows.
        return !present.isReadOnly && present.stores[kind].loadedThrough == 0
    }

    /// Returns the first items of a kind that match a filter, like `first`, and counts as the one
    /// scan of `isWorthScanning`.
    package func scan(
        _ limit: Int, of kind: KindIndex, matching filter: Filter
    ) throws(LibraryError) -> [Item] {
        library.stores[kind].wasScanned = true
        return try first(limit, of: kind, matching: filter)
    }

    /// Returns a table with the items of a kind that match a filter, and perhaps others. It has no
    /// IDs, and only the fields that the filter needs and those in `fields`.
    ///
    /// - Parameters:
    ///   - kind: the kind.
    ///   - filter: the filter.
    ///   - fields: further fields to read.
    ///   - progress: receives the share that has been read, 0 to 1, and may throw to end the
    ///     search.
    /// - Returns: the table.
    /// - Throws: what `progress` throws, and `LibraryError`.
    package func candidates(
        of kind: KindIndex, matching filter: Filter, reading fields: [FieldIndex],
        _ progress: (Double) throws -> Void
    ) throws -> Table {
        let ofKind = library.catalog.kinds[kind]
        let store = library.stores[kind]
        store.wasScanned = true
        let fields = Set(filter.fields(of: ofKind) + fields).sorted()
        var table = Table(kind: ofKind)
        let condition = store.condition(for: filter)
        let statement = try library.looking {
            try store.prepareScan(of: fields, where: condition, isBounded: true)
        }
        var merge = library.past.map { past in
            PastMerge(past, of: kind) { number in
                condition == nil
                    ? nil
                    : try store.row(number).map {
                        Item(kind: kind, number: number, id: $0.id, values: $0.values)
                    }
            }
        }
        let last = try lastNumber(of: kind)?.rawValue ?? 0
        guard last < ItemNumber.limit.rawValue else {
            throw library.connection.libraryError(RowStore.BadRow(badNumber: last, of: ofKind))
        }
        for start in stride(from: 0, to: last, by: Self.numbersInSlice) {
            try library.looking {
                _ = try store.scan(
                    statement, fields, after: ItemNumber(start),
                    through: ItemNumber(start + Self.numbersInSlice), limit: .max, &merge,
                    into: &table)
            }
            try progress(Double(start) / Double(last))
        }
        try library.looking { try merge?.finish(in: &table) }
        return table
    }

    /// The number of item numbers that `candidates` reads before it reports its progress.
    private static let numbersInSlice = 32_768

    /// Returns the number of items of a kind, without loading them.
    package func count(of kind: KindIndex) throws(LibraryError) -> Int {
        if library.stores[kind].isComplete { return library.catalog.tables[kind].count }
        if let past = library.past, let present = library.present {
            return try present.storedItems.count(of: kind) + past.surplus(of: kind)
        }
        return try library.looking {
            let table = Schema.quoted(library.catalog.kinds[kind].storedName)
            return try library.database.integer("SELECT count(*) FROM \(table)") ?? 0
        }
    }

    /// Returns the number of values in a field, including those that do not fit its type and are
    /// therefore hidden; in the past, only the others are known, and it returns 0.
    package func valueCount(of field: FieldIndex, _ kind: KindIndex) throws(LibraryError) -> Int {
        guard !library.isPast else { return 0 }
        return try library.looking {
            let ofKind = library.catalog.kinds[kind]
            let column = Schema.quoted(ofKind.fields[field].storedName)
            let table = Schema.quoted(ofKind.storedName)
            return try library.database.integer("SELECT count(\(column)) FROM \(table)") ?? 0
        }
    }

    /// Returns the items of a kind with these numbers, in the same order. Numbers without an item
    /// are left out.
    package func items(_ numbers: [ItemNumber], of kind: KindIndex) throws(LibraryError) -> [Item] {
        try library.looking { try numbers.compactMap { try item($0, of: kind) } }
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

    /// Throws `isBusy` if another program may have written to a file that was read without locks.
    /// Reading it again from `beginReading` on takes the locks.
    func checkUndisturbed() throws(LibraryError) {
        if library.isDisturbed { throw .isBusy(library.path) }
    }

    /// Passes the first rows of a kind in the file to `body`, sorted by number.
    ///
    /// - Throws: what `body` throws, and `LibraryError`.
    package func forEach(
        of kind: KindIndex, limit: Int?, _ body: (StoredRow) throws -> Void
    ) throws {
        do {
            try library.stores[kind].forEach(limit, body)
            try checkUndisturbed()
        } catch let error as RowStore.BadRow {
            throw library.connection.libraryError(error)
        } catch let error as SQLiteError {
            throw library.connection.libraryError(error)
        }
    }
}
