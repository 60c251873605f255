import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Running queries and listing their items.
extension CommandContext {
    // MARK: Listing

    /// Returns the list of the items that a query finds.
    ///
    /// - Parameters:
    ///   - query: the conditions, the order and the fields.
    ///   - takesColumns: whether the command accepts `columns:`, which a note below the list can
    ///     then propose.
    /// - Returns: the list, with a hint if a value in the conditions is unknown.
    /// - Throws: an error if the query does not fit the kinds, or the library cannot be read.
    func list(_ query: Query, takesColumns: Bool = true) throws -> Reply {
        try list(try find(query), query, takesColumns: takesColumns)
    }

    /// Returns the list of what a query has found, with a hint if a value in its conditions is
    /// unknown.
    func list(
        _ finding: QueryFinding, _ query: Query, takesColumns: Bool = true
    ) throws -> Reply {
        let sections = try finding.rows.filter { !$0.rows.isEmpty }.map { found in
            Listing.Section(
                kind: found.kind, rows: found.rows,
                columns: try columns(query, of: self.kinds[found.kind]),
                isCutShort: found.isCutShort,
                asked: try askedFields(query, of: found.kind))
        }
        if sections.count == 1, sections[0].rows.count == 1 {
            session.it = finding.catalog.tables[sections[0].kind].number(at: sections[0].rows[0])
        }
        let listing = try listing(
            of: sections, in: finding.catalog, query, takesColumns: takesColumns)
        // A limited search loads nothing, and so knows no values to warn about. One that ends
        // early leaves the rest of the library unread.
        if query.limit != nil, !sections.contains(where: \.isCutShort),
            query.condition?.equalities.isEmpty == false
        {
            _ = loadIfFew()
        }
        let hint =
            sections.isEmpty
            ? hint(for: query) : unknownValue(in: query) ?? wordForAll(in: query)
        guard let hint else { return listing }
        return .sequence([listing, .warning(hint)])
    }

    /// Returns the section of the items of a kind that match, with the default columns. Loads the
    /// kind.
    func section(of kind: KindIndex, matching filter: Filter) throws -> Listing.Section {
        try loadAll(kind)
        return Listing.Section(
            kind: kind, rows: library.catalog.tables[kind].rows(matching: filter),
            columns: kinds[kind].shownIndices.filter { kinds[kind].fields[$0].isListed },
            isCutShort: false)
    }

    /// Returns a list of the sections that are not empty.
    func listing(of sections: [Listing.Section]) throws -> Reply {
        .listing(
            Listing(
                catalog: library.catalog, sections: sections.filter { !$0.rows.isEmpty },
                nothing: Message.nothingFound, hasChosenColumns: false,
                marks: try library.outbox.marks(), goesOn: goesOnListing))
    }

    /// Returns a list of what a query has found.
    func listing(
        of sections: [Listing.Section], in catalog: Catalog, _ query: Query,
        takesColumns: Bool = true
    ) throws -> Reply {
        .listing(
            Listing(
                catalog: catalog, sections: sections,
                nothing: try sections.isEmpty && library.count() == 0
                    ? emptyAnswer : Message.nothingFound,
                hasChosenColumns: query.columns != nil, takesColumns: takesColumns,
                marks: try library.outbox.marks(), goesOn: goesOnListing))
    }

    /// Shows the share of a list that is written, if writing takes long. Returns whether to go on:
    /// not after Ctrl-C.
    func goesOnListing(at fraction: Double) -> Bool {
        user?.showProgress(fraction, Message.listing)
        return !isInterrupted
    }

    /// The answer to a query of a library without items.
    var emptyAnswer: TerminalText {
        library.isPast ? Message.emptyPast : Message.emptyLibrary
    }

    func columns(_ query: Query, of kind: Kind) throws -> [FieldIndex] {
        guard let columns = query.columns else {
            return kind.shownIndices.filter { kind.fields[$0].isListed }
        }
        var seen: Set<FieldIndex> = []
        return try columns.map { try kind.field(named: $0) }.filter { seen.insert($0).inserted }
    }

    /// Returns the fields that a query asks about, each once.
    private func askedFields(_ query: Query, of kind: KindIndex) throws -> [FieldIndex] {
        let compared = try (query.condition?.variedFields ?? []).map {
            try kinds[kind].field(named: $0)
        }
        var seen: Set<FieldIndex> = []
        return (try sortKeys(query, of: kind).compactMap(\.field) + compared)
            .filter { seen.insert($0).inserted }
    }

    // MARK: Finding

    /// Runs a query on each kind that it applies to.
    func find(_ query: Query) throws -> QueryFinding {
        let kinds = try selectedKinds(query)
        if let limit = query.limit, query.sort.isEmpty {
            return try firstItems(limit, query, among: kinds)
        }
        if let finding = try findUnloaded(query, among: kinds) { return finding }
        for kind in kinds { try loadAll(kind) }
        var finding = QueryFinding(catalog: library.catalog)
        for kind in kinds { finding.add(kind, try rows(query, of: kind), query.limit) }
        return finding
    }

    /// Returns the first items that a query finds, without loading the others.
    private func firstItems(
        _ limit: Int, _ query: Query, among kinds: [KindIndex]
    ) throws -> QueryFinding {
        // One extra item shows whether there are more.
        let items = try kinds.flatMap { kind in
            try library.storedItems.first(
                limit + 1, of: kind, matching: try filter(query, of: self.kinds[kind]))
        }
        var finding = QueryFinding(catalog: Catalog(kinds: self.kinds, items: items))
        for kind in kinds { finding.add(kind, Array(finding.catalog.tables[kind].rows), limit) }
        return finding
    }

