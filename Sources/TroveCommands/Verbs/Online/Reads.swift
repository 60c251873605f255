import TroveLanguage

/// Shows the read list.
struct Reads: ShellCommand {
    /// Must not name a kind.
    var query = Query()

    static let name = "reads"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Reads>(
        .online, "show the read list",
        details: """
            The read list holds one entry for each finished reading: `reads on=2024`, `reads \
            rating>=4 sort:-on`.
            """,
        kind: "read",
        arguments: [.query(\.query, [.sort, .limit, .columns])],
        examples: [
            .init(
                "read Dune on:2024",
                """
                Changed book 1: Dune
                  state  wish → finished
                Added read 5: Dune
                """),
            .init(
                "reads",
                """
                1 read
                #  title  author         on
                5  Dune   Frank Herbert  2024
                """),
        ])

    func check(in context: any CommandContext) throws {
        try context.check(try queryOfReadList(context))
    }

    private func queryOfReadList(_ context: any CommandContext) throws -> Query {
        var query = query
        query.kind = try context.readListKind()
        return query
    }

    func run(in context: any CommandContext) throws -> Reply {
        let reply = try context.list(try queryOfReadList(context))
        guard query.condition == nil, query.limit != 0, case .listing(let listing) = reply,
            listing.isEmpty
        else { return reply }
        return .sequence([.listing(listing.saying(Message.emptyReadList))])
    }
}
