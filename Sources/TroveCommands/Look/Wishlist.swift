import TroveLanguage
import TroveModel

/// Shows the items that are in the first state of their kind.
struct Wishlist: ShellCommand {
    var query = Query()

    static let name = "wishlist"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Wishlist>(
        .look, "show your wishlist",
        details: """
            It lists the books in the state wish, that of a new book. Once you have a book, \
            `advance` moves it to the next state. `wishlist movies` lists films to watch.
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

    func run(in context: any CommandContext) throws -> Reply {
        let kinds = context.kinds
        let fitting =
            query.kind.map { [$0] }
            ?? kinds.indices.filter { kinds[$0].ladder?.ladder.firstOwned != nil }
        let replies = try fitting.map { index -> Reply in
            guard let (field, ladder) = kinds[index].ladder else {
                throw CommandFailure(.doesNotApply(verb: Self.name, kind: kinds[index]))
            }
            let (name, rung) = (kinds[index].fields[field].name, ladder.rungs[0].name)
            let isWish = Condition.comparison(
                field: Spanned(name, 0..<0), .equal, [Spanned(rung, 0..<0)])
            var wishes = query
            wishes.kind = index
            wishes.condition = query.condition.map { .all([isWish, $0]) } ?? isWish
            let reply = try context.list(wishes)
            guard query.condition == nil, case .listing(let listing) = reply else { return reply }
            return .listing(
                listing.saying(Message.emptyWishlist(kinds[index], field: name, rung: rung)))
        }
        return replies.count == 1 ? replies[0] : .sequence(replies)
    }
}
