import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

extension Interpreter {
    func list(_ query: Query) throws -> Reply {
        let finding = try find(query)
        let sections = try finding.rows.filter { !$0.rows.isEmpty }.map { found in
            Listing.Section(
                kind: found.kind, rows: found.rows,
                columns: try columns(query, of: self.kinds[found.kind]),
                isCutShort: found.isCutShort)
        }
        if sections.count == 1, sections[0].rows.count == 1 {
            session.it = finding.catalog.tables[sections[0].kind].number(at: sections[0].rows[0])
        }
        let listing = Reply.listing(
            Listing(
                catalog: finding.catalog, sections: sections,
                nothing: try sections.isEmpty && library.count() == 0
                    ? Message.emptyLibrary : Message.nothingFound,
                hasChosenColumns: query.columns != nil, marks: try library.marks(),
                isInterrupted: session.isInterrupted))
        let hint = sections.isEmpty ? hint(for: query) : unknownValue(in: query)
        guard let hint else { return listing }
        return .sequence([listing, .warning(hint)])
    }

    /// What a query finds, kind by kind: rows of a catalog.
    struct Finding {
        let catalog: Catalog
        private(set) var rows: [(kind: Int, rows: [Int], isCutShort: Bool)] = []

        mutating func add(_ kind: Int, _ found: [Int], _ limit: Int?) {
            let limit = limit ?? .max
            rows.append((kind, Array(found.prefix(limit)), found.count > limit))
        }
    }

    /// What a query finds, in each kind that it is about.
    func find(_ query: Query) throws -> Finding {
        let kinds = try selectedKinds(query)
        if let limit = query.limit, query.sort == nil {
            return try firstThings(limit, query, among: kinds)
        }
        for kind in kinds { try loadAll(kind) }
        var finding = Finding(catalog: library.catalog)
        for kind in kinds { finding.add(kind, try rows(query, of: kind), query.limit) }
        return finding
    }

    /// The first things that a query finds, without loading the others.
    private func firstThings(_ limit: Int, _ query: Query, among kinds: [Int]) throws -> Finding {
        // One more than wanted shows whether there are more.
        let items = try kinds.flatMap { kind in
            try library.first(
                limit + 1, of: kind, matching: try filter(query, of: self.kinds[kind]))
        }
        var finding = Finding(catalog: Catalog(kinds: self.kinds, items: items))
        for kind in kinds { finding.add(kind, Array(finding.catalog.tables[kind].rows), limit) }
        return finding
    }

    /// Where nothing was found: what in the condition was perhaps not what was meant.
    func hint(for query: Query) -> TerminalText? {
        guard let condition = query.condition else { return nil }
        for text in condition.texts {
            let names = kinds.all.map(\.plural) + VerbTable.all.map(\.name)
            if let hint = Message.hint(for: text, near: Nearest.names(to: text, among: names)) {
                return hint
            }
        }
        for (name, value) in condition.equalities {
            for (index, kind) in kinds.all.enumerated() {
                guard case .found(let field) = kind.match(field: name) else { continue }
                let fieldName = kind.fields[field].name
                switch kind.fields[field].content {
                case .text:
                    let filter = Filter.contains(field: field, [value])
                    guard library.catalog.tables[index].count(matching: filter) > 0 else {
                        continue
                    }
                    return Message.containsInstead(fieldName, value)
                default: continue
                }
            }
        }
        return unknownValue(in: query)
    }

    func count(_ query: Query) throws -> Reply {
        var counts: [(kind: Kind, count: Int)] = []
        for kind in try selectedKinds(query) {
            let filter = try filter(query, of: kinds[kind])
            try loadAll(kind)
            counts.append((kinds[kind], library.catalog.tables[kind].count(matching: filter)))
        }
        let total = counts.reduce(0) { $0 + $1.count }
        if total == 0, query.kind == nil { try checkKind(query) }
        let reply = Reply.counts(counts, total: total)
        let hint = total == 0 ? hint(for: query) ?? textHint(for: query) : unknownValue(in: query)
        return hint.map { .sequence([reply, .warning($0)]) } ?? reply
    }

    /// A word at the beginning that is like the name of a kind, and stands in no text, was meant
    /// for a kind.
    private func checkKind(_ query: Query) throws {
        guard let word = query.condition?.leadingWord else { return }
        let near = Nearest.names(to: word.value, among: kinds.all.flatMap { [$0.plural, $0.name] })
        guard !near.isEmpty else { return }
        for kind in kinds.all.indices {
            try loadAll(kind)
            let matching = Filter.anyText(word.value)
            guard library.catalog.tables[kind].count(matching: matching) == 0 else { return }
        }
        throw LanguageError(.unknownKind(word.value, nearest: near), at: word.span)
    }

    /// Where a bare word was looked for and is in no text.
    private func textHint(for query: Query) -> TerminalText? {
        query.condition?.texts.first.map { Message.wasLookedForAsText($0) }
    }

