import TroveHTTP
import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

extension Interpreter {
    // MARK: Searching

    func search(_ search: Search) throws -> Reply {
        let field: CatalogueQuery.Field? =
            switch search.field {
            case .title: .title
            case .author: .author
            case nil: nil
            }
        return try showNext(
            of: FoundEntries(CatalogueQuery(search.text.value, in: field, of: search.subject)))
    }

    func more() throws -> Reply {
        guard let found = session.found else { throw CommandFailure(.noSearch) }
        return try showNext(of: found)
    }

    private func showNext(of former: FoundEntries) throws -> Reply {
        var found = former
        guard let page = found.next else {
            return .text(Message.noMoreResults(found.entries.count))
        }
        let lookup = SearchLookup(
            found.query, page: page, seen: found.keys, session.settings.catalogues)
        let warning = contactWarning(for: lookup.service)
        let numbers = found.add(try ask(lookup))
        session.found = found
        guard !numbers.isEmpty else {
            return .sequence([
                warning,
                .text(
                    page == 1
                        ? Message.noneFound(lookup.service, found.query.subject)
                        : Message.noMoreResults(found.entries.count)),
            ])
        }
        let rows = try numbers.compactMap { number in
            try found[number].map { try row($0, number) }
        }
        return .sequence([
            warning,
            .results(
                ResultListing(
                    rows: rows, service: lookup.service, subject: found.query.subject,
                    total: found.total, hasMore: found.next != nil)),
        ])
    }

    /// A result, compared with what the library has.
    private func row(_ entry: CatalogueEntry, _ number: Int) throws -> ResultListing.Row {
        let owned = try thing(like: entry, among: ownKinds)
        let isRead = try owned.flatMap { try library.item(numbered: $0) }.map(isAtTop) ?? false
        let isListed = try readList.map { try thing(like: entry, among: [$0]) != nil } ?? false
        return ResultListing.Row(
            number: number, entry: entry, isTicked: isListed || isRead, owned: owned)
    }

    private func isAtTop(_ item: Item) -> Bool {
        guard let (field, ladder) = kinds[item.kind].ladder else { return false }
        return item.values[field] == ladder.rungs.last.map { .text($0.name) }
    }

    // MARK: Kinds

    /// The kind that is a list of what was found in a catalogue.
    var readList: Int? {
        kinds.all.firstIndex { $0.index(ofRole: .catalogueKey) != nil }
    }

    /// The kinds whose things a catalogue knows.
    private var ownKinds: [Int] {
        kinds.all.indices.filter { kinds[$0].catalogue != nil }
    }

    /// The kind whose things are what a catalogue knows of a subject.
    func kind(of subject: CatalogueSubject?) throws(CommandFailure) -> Int {
        guard let subject, let kind = kinds.all.firstIndex(where: { $0.catalogue == subject })
        else {
            throw CommandFailure(.noKind)
        }
        return kind
    }

    /// The thing of one of these kinds that an entry is, by its key in the catalogue, one of its
    /// ISBNs, or its title and creator.
    func thing(like entry: CatalogueEntry, among kinds: [Int]) throws -> Int? {
        for kind in kinds {
            let fields = self.kinds[kind]
            // A film is none of the books.
            if let subject = fields.catalogue, subject != entry.service.subject { continue }
            if let field = fields.index(ofRole: .catalogueKey) {
                try loadAll(kind)
                let table = library.catalog.tables[kind]
                let rows = table.rows(
                    matching: .compare(field: field, .equal, [.text(entry.key)]), limit: 1)
                if let row = rows.first { return table.number(at: row) }
            }
            var candidates = [values(of: entry, for: kind)]
            if let field = fields.index(ofRole: .isbn) {
                candidates += entry.isbns.map { isbn in
                    var values = candidates[0]
                    values[field] = .text(isbn.thirteen)
                    return values
                }
            }
            for values in candidates {
                if let same = try library.duplicate(of: values, kind: kind, except: nil) {
                    return same.number
                }
            }
        }
        return nil
    }

    // MARK: Taking

    func take(_ taking: Taking) throws -> Reply {
        let entries = try taking.results.map { ($0, try entry($0)) }
        if let target = taking.target, let (_, entry) = entries.first {
            return try fill(try item(target), from: entry)
        }
        var replies: [Reply] = []
        for (reference, entry) in entries {
            let kind = try kind(of: entry.service.subject)
            try beginChanging(kind)
            var values = initialValues(of: kinds[kind])
            for (field, value) in self.values(of: entry, for: kind).enumerated()
            where value != nil { values[field] = value }
            let fields = try taking.assignments.map { try kinds[kind].field(named: $0.field) }
            try assign(taking.assignments, fields, to: &values, of: kinds[kind])
            try check(
                values, of: kind, after: nil, taking.assignments, fields, elsewhere: reference.span)
            replies.append(
                try addThing(
                    values, of: kind, isConfirmed: taking.isConfirmed, blaming: reference.span))
        }
        return .sequence(replies)
    }

