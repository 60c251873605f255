import CLinux
package import TroveModel
import TroveSQLite

/// Loads rows of the file into the catalog in memory.
extension Library {
    // MARK: Loading

    /// Returns whether all items of a kind are in memory.
    package func isLoaded(_ kind: KindIndex) -> Bool { stores[kind].isComplete }

    /// Whether all items that titles name are in memory.
    package var isLoaded: Bool { catalog.kinds.titled.allSatisfy(isLoaded) }

    /// Loads the next rows of a kind.
    package func loadMore(_ kind: KindIndex, rows count: Int = 4096) throws(LibraryError) {
        guard !stores[kind].isComplete else { return }
        _ = Self.returnsBlocks
        let isAlone = !isInTransaction && !isReading
        // A view of the past may share the columns, which would be copied.
        lastPast.view = nil
        if isAlone { try beginReading() }
        defer { if isAlone { endReading() } }
        do {
            try adoptLoadedRows(of: kind)
            guard !stores[kind].isComplete else { return }
            let first = catalog.tables[kind].rows.count
            try catalog.load(kind) { try stores[kind].load(count, into: &$0, past) }
            let share = loadedFraction(kind)
            if share > 0, share < 1 {
                let total = Double(catalog.tables[kind].rows.count) / share
                catalog.makeRoom(kind, after: first, for: Int(total))
            }
        } catch {
            throw connection.libraryError(error)
        }
    }

    /// Columns that outgrow their capacity are copied. Their former memory is returned to the
    /// system; otherwise it would stay allocated, in fragments.
    private static let returnsBlocks = trove_return_blocks(256 << 10)

    /// Returns the number of items, loaded or not, without definitions.
    package func count() throws(LibraryError) -> Int {
        if let past, let present {
            let kinds = catalog.kinds.storedIndices.filter { $0 != catalog.kinds.definitions }
            return try present.count() + kinds.reduce(0) { $0 + past.surplus(of: $1) }
        }
        var total = 0
        do {
            for index in catalog.kinds.storedIndices where index != catalog.kinds.definitions {
                let kind = catalog.kinds[index]
                guard try hasTable(of: kind) else { continue }
                let name = Schema.quoted(kind.storedName)
                total += try database.integer("SELECT count(*) FROM \(name)") ?? 0
            }
        } catch {
            throw connection.libraryError(error)
        }
        return total
    }

    /// Returns whether the file has the table of a kind. An older file that is read-only may lack
    /// it.
    func hasTable(of kind: Kind) throws(SQLiteError) -> Bool {
        guard isReadOnly else { return true }
        return try !Schema.columns(of: kind, in: database).isEmpty
    }

    /// Returns the loaded share of a kind, 0 to 1, estimated from the item numbers assigned so far.
    package func loadedFraction(_ kind: KindIndex) -> Double {
        stores[kind].isComplete
            ? 1 : min(1, Double(stores[kind].loadedThrough.rawValue) / Double(max(1, numbers.item)))
    }

    /// The number of rows in a slice of loading or preparing. A keystroke waits for the end of a
    /// slice, about half a millisecond.
    private static let rowsInSlice = 256

    /// Loads one slice of the items that titles name, then of the kinds that are partly in memory.
    /// Other kinds, such as the read list, are loaded once something asks for them.
    ///
    /// - Returns: false when there is nothing left to load.
    /// - Throws: `LibraryError` if the file cannot be read.
    package func loadSlice() throws(LibraryError) -> Bool {
        let kind =
            catalog.kinds.titled.first { !stores[$0].isComplete }
            ?? stores.firstPosition { $0.isBegun && !$0.isComplete }
        guard let kind else { return false }
        try loadMore(kind, rows: Self.rowsInSlice)
        return true
    }

    /// Loads the first slice of a kind of which nothing is in memory; `loadSlice` loads the rest.
    package func beginLoading(_ kind: KindIndex) throws(LibraryError) {
        guard !stores[kind].isBegun else { return }
        try loadMore(kind, rows: Self.rowsInSlice)
    }

    /// Loads all items of a kind.
    package func loadAll(_ kind: KindIndex) throws(LibraryError) {
        while !stores[kind].isComplete { try loadMore(kind) }
    }

    /// Loads all items, including those that `loadSlice` leaves in the file.
    package func loadAll() throws(LibraryError) {
        for kind in catalog.kinds.storedIndices { try loadAll(kind) }
    }

    /// Returns the item with this number, loaded or not; nil if there is none.
    package func item(numbered number: ItemNumber) throws(LibraryError) -> Item? {
        for kind in catalog.kinds.storedIndices {
            if let item = try item(numbered: number, of: kind) { return item }
        }
        return nil
    }

