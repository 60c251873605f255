package import TroveModel

/// The library as it was at an earlier position of the change log.
extension Library {
    /// Whether this is a view of the past, which is never written.
    package var isPast: Bool { past != nil }

    /// Returns a view of the library as it was at a position of its log.
    ///
    /// The view shares the file and the loaded rows with this library. When it needs all rows of a
    /// kind, it copies the columns that have changed since, and changes the rows that are not
    /// loaded as they are read. It is valid until this library changes or stops reading. The
    /// library keeps the last view, and returns it again while nothing has changed.
    ///
    /// Kinds and fields have the names and the types that they had, and those that did not exist
    /// are hidden. The rows of a kind whose types have changed since are decoded again.
    ///
    /// - Parameter position: a position of the log.
    /// - Returns: a library that is read-only and not connected to a server.
    /// - Throws: why the log cannot be read.
    package func asOf(_ position: LogPosition) throws(LibraryError) -> Library {
        if let view = lastPast.view, view.past?.position == position { return view }
        let past = try history.pastItems(at: position)
        let kinds = try kinds(in: past)
        let view = Library(of: self, as: past.reading(as: kinds), kinds: kinds)
        lastPast.view = view
        return view
    }

    /// Returns the kinds as they were.
    private func kinds(in past: PastItems) throws(LibraryError) -> Kinds {
        let kinds = catalog.kinds
        guard let kind = kinds.definitions, !past.numbers[kind].isEmpty else { return kinds }
        let living = try Library(of: self, as: past, kinds: kinds).storedItems
            .first(.max, of: kind, matching: .everything)
        return kinds.defined(earlier: living.compactMap { Definition(values: $0.values) })
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
                let then = try looking {
                    try past.item(number, kind)?.item(number, of: kind, now: now)
                }
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

    /// The number of changed items that are filtered together.
    private static let batchSize = 64

    /// Returns the first items of a kind that matched a filter in the past, sorted by number.
    ///
    /// Of the items that have changed since, it reads only those that can be among the first.
    func firstItems(
        _ limit: Int, of kind: KindIndex, matching filter: Filter, in past: PastItems,
        _ present: Library
    ) throws(LibraryError) -> [Item] {
        guard !retypedKinds.contains(kind) else {
            return try firstLoadedItems(limit, of: kind, matching: filter)
        }
        let same = try present.storedItems.first(
            limit, of: kind, matching: filter, except: past)
        var changed = past.numbers[kind][...]
        if same.count == limit, let last = same.last?.number {
            changed = changed.prefix { $0 < last }
        }
        var found: [Item] = []
        while found.count < limit, !changed.isEmpty {
            var items: [Item] = []
            for number in changed.prefix(Self.batchSize) {
                if let item = try item(numbered: number, of: kind) { items.append(item) }
            }
            changed = changed.dropFirst(Self.batchSize)
            let batch = Catalog(kinds: catalog.kinds, items: items)
            found += batch.tables[kind].rows(matching: filter).map { batch.item(kind, at: $0) }
        }
        return Array((same + found).sorted { $0.number < $1.number }.prefix(limit))
    }

    /// Returns the first items of a kind that match a filter, and loads the rows up to the last
    /// one.
    private func firstLoadedItems(
        _ limit: Int, of kind: KindIndex, matching filter: Filter
    ) throws(LibraryError) -> [Item] {
        while !stores[kind].isComplete,
            catalog.tables[kind].rows(matching: filter, limit: limit).count < limit
        {
            try loadMore(kind)
        }
        return catalog.tables[kind].rows(matching: filter, limit: limit)
            .map { catalog.item(kind, at: $0) }
    }

    /// Returns an item that is not loaded as it was; nil if it did not exist.
    func pastItem(
        _ number: ItemNumber, of kind: KindIndex, in past: PastItems, _ present: Library
    ) throws(LibraryError) -> Item? {
        try looking {
            guard let then = try past.item(number, kind) else {
                return try presentItem(number, of: kind, present)
            }
            return try then.item(number, of: kind, now: try presentItem(number, of: kind, present))
        }
    }

    /// Returns an item of the present with values of the types of the past; nil if it does not
    /// exist.
    private func presentItem(
        _ number: ItemNumber, of kind: KindIndex, _ present: Library
    ) throws -> Item? {
        guard retypedKinds.contains(kind) else {
            return try present.item(numbered: number, of: kind)
        }
        return try stores[kind].row(number).map {
            Item(kind: kind, number: number, id: $0.id, values: $0.values)
        }
    }

    /// Takes over the rows of a kind that are loaded in the present, as they were. Only the first
    /// call has an effect.
    func adoptLoadedRows(of kind: KindIndex) throws {
        guard let past, let present, stores[kind].loadedThrough == 0,
            present.stores[kind].loadedThrough > 0, !retypedKinds.contains(kind)
        else { return }
        stores[kind].resume(after: present.stores[kind])
        catalog.adopt(kind, from: present.catalog)
        let changes = try past.numbers[kind].filter { stores[kind].isLoaded($0) }
            .flatMap { try changesBack(to: $0, of: kind, in: past) }
        catalog.insertDeadRows(for: changes, of: kind)
        try catalog.apply(changes)
    }

    /// Returns the changes that lead from an item of the catalog to what it was.
    private func changesBack(
        to number: ItemNumber, of kind: KindIndex, in past: PastItems
    ) throws -> [Change] {
        let now = catalog.tables[kind].row(ofNumber: number).map { catalog.item(kind, at: $0) }
        let then = try past.item(number, kind)?.item(number, of: kind, now: now)
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
