import TroveLanguage
import TroveModel
import TroveStore

/// Shows the items that are in the first state of their kind.
struct Wishlist: ShellCommand {
    var query = Query()

    static let name = "wishlist"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Wishlist>(
        .look, "show your wishlist",
        details: """
            It lists the books in the state wish, in which new books start; for other kinds that \
            have a wish state, and the kind that `use` chose, the items in their first state. Once you have a book, `advance` moves it to the next state. `wishlist movies` \
            lists films to watch.
            """,
        kind: "book",
        arguments: [.query(\.query)],
        examples: [
            .init(
                "wishlist",
                """
                1 book
                #  title  author         genre   pages  state
                1  Dune   Frank Herbert  sci-fi    412  wish
                """),
            .init(
                "wishlist genre=sci-fi columns:title",
                """
                1 book
                #  title
                1  Dune
                """),
        ])

    func check(in context: any CommandContext) throws { try context.check(query) }

    func run(in context: any CommandContext) throws -> Reply {
        let kinds = context.kinds
        if let kind = query.kind, !kinds[kind].hasWishes {
            throw CommandFailure(.doesNotApply(verb: Self.name, kind: kinds[kind]))
        }
        let found = try context.selectedKinds(query).filter { kind in
            query.kind == kind || kinds[kind].ladder?.ladder.firstOwned != nil
                || kind == context.currentKind && kinds[kind].hasWishes
        }
        let reply = try context.list(try wishes(of: found, in: context), query)
        guard query.condition == nil, query.limit != 0, case .listing(let listing) = reply else {
            return reply
        }
        guard let shown = found.first(where: { $0 == context.currentKind }) ?? found.first else {
            return reply
        }
        return .listing(listing.saying(Message.emptyWishlist(kinds[shown])))
    }

    /// Returns the items in the first state of each of these kinds.
    private func wishes(
        of found: [KindIndex], in context: any CommandContext
    ) throws -> QueryFinding {
        // A single kind need not be loaded as a whole.
        if found.count == 1 {
            var wishes = query
            wishes.kind = found[0]
            wishes.condition = condition(for: context.kinds[found[0]])
            return try context.find(wishes)
        }
        for kind in found { try context.loadAll(kind) }
        var finding = QueryFinding(catalog: context.library.catalog)
        for kind in found {
            var wishes = query
            wishes.condition = condition(for: context.kinds[kind])
            finding.add(kind, try context.rows(wishes, of: kind), query.limit)
        }
        return finding
    }

    /// Returns the condition of the query; for a kind with states, it also requires that the item
    /// is a wish.
    private func condition(for kind: Kind) -> Condition? {
        guard let (field, ladder) = kind.ladder else { return query.condition }
        let isWish = Condition.comparison(
            field: Spanned(kind.fields[field].name, 0..<0), .equal,
            [Spanned(ladder.rungs[0].name, 0..<0)])
        return query.condition.map { .all([isWish, $0]) } ?? isWish
    }
}
