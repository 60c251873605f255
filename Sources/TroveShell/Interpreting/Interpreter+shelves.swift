import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Shelves, and the wishlist.
extension Interpreter {
    func shelve(_ references: [Spanned<Reference>], on shelf: Spanned<String>) throws -> Reply {
        try onShelf(references, shelf, verb: "shelve", note: Message.isOnShelf) { names, shelf in
            names.append(shelf)
        }
    }

    func unshelve(_ references: [Spanned<Reference>], from shelf: Spanned<String>) throws -> Reply {
        let isSame = Folding.name(shelf.value)
        return try onShelf(
            references, shelf, verb: "unshelve", note: Message.isNotOnShelf
        ) { names, _ in
            names.removeAll { Folding.name($0) == isSame }
        }
    }

    /// Changes on which shelves things stand; the name of a shelf is written as it was at first.
    private func onShelf(
        _ references: [Spanned<Reference>], _ typed: Spanned<String>, verb: String,
        note: (TerminalText, String) -> TerminalText, _ change: (inout [String], String) -> Void
    ) throws -> Reply {
        guard !typed.value.contains(",") else {
            throw CommandFailure(.hasComma(typed.value), at: typed.span)
        }
        try library.begin()
        let known = try shelves()
        let changes = try items(references).map { item -> (item: Item, change: Change?) in
            let kind = kinds[item.kind]
            guard let field = kind.index(ofRole: .shelves) else {
                throw CommandFailure(
                    .doesNotApply(verb: verb, kind: kind), at: references[0].span)
            }
            var names: [String] = []
            if case .set(let former)? = item.values[field] { names = former }
            let stands = names.contains { Folding.name($0) == Folding.name(typed.value) }
            if stands != (verb == "shelve") {
                let written =
                    known.first { Folding.name($0.name) == Folding.name(typed.value) }?.name
                change(&names, written ?? typed.value)
            }
            let assignment = Assignment(
                field: Spanned(kind.fields[field].name, typed.span),
                value: names.isEmpty
                    ? nil : Spanned(names.joined(separator: ","), typed.span), span: typed.span)
            return (item, try update(item, [assignment]))
        }
        return try report(changes) { item in
            note(Message.name(of: item, kinds[item.kind]), typed.value)
        }
    }

    /// The names of all shelves with how much stands on them, in order.
    private func shelves() throws -> [(name: String, count: Int)] {
        var shelves: [[UInt8]: (name: String, count: Int)] = [:]
        for (index, kind) in kinds.all.enumerated() {
            guard let field = kind.index(ofRole: .shelves) else { continue }
            try loadAll(index)
            for (names, count) in library.catalog.tables[index].tally(field) {
                guard case .set(let names) = names else { continue }
                for name in names { shelves[Folding.name(name), default: (name, 0)].count += count }
            }
        }
        return shelves.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// The shelves, or what stands on one.
    func shelves(_ shelf: Spanned<String>?) throws -> Reply {
        let shelves = try shelves()
        guard let shelf else {
            return .report(
                Report(
                    ["shelf", "count"], shelves.map { [.string($0.name), .integer($0.count)] },
                    nothing: Message.noShelves))
        }
        guard shelves.contains(where: { Folding.name($0.name) == Folding.name(shelf.value) }) else {
            let near = Nearest.names(to: shelf.value, among: shelves.map(\.name))
            throw CommandFailure(.noSuchShelf(shelf.value, nearest: near), at: shelf.span)
        }
        let sections = kinds.all.enumerated().compactMap { index, kind -> Listing.Section? in
            guard let field = kind.index(ofRole: .shelves) else { return nil }
            return section(
                of: index, matching: .compare(field: field, .equal, [.set([shelf.value])]))
        }
        return try listing(of: sections)
    }

    /// What is in the first state of its kind.
    func wishlist(_ query: Query) throws -> Reply {
        let fitting =
            query.kind.map { [$0] } ?? kinds.all.indices.filter { kinds[$0].ladder != nil }
        let replies = try fitting.map { index -> Reply in
            guard let (field, ladder) = kinds[index].ladder else {
                throw CommandFailure(.doesNotApply(verb: "wishlist", kind: kinds[index]))
            }
            let (name, rung) = (kinds[index].fields[field].name, ladder.rungs[0].name)
            let isWish = Condition.comparison(
                field: Spanned(name, 0..<0), .equal, [Spanned(rung, 0..<0)])
            var wishes = query
            wishes.kind = index
            wishes.condition = query.condition.map { .all([isWish, $0]) } ?? isWish
            let reply = try list(wishes)
            guard query.condition == nil, case .listing(let listing) = reply else { return reply }
            return .listing(
                listing.saying(Message.emptyWishlist(kinds[index], field: name, rung: rung)))
        }
        return replies.count == 1 ? replies[0] : .sequence(replies)
    }

    // MARK: Listings

    /// The things of a kind that match, with the columns that lists have.
    func section(of kind: Int, matching filter: Filter) -> Listing.Section {
        Listing.Section(
            kind: kind, rows: library.catalog.tables[kind].rows(matching: filter),
            columns: kinds[kind].fields.indices.filter { kinds[kind].fields[$0].isListed },
            isCutShort: false)
    }

    /// A list of sections that have something.
    func listing(of sections: [Listing.Section]) throws -> Reply {
        .listing(
            Listing(
                catalog: library.catalog, sections: sections.filter { !$0.rows.isEmpty },
                nothing: Message.nothingFound, hasChosenColumns: false,
                marks: try library.marks(), isInterrupted: session.isInterrupted))
    }
}
