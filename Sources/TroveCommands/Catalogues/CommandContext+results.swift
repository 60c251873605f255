import TroveLookup
import TroveModel
import TroveStore
import TroveTerminal

/// Showing the results of a search in a catalogue, page by page.
extension CommandContext {
    /// Asks for the next page of a search and shows it.
    func showNext(of former: FoundEntries) throws -> Reply {
        var found = former
        guard let page = found.next else {
            return noResults(Message.noMoreResults(found.entries.count))
        }
        let lookup = SearchLookup(
            found.query, page: page, seen: found.keys, session.settings.catalogues)
        let warning = contactWarning(for: lookup.service)
        let numbers = found.add(try ask(lookup))
        session.found = found
        guard !numbers.isEmpty else {
            return .sequence([
                warning,
                noResults(
                    page == 1
                        ? Message.noneFound(lookup.source, found.query.subject)
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
                    rows: rows, service: lookup.service, total: found.total,
                    hasMore: found.next != nil)),
        ])
    }

    /// Returns the reply to a search without results, which is an empty list for programs.
    private func noResults(_ text: TerminalText) -> Reply {
        guard isForData else { return .text(text) }
        return .results(ResultListing(rows: [], service: nil, total: nil, hasMore: false))
    }

    /// Returns a result with its marks: whether the library and the read list have it.
    private func row(_ entry: CatalogueEntry, _ number: Int) throws -> ResultListing.Row {
        let owned = try itemNumber(like: entry, among: ownKinds)
        let item = try owned.flatMap { try library.item(numbered: $0) }
        let isRead = item.map { $0.isFinished(kinds[$0.kind]) } ?? false
        // Only the records of this subject: a film is not read because a book has its title.
        let list = entry.service.flatMap { service in
            kinds.firstIndex { $0.catalogue == service.subject }
        }.flatMap { kinds.recordKind(of: $0) }
        let isListed = try list.map { try itemNumber(like: entry, among: [$0]) != nil } ?? false
        return ResultListing.Row(
            number: number, entry: entry, isTicked: isListed || isRead, owned: owned)
    }

    /// The kinds that have a catalogue.
    private var ownKinds: [KindIndex] {
        kinds.indices.filter { kinds[$0].catalogue != nil }
    }
}
