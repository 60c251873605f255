import TroveLanguage
import TroveModel
import TroveStore

/// Answering questions about all items of a kind without loading them.
extension CommandContext {
    /// The maximum number of items that are looked up one by one. If a question has more answers,
    /// all items are loaded.
    private static var maximumLookedUp: Int { 1000 }

    /// The maximum number of items of a kind that a prompt loads at its first question, so that
    /// completion, highlights and the prompt's count know them at once.
    private static var fewItems: Int { 2048 }

    /// Returns whether a question about all items of a kind should be answered without loading
    /// them.
    private func isWorthScanning(_ kind: KindIndex) throws -> Bool {
        guard library.storedItems.isWorthScanning(kind) else { return false }
        guard user != nil else { return true }
        return try (library.storedItems.lastNumber(of: kind)?.rawValue ?? 0) > Self.fewItems
    }

    func count(of kind: KindIndex, matching filter: Filter) throws -> Int {
        if filter == .everything, try isWorthScanning(kind) {
            return try library.storedItems.count(of: kind)
        }
        return try table(of: kind, matching: filter, reading: []).count(matching: filter)
    }

    /// Returns a table with all items of a kind that match a filter, and perhaps others: the loaded
    /// one, or one that has only the fields that the filter needs and those in `fields`. Throws if
    /// Ctrl-C is pressed.
    func table(
        of kind: KindIndex, matching filter: Filter, reading fields: [FieldIndex]
    ) throws -> Table {
        guard try isWorthScanning(kind), filter.requiresEachText(of: kinds[kind])
        else {
            try loadAll(kind)
            return library.catalog.tables[kind]
        }
        return try library.storedItems.candidates(of: kind, matching: filter, reading: fields) {
            guard !isInterrupted else { throw CommandFailure(.isInterrupted) }
            user?.showProgress($0, Message.loading)
        }
    }

    /// Runs a query without loading further kinds. Returns nil if they have to be loaded: because
    /// that is faster, because there are many results, or because a hint about a query without
    /// results may need them.
    func findUnloaded(_ query: Query, among kinds: [KindIndex]) throws -> QueryFinding? {
        let missing = kinds.filter { !library.isLoaded($0) }
        let filters = try missing.map { try filter(query, of: self.kinds[$0]) }
        let isWorthwhile = try zip(missing, filters).allSatisfy { kind, filter in
            try isWorthScanning(kind)
                && (filter != .everything || query.limit ?? .max <= Self.maximumLookedUp)
                && filter.requiresEachText(of: self.kinds[kind])
        }
        guard isWorthwhile, !missing.isEmpty else { return nil }
        var found: [Item] = []
        for (kind, filter) in zip(missing, filters) {
            let items = try items(query, of: kind, matching: filter)
            guard items.count <= Self.maximumLookedUp + 1 else { return nil }
            found += items
        }
        var catalog = Catalog(kinds: self.kinds, items: found)
        for kind in kinds where !missing.contains(kind) {
            catalog.adopt(kind, from: library.catalog)
        }
        var finding = QueryFinding(catalog: catalog)
        for kind in kinds {
            let rows =
                missing.contains(kind)
                ? Array(catalog.tables[kind].rows) : try rows(query, of: kind)
            finding.add(kind, rows, query.limit)
        }
        if finding.isEmpty, query.comparesValues { return nil }
        return finding
    }

    /// Returns the items of a kind that a query finds, sorted as it says. It may stop after more
    /// than `maximumLookedUp` items.
    private func items(
        _ query: Query, of kind: KindIndex, matching filter: Filter
    ) throws -> [Item] {
        if query.sort.isEmpty {
            return try library.storedItems.scan(
                Self.maximumLookedUp + 2, of: kind, matching: filter)
        }
        let keys = try sortKeys(query, of: kind)
        let table = try table(of: kind, matching: filter, reading: keys.compactMap(\.field))
        // One extra row shows whether there are more.
        let rows = table.sorted(
            table.rows(matching: filter), by: keys,
            limit: min(query.limit.map { $0 + 1 } ?? .max, Self.maximumLookedUp + 2))
        return try library.storedItems.items(rows.map(table.number), of: kind)
    }
}

extension Query {
    /// Whether the query asks for whole values. If it finds nothing, a hint looks for similar
    /// values among all items.
    var comparesValues: Bool { !(condition?.equalities ?? []).isEmpty }
}

extension Filter {
    /// Whether an item can match only if it has each of the texts that the filter asks for. Then,
    /// if the query has results, none of its texts is unknown.
    fileprivate func requiresEachText(of kind: Kind) -> Bool {
        switch self {
        case .everything, .contains, .isAbsent, .anyText: true
        case .compare(let field, _, let values):
            values.count == 1 || !kind.fields[field].isText
        case .all(let parts): parts.allSatisfy { $0.requiresEachText(of: kind) }
        case .any(let parts):
            parts.allSatisfy { $0.requiresEachText(of: kind) && !$0.comparesText(of: kind) }
        case .not(let part): part.requiresEachText(of: kind) && !part.comparesText(of: kind)
        }
    }

    /// Whether the filter compares whole texts.
    private func comparesText(of kind: Kind) -> Bool {
        switch self {
        case .everything, .contains, .isAbsent, .anyText: false
        case .compare(let field, _, _): kind.fields[field].isText
        case .all(let parts), .any(let parts): parts.contains { $0.comparesText(of: kind) }
        case .not(let part): part.comparesText(of: kind)
        }
    }
}
