import TroveLanguage

/// Shows the items that contain a text.
struct Find: ShellCommand {
    var text = Spanned<String>.unread
    var limit: Int?

    static let name = "find"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Find>(
        .look, "search all text",
        details: """
            It searches titles, authors, notes and all other text, and ignores case and accents.
            """,
        arguments: [.text("TEXT", \.text, missing: .text), .limit(\.limit)],
        examples: [
            .init(
                "find herbert",
                """
                1 book
                #  title  author         genre   pages  state
                1  Dune   Frank Herbert  sci-fi    412  wish
                """),
            .init("find pearl", "Nothing found."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        var query = Query()
        query.verb = Self.name
        query.condition = .text(text)
        query.limit = limit
        return try context.list(query, takesColumns: false)
    }
}