    /// Returns the kinds that a query applies to: the one it names, or all that have the fields it
    /// names, and whose fields accept its values: `state=reading` does not apply to films.
    func selectedKinds(_ query: Query) throws -> [KindIndex] {
        let sortFields = query.sort.filter { !$0.isByNumber }.map(\.field)
        let fields =
            (query.condition?.fields ?? []) + sortFields + (query.columns ?? [])
            + (query.grouping.map { [$0] } ?? [])
        if let kind = query.kind {
            let named = kinds[kind]
            for field in fields where named.match(field: field.value) == .unknown {
                // A name that another kind has is not misspelled.
                let owner = kinds.all.first { $0.index(ofField: field.value) != nil }
                guard let owner else { continue }
                throw LanguageError(
                    .fieldOfAnotherKind(field.value, owner: owner.name, kind: named.name),
                    at: field.span)
            }
            return [kind]
        }
        var fitting = kinds.indices
        for field in fields {
            let able = kinds.kinds(withField: field.value, among: kinds.indices)
            fitting.removeAll { !able.contains($0) }
        }
        guard fitting.isEmpty else { return try ableKinds(query, among: fitting) }
        let stranger = fields.first { field in
            kinds.all.allSatisfy { $0.match(field: field.value) == .unknown }
        }
        guard let stranger else {
            var names: [String] = []
            for field in fields where !names.contains(field.value) { names.append(field.value) }
            throw LanguageError(.noKindHasAll(names), at: fields[0].span)
        }
        throw LanguageError(
            .unknownField(
                stranger.value, kinds: [],
                nearest: Nearest.fields(to: stranger.value, of: kinds.all)),
            at: stranger.span)
    }

    /// Checks the names of fields in a query, and the values in its conditions.
    func check(_ query: Query) throws {
        for index in try selectedKinds(query) {
            let kind = kinds[index]
            _ = try filter(query, of: kind)
            _ = try sortKeys(query, of: index)
            _ = try columns(query, of: kind)
            if let field = query.grouping { _ = try kind.field(named: field) }
        }
    }

    /// Throws if a query without a kind begins with a word that resembles the name of a kind,
    /// unless the word is a state or occurs in a text.
    func checkKind(of query: Query) throws {
        guard query.kind == nil, let word = query.condition?.leadingWord,
            kinds.index(of: word.value) == nil, stateCondition(word.value, in: nil) == nil
        else { return }
        let near = Nearest.names(to: word.value, among: kinds.all.flatMap { [$0.plural, $0.name] })
        guard !near.isEmpty else { return }
        for kind in kinds.indices {
            try loadAll(kind)
            let matching = Filter.anyText(word.value)
            guard library.catalog.tables[kind].count(matching: matching) == 0 else { return }
        }
        throw LanguageError(.unknownKind(word.value, nearest: near), at: word.span)
    }

    /// Returns the kinds whose fields can hold the values of a condition: `state=reading` is about
    /// books, although films have states too. Throws the first violation if no kind can.
    private func ableKinds(_ query: Query, among fitting: [KindIndex]) throws -> [KindIndex] {
        var failure: CommandFailure?
        let able = try fitting.filter { kind in
            do {
                _ = try filter(query, of: kinds[kind])
                return true
            } catch let error as CommandFailure {
                failure = failure ?? error
                return false
            }
        }
        if able.isEmpty, let failure { throw failure }
        return able
    }

    func filter(_ query: Query, of kind: Kind) throws -> Filter {
        do {
            return try query.condition?.resolve(for: kind, today: surroundings.today)
                ?? .everything
        } catch let error as ValueError {
            throw CommandFailure(.violation(error.violation, kind: kind), at: error.span)
        }
    }

    /// Returns the rows that a query finds in a loaded kind, sorted as the query says.
    func rows(_ query: Query, of kind: KindIndex) throws -> [RowIndex] {
        let table = library.catalog.tables[kind]
        let rows = table.rows(matching: try filter(query, of: kinds[kind]))
        // One extra row shows whether there are more.
        return table.sorted(
            rows, by: try sortKeys(query, of: kind), limit: query.limit.map { $0 + 1 } ?? .max)
    }

    func sortKeys(_ query: Query, of kind: KindIndex) throws -> [Table.SortKey] {
        try query.sort.map { key in
            Table.SortKey(
                key.isByNumber ? nil : try kinds[kind].field(named: key.field),
                isDescending: key.isDescending)
        }
    }

    /// Loads all items of a kind, with a progress bar if that takes long. Throws if Ctrl-C is
    /// pressed.
    func loadAll(_ kind: KindIndex) throws {
        while !library.isLoaded(kind) {
            guard !isInterrupted else { throw CommandFailure(.isInterrupted) }
            try library.loadMore(kind)
            user?.showProgress(library.loadedFraction(kind), Message.loading)
        }
    }
}

/// The rows of a catalog that a query found, by kind.
struct QueryFinding {
    let catalog: Catalog
    private(set) var rows: [(kind: KindIndex, rows: [RowIndex], isCutShort: Bool)] = []

    init(catalog: Catalog) {
        self.catalog = catalog
    }

    var isEmpty: Bool { rows.allSatisfy(\.rows.isEmpty) }

    /// Returns the rows that also match a filter of their kind.
    func filtered(by filter: (KindIndex) throws -> Filter) rethrows -> QueryFinding {
        var finding = QueryFinding(catalog: catalog)
        for found in rows {
            let matching = Set(catalog.tables[found.kind].rows(matching: try filter(found.kind)))
            finding.add(found.kind, found.rows.filter(matching.contains), nil)
        }
        return finding
    }

    mutating func add(_ kind: KindIndex, _ found: [RowIndex], _ limit: Int?) {
        let limit = limit ?? .max
        rows.append((kind, Array(found.prefix(limit)), found.count > limit))
    }
}