    /// A value in a condition that no item has, though its field can have any; nil where there is
    /// none.
    private func unknownValue(in query: Query) -> TerminalText? {
        for (name, value) in query.condition?.equalities ?? [] where !value.isEmpty {
            var owner: (kind: Kind, field: Field, nearest: [String])?
            var isKnown = false
            for index in query.kind.map({ [$0] }) ?? Array(kinds.all.indices) {
                let kind = kinds[index]
                guard case .found(let field) = kind.match(field: name) else { continue }
                let table = library.catalog.tables[index]
                switch kind.fields[field].content {
                case .choice, .set, .text: break
                case .integer, .decimal, .date, .month, .ladder: continue
                }
                guard library.isLoaded(index),
                    let parsed = try? kind.fields[field].parse(
                        value, today: session.surroundings.today)
                else {
                    isKnown = true
                    continue
                }
                let filter = Filter.compare(field: field, .equal, [parsed])
                isKnown = isKnown || table.count(matching: filter) > 0
                let known = table.symbols(of: kind.fields[field].name)
                owner = owner ?? (kind, kind.fields[field], Nearest.names(to: value, among: known))
            }
            if let owner, !isKnown {
                return Message.noSuchValue(
                    value, field: owner.field.name, owner.kind, owner.nearest)
            }
        }
        return nil
    }

    /// The kinds that a query is about: the one it names, or all that have the fields it names.
    func selectedKinds(_ query: Query) throws -> [Int] {
        if let kind = query.kind { return [kind] }
        let fields =
            (query.condition?.fields ?? []) + (query.sort.map { [$0.field] } ?? [])
            + (query.columns ?? [])
        let fitting = kinds.all.indices.filter { kind in
            fields.allSatisfy { kinds[kind].match(field: $0.value) != .unknown }
        }
        guard fitting.isEmpty else { return fitting }
        let stranger = fields.first { field in
            kinds.all.allSatisfy { $0.match(field: field.value) == .unknown }
        }
        guard let stranger else {
            throw LanguageError(.noKindHasAll(fields.map(\.value)), at: fields[0].span)
        }
        let known = kinds.all.flatMap { $0.fields.map(\.name) }
        var seen: Set<String> = []
        throw LanguageError(
            .unknownField(
                stranger.value, kinds: [],
                nearest: Nearest.names(
                    to: stranger.value, among: known.filter { seen.insert($0).inserted })),
            at: stranger.span)
    }

    private func filter(_ query: Query, of kind: Kind) throws -> Filter {
        do {
            return try query.condition?.resolve(for: kind, today: session.surroundings.today)
                ?? .everything
        } catch let error as ValueError {
            throw CommandFailure(.violation(error.violation, kind: kind), at: error.span)
        }
    }

    private func columns(_ query: Query, of kind: Kind) throws -> [Int] {
        guard let columns = query.columns else {
            return kind.fields.indices.filter { kind.fields[$0].isListed }
        }
        var seen: Set<Int> = []
        return try columns.map { try kind.field(named: $0) }.filter { seen.insert($0).inserted }
    }

    /// The rows that a query finds in a kind that is loaded, in the order asked for.
    private func rows(_ query: Query, of kind: Int) throws -> [Int] {
        let table = library.catalog.tables[kind]
        let rows = table.rows(matching: try filter(query, of: kinds[kind]))
        guard let sort = query.sort else { return rows }
        let field = try kinds[kind].field(named: sort.field)
        return table.sorted(rows, by: field, descending: sort.isDescending)
    }

    /// Loads all of a kind, with a bar if that takes long, unless Ctrl-C stops it.
    func loadAll(_ kind: Int) throws {
        while !library.isLoaded(kind) {
            guard !session.isInterrupted() else { throw CommandFailure(.isInterrupted) }
            try library.loadMore(kind)
            session.person?.progresses(library.loadedFraction(kind), "reading the library")
        }
    }

    func show(_ references: [Spanned<Reference>]) throws -> Reply {
        let namesResult = references.contains { reference in
            if case .result = reference.value { true } else { false }
        }
        if namesResult { return try details(of: references) }
        let items = try items(references)
        if let last = items.last { session.it = last.number }
        return try pictured(items)
    }

    func use(_ kind: Int) -> Reply {
        session.currentKind = kind
        return .text(Message.uses(kinds[kind]))
    }

    func birthstones(_ month: Month?) throws -> Reply {
        let months = month.map { [$0] } ?? Month.allCases
        let stones = months.map { month -> TerminalText in
            "\(month.name): \(Birthstones.stones(of: month).joined(separator: ", "))"
        }
        guard let month else { return .text(stones.joined(separator: "\n")) }
        var sections: [Listing.Section] = []
        for (index, kind) in kinds.all.enumerated() {
            guard let field = kind.index(ofRole: { $0 == .birthstone }) else { continue }
            try loadAll(index)
            let filter = Filter.compare(field: field, .equal, [.month(month)])
            let rows = library.catalog.tables[index].rows(matching: filter)
            let columns = kind.fields.indices.filter { kind.fields[$0].isListed }
            sections.append(
                Listing.Section(kind: index, rows: rows, columns: columns, isCutShort: false))
        }
        sections.removeAll { $0.rows.isEmpty }
        return .sequence([
            .text(stones[0]),
            .listing(
                Listing(
                    catalog: library.catalog, sections: sections, nothing: Message.nothingFound,
                    hasChosenColumns: false, marks: try library.marks(),
                    isInterrupted: session.isInterrupted)),
        ])
    }
}