    /// Gives a thing what it lacks and an entry has.
    private func fill(_ item: Item, from entry: CatalogueEntry) throws -> Reply {
        guard kinds[item.kind].catalogue == entry.service.subject else {
            throw CommandFailure(.doesNotApply(verb: "take into", kind: kinds[item.kind]))
        }
        try library.begin()
        guard let current = try library.item(numbered: item.number) else {
            throw CommandFailure(.noSuchNumber(item.number))
        }
        var values = current.values
        for (field, value) in self.values(of: entry, for: item.kind).enumerated()
        where values[field] == nil { values[field] = value }
        try check(values, of: item.kind, after: current, [], [])
        guard let change = Change.update(from: current, to: values) else {
            return .changes([ChangeReport(change: nil, item: current)])
        }
        return try perform([change])
    }

    /// What an entry says about a thing of a kind, by the roles of its fields; what no field takes is
    /// left out.
    func values(of entry: CatalogueEntry, for kind: Int) -> [Value?] {
        let kind = kinds[kind]
        var values: [Value?] = kind.fields.map { _ in nil }
        func put(_ text: String?, _ field: Int?) {
            guard let text, !text.isBlank, let field else { return }
            values[field] = try? kind.fields[field].parse(text, today: session.surroundings.today)
        }
        put(entry.title, Kind.titleIndex)
        put(entry.creators.joined(separator: ", "), kind.index(ofRole: .creator))
        // Which of the many editions of a work somebody has, the catalogue cannot know.
        if entry.isbns.count == 1 { put(entry.isbns[0].thirteen, kind.index(ofRole: .isbn)) }
        put(entry.pages.map { "\($0)" }, kind.progress?.total)
        put(entry.cover, kind.index(ofRole: .cover))
        put(entry.key, kind.index(ofRole: .catalogueKey))
        return values
    }

    /// The entry that a reference such as `r1` names.
    func entry(_ reference: Spanned<Reference>) throws(CommandFailure) -> CatalogueEntry {
        guard case .result(let number) = reference.value, let found = session.found else {
            throw CommandFailure(.catalogue(.noSearch), at: reference.span)
        }
        guard let entry = found[number] else {
            throw CommandFailure(
                .catalogue(.noSuchResult(number, count: found.entries.count)), at: reference.span)
        }
        return entry
    }

    /// All that a catalogue says of results.
    func details(of results: [Spanned<Reference>]) throws -> Reply {
        .sequence(
            try results.map { reference in
                guard case .result(let number) = reference.value else {
                    return .details([try item(reference)], marks: try library.marks())
                }
                let lookup = DetailsLookup(try entry(reference), session.settings.catalogues)
                let entry = try ask(lookup)
                session.found?.replace(number, with: entry)
                return .report(Message.details(of: entry))
            })
    }

    // MARK: The network

    /// Asks a catalogue, and waits for the answer until Ctrl-C is pressed.
    func ask<Question: Lookup>(_ lookup: Question) throws -> Question.Answer {
        try checkAddress(of: lookup.service)
        // Nobody else shall wait while a service thinks.
        try session.settle()
        do throws(LookupFailure) {
            return try session.lookups.run(lookup, isInterrupted: session.isInterrupted) { time in
                session.person?.progresses(nil, Message.asking(lookup.service, time))
            }
        } catch {
            throw CommandFailure(
                error.isCancelled
                    ? .isInterrupted
                    : .catalogue(
                        .lookup(error, hasContact: session.settings.catalogues.hasContact)))
        }
    }

    /// Makes sure that no other service is asked in the place of one whose address is wrong.
    func checkAddress(of service: CatalogueService) throws(CommandFailure) {
        guard let bad = session.settings.badAddress(for: service) else { return }
        throw CommandFailure(.badAddress(bad))
    }

    /// What to say, once, when a service would like to know whom it can write to.
    func contactWarning(for service: CatalogueService) -> Reply {
        guard service == .openLibrary, !session.settings.catalogues.hasContact,
            !session.hasWarnedOfContact
        else { return .nothing }
        session.hasWarnedOfContact = true
        return .warning(Message.noContact)
    }
}

extension CatalogueService {
    /// What the catalogue knows about; nil for what is none.
    var subject: CatalogueSubject? {
        switch self {
        case .openLibrary, .googleBooks: .books
        case .tmdb: .movies
        case .elsewhere: nil
        }
    }
}

extension LookupFailure {
    /// Whether somebody has given up waiting.
    fileprivate var isCancelled: Bool {
        if case .noConnection(_, .cancelled) = self { true } else { false }
    }
}
