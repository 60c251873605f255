import TroveHTTP
import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore

/// Querying catalogue services, and comparing their entries with the library.
extension CommandContext {
    // MARK: The network

    /// Runs a lookup, and blocks until it ends or Ctrl-C is pressed.
    ///
    /// - Throws: `CommandFailure` if the lookup fails or is canceled.
    func ask<Question: Lookup>(_ lookup: Question) throws -> Question.Answer {
        try checkAddresses(of: lookup)
        if isRehearsal { throw RehearsalStop(source: lookup.source) }
        // Other shells must not wait for the service.
        try commit()
        do throws(LookupFailure) {
            return try lookups.run(lookup, isInterrupted: { self.isInterrupted }) { time in
                user?.showProgress(nil, Message.asking(lookup.source, time))
            }
        } catch {
            throw CommandFailure(
                error.isCancelled
                    ? .isInterrupted
                    : .catalogue(
                        .lookup(error, hasContact: session.settings.catalogues.hasContact)))
        }
    }

    /// Throws if the environment has an invalid address that a lookup may need. Otherwise the
    /// lookup would go to the default server.
    func checkAddresses(of lookup: some Lookup) throws(CommandFailure) {
        guard let bad = session.settings.badAddress(among: lookup.addresses) else { return }
        throw CommandFailure(.badAddress(bad))
    }

    /// Returns the warning that a service requires a contact, once per session.
    func contactWarning(for service: (any CatalogueService)?) -> Reply {
        guard let service, service.wantsContact, !session.settings.catalogues.hasContact,
            !session.hasWarnedOfContact
        else { return .nothing }
        session.hasWarnedOfContact = true
        return .warning(Message.noContact(for: service))
    }

    // MARK: Results

    /// Returns the entry that a reference such as `r1` names.
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

    /// Fetches the full details of results.
    func details(of results: [Spanned<Reference>]) throws -> Reply {
        var replies: [Reply] = []
        var entries: [(number: Int, entry: CatalogueEntry)] = []
        for reference in results {
            guard case .result(let number) = reference.value else {
                replies.append(
                    .details([try item(reference)], marks: try library.outbox.marks()))
                continue
            }
            let lookup = DetailsLookup(try entry(reference), session.settings.catalogues)
            let entry = try ask(lookup)
            session.found?.replace(number, with: entry)
            if isForData {
                entries.append((number, entry))
            } else {
                replies.append(.report(Message.details(of: entry)))
            }
        }
        if !entries.isEmpty { replies.append(.report(ResultListing.details(of: entries))) }
        return .sequence(replies)
    }

    // MARK: Kinds

    /// The kind whose items are entries of a service: the read list.
    var readList: KindIndex? {
        kinds.firstIndex { $0.index(ofRole: .catalogueKey) != nil }
    }

    func kind(of subject: CatalogueSubject?) throws(CommandFailure) -> KindIndex {
        guard let subject, let kind = kinds.firstIndex(where: { $0.catalogue == subject })
        else {
            throw CommandFailure(.noKind)
        }
        return kind
    }

    /// Returns the number of the item of one of these kinds that matches an entry: by its key, by
    /// one of its ISBNs, or by its title and creator. The title alone is compared if only one of
    /// the two has a creator.
    func itemNumber(like entry: CatalogueEntry, among kinds: [KindIndex]) throws -> ItemNumber? {
        for kind in kinds {
            let fields = self.kinds[kind]
            if let subject = fields.catalogue, subject != entry.service?.subject { continue }
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
                let same = try library.duplicates.first(
                    of: values, kind: kind, isTitleEnough: true)
                if let same { return same.number }
            }
        }
        return nil
    }

    /// Returns an entry with its creators, which some services name only in its details. If the
    /// details cannot be fetched, returns the entry without them, and a warning.
    func withCreators(
        _ entry: CatalogueEntry, for kind: KindIndex
    ) throws -> (entry: CatalogueEntry, warning: Reply) {
        guard entry.creators.isEmpty, entry.service?.hasCreatorsInDetails == true,
            let field = kinds[kind].index(ofRole: .creator)
        else { return (entry, .nothing) }
        do {
            return (try ask(DetailsLookup(entry, session.settings.catalogues)), .nothing)
        } catch let failure as CommandFailure where failure.isServiceFailure {
            let name = kinds[kind].fields[field].name
            return (entry, .warning(Message.isWithout(name, ErrorReport(failure))))
        }
    }

    /// Returns the values of an entry for the fields of a kind, by their roles.
    func values(of entry: CatalogueEntry, for kind: KindIndex) -> [Value?] {
        let kind = kinds[kind]
        var values: [Value?] = kind.fields.map { _ in nil }
        func put(_ text: String?, _ field: FieldIndex?) {
            guard let text, !text.isBlank, let field else { return }
            values[field] = try? kind.fields[field].parse(text, today: surroundings.today)
        }
        put(entry.title, Kind.titleIndex)
        put(entry.creators.joined(separator: "; "), kind.index(ofRole: .creator))
        // With several ISBNs, the edition is unknown.
        if entry.isbns.count == 1 { put(entry.isbns[0].thirteen, kind.index(ofRole: .isbn)) }
        put(entry.pages.map { "\($0)" }, kind.progress?.total)
        put(entry.year.map { "\($0)" }, kind.index(ofRole: .year))
        put(entry.series, kind.index(ofRole: .series))
        put(entry.volume, kind.index(ofRole: .volume))
        put(entry.publisher, kind.index(ofRole: .publisher))
        put(entry.language, kind.index(ofRole: .language))
        put(entry.summary, kind.index(ofRole: .description))
        let subjects = SubjectReading(entry.subjects)
        put(subjects.genre, kind.index(ofRole: .genre))
        // A kind without a genre field keeps genres among its tags.
        let genres = kind.index(ofRole: .genre) == nil ? subjects.genres : []
        put(
            (genres + subjects.tags).prefix(5).joined(separator: ","), kind.index(ofRole: .tags))
        put(entry.cover, kind.index(ofRole: .cover))
        put(entry.key, kind.index(ofRole: .catalogueKey))
        return values
    }
}

extension LookupFailure {
    /// Whether the user pressed Ctrl-C.
    fileprivate var isCancelled: Bool {
        if case .noConnection(_, .cancelled) = self { true } else { false }
    }
}