    /// Returns the items with numbers in a range, loaded or not, sorted by number.
    package func items(
        numbered range: ClosedRange<ItemNumber>
    ) throws(LibraryError) -> [Item] {
        var found: [Item] = []
        for kind in catalog.kinds.storedIndices {
            if isPast || stores[kind].isComplete && range.count < catalog.tables[kind].count {
                for number in range {
                    if let item = try item(numbered: number, of: kind) { found.append(item) }
                }
            } else if stores[kind].isComplete {
                let table = catalog.tables[kind]
                found += table.rows(matching: .everything)
                    .filter { range.contains(table.number(at: $0)) }
                    .map { catalog.item(kind, at: $0) }
            } else {
                try looking {
                    try stores[kind].forEach(in: range) { number, id, values in
                        found.append(Item(kind: kind, number: number, id: id, values: values))
                    }
                }
            }
        }
        return found.sorted { $0.number < $1.number }
    }

    /// Returns the title of a changed item, after the change; nil if it is not known.
    func title(of change: Change) throws -> String? {
        let value: Value? =
            switch change.action {
            case .create(let values), .delete(let values): values[Kind.titleIndex]
            case .update: try stores[change.kind].row(change.number)?.values[Kind.titleIndex]
            }
        return value.map { "\($0)" }
    }

    /// Returns the item of a kind with this number, loaded or not; nil if there is none.
    package func item(
        numbered number: ItemNumber, of kind: KindIndex
    ) throws(LibraryError) -> Item? {
        if stores[kind].isLoaded(number) {
            return catalog.tables[kind].row(ofNumber: number).map { catalog.item(kind, at: $0) }
        }
        if let past, let present { return try pastItem(number, of: kind, in: past, present) }
        return try looking {
            try stores[kind].row(number).map {
                Item(kind: kind, number: number, id: $0.id, values: $0.values)
            }
        }
    }

    /// Returns the first loaded rows of a kind whose title begins with `text`, sorted by title, and
    /// the number of all such rows.
    package func rows(
        of kind: KindIndex, titleBeginningWith text: String, limit: Int
    ) -> (rows: [RowIndex], total: Int) {
        catalog.rows(of: kind, titleBeginningWith: text, limit: limit)
    }

    /// Returns the loaded items of a kind with exactly this title, for completion; see
    /// `Catalog.items(of:titled:)`.
    package func items(of kind: KindIndex, titled title: String) -> [ItemNumber] {
        catalog.items(of: kind, titled: title)
    }

    /// Returns the loaded titles of a kind that match a pattern, for completion.
    package func titles(
        of kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<String> {
        catalog.titles(of: kind, matching: pattern, limit: limit)
    }

    /// Returns the values of a field that match a pattern among the loaded rows, the most frequent
    /// first, for completion.
    package func values(
        of field: FieldIndex, kind: KindIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue> {
        catalog.values(of: field, kind: kind, matching: pattern, limit: limit)
    }

    /// Returns how many loaded items have each of these values in a field.
    package func counts(
        of values: [String], in field: FieldIndex, kind: KindIndex
    ) -> [Int] {
        catalog.counts(of: values, in: field, kind: kind)
    }

    /// Prepares completion for a slice of the loaded rows; returns false when all are prepared.
    package func prepareCompletion() -> Bool {
        if catalog.prepareCompletion(rows: Self.rowsInSlice) { return true }
        // A sorted list pays off only when no more rows are added to it.
        return isLoaded && catalog.sortForCompletion()
    }

    /// Empties the memory, so that rows are read again from the file.
    func dropRows() {
        lastPast = LastPast()
        catalog = Catalog(kinds: catalog.kinds)
        for store in stores { store.startOver() }
    }

    /// Discards the loaded rows of some kinds, to be loaded again when they are needed.
    package func dropRows(of kinds: some Sequence<KindIndex>) {
        lastPast = LastPast()
        for kind in kinds {
            rehearsal?.staleKinds.insert(kind)
            catalog.clear(kind)
            stores[kind].startOver()
        }
    }

    // MARK: Changing

    /// Reads what other programs have written. Call it between two commands.
    package func refresh() throws(LibraryError) {
        try beginReading()
        endReading()
    }

    /// Writes changes to the rows of the file.
    func writeRows(_ changes: [Change]) throws {
        for change in changes {
            switch change.action {
            case .create(let values):
                try stores[change.kind].insert(change.number, change.id, values)
                // A restored item may have a number that was never assigned here.
                reserve(change.number)
            case .update(let fields): try stores[change.kind].update(change.number, fields)
            case .delete: try stores[change.kind].delete(change.number)
            }
        }
    }

    /// Applies changes to the catalog, except changes to items that are not loaded.
    package func apply(_ changes: [Change]) throws {
        let hasOwnFields = changes.contains { catalog.kinds[$0.kind].hasOwnFields }
        let changes = hasOwnFields ? changes.map { $0.fitting(catalog.kinds) } : changes
        lastPast = LastPast()
        if rehearsal != nil {
            let hidden = changes.contains { !catalog.kinds.indices.contains($0.kind) }
            rehearsal?.add(changes, concernKinds: hidden)
        }
        if changes.allSatisfy({ stores[$0.kind].isLoaded($0.number) }) {
            try catalog.apply(changes)
        } else {
            let loaded = changes.filter { stores[$0.kind].isLoaded($0.number) }
            if !loaded.isEmpty { try catalog.apply(loaded) }
            try duplicates.note(changes)
        }
    }
}
