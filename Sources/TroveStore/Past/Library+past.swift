package import TroveModel

/// The library as it was at an earlier position of the change log.
extension Library {
    /// Whether this is a view of the past, which is never written.
    package var isPast: Bool { past != nil }

    /// Returns a view of the library as it was at a position of its log.
    ///
    /// The view shares the file and the loaded rows with this library. When it needs all rows of a
    /// kind, it copies the columns that have changed since, and changes the rows that are not loaded
    /// as they are read. It is valid until this library changes or stops reading.
    ///
    /// - Parameter position: a position of the log.
    /// - Returns: a library that is read-only and not connected to a server.
    /// - Throws: why the log cannot be read.
    package func asOf(_ position: LogPosition) throws(LibraryError) -> Library {
        Library(of: self, as: try history.pastItems(at: position))
    }

    /// Compares items with what they were.
    ///
    /// - Parameter past: the items that have changed since.
    /// - Returns: the changes that lead from the past to now, one for each item, sorted by kind and
    ///   number; two for an item that was replaced by another one with its number.
    /// - Throws: why an item cannot be read.
    package func changes(since past: PastItems) throws(LibraryError) -> [Change] {
        var changes: [Change] = []
        for kind in catalog.kinds.storedIndices {
            for number in past.numbers[kind] {
                let now = try item(numbered: number, of: kind)
                let then = past[number, kind]?.item(number, of: kind, now: now)
                switch (then, now) {
                case (nil, nil): break
                case (nil, let now?): changes.append(.create(now))
                case (let then?, nil): changes.append(.delete(then))
                case (let then?, let now?) where then.id == now.id:
                    if let update = Change.update(from: then, to: now.values) {
                        changes.append(update)
                    }
                case (let then?, let now?): changes += [.delete(then), .create(now)]
                }
            }
        }
        return changes
    }

    /// Returns the items of a kind that have changed since and matched a filter before.
    func pastItems(
        of kind: KindIndex, matching filter: Filter, in past: PastItems
    ) throws(LibraryError) -> [Item] {
        var items: [Item] = []
        for number in past.numbers[kind] {
            if let item = try item(numbered: number, of: kind) { items.append(item) }
        }
        let matching = Catalog(kinds: catalog.kinds, items: items)
        return matching.tables[kind].rows(matching: filter).map { matching.item(kind, at: $0) }
    }

    /// Takes over the rows of a kind that are loaded in the present, as they were. The first call
    /// does it.
    func adoptLoadedRows(of kind: KindIndex) throws {
        guard let past, let present, stores[kind].loadedThrough == 0,
            present.stores[kind].loadedThrough > 0
        else { return }
        stores[kind].resume(after: present.stores[kind])
        catalog.adopt(kind, from: present.catalog)
        let changes = past.numbers[kind].filter { stores[kind].isLoaded($0) }
            .flatMap { changesBack(to: $0, of: kind, in: past) }
        catalog.makeRoom(for: changes, of: kind)
        try catalog.apply(changes)
    }

    /// Returns the changes that lead from an item of the catalog to what it was.
    private func changesBack(
        to number: ItemNumber, of kind: KindIndex, in past: PastItems
    ) -> [Change] {
        let now = catalog.tables[kind].row(ofNumber: number).map { catalog.item(kind, at: $0) }
        let then = past[number, kind]?.item(number, of: kind, now: now)
        switch (now, then) {
        case (nil, nil): return []
        case (let now?, nil): return [.delete(now)]
        case (nil, let then?): return [.create(then)]
        case (let now?, let then?) where now.id == then.id:
            return Change.update(from: now, to: then.values).map { [$0] } ?? []
        case (let now?, let then?): return [.delete(now), .create(then)]
        }
    }
}
