import TroveLanguage

/// Shows the items that meet conditions.
struct List: ShellCommand {
    var query = Query()
    var showsCovers = false

    static let name = "list"
    static let effect = Effect.showsItems
    static let syntax = Syntax<List>(
        .look, "list items",
        details: """
            Conditions compare fields: state=reading, pages>=300, title~left, \
            genre=sci-fi|fantasy, genre= (has no genre). By default all conditions must hold; \
            or, not and parentheses combine them in other ways. A bare word searches all text. \
            sort:-rating puts the best first, sort:-number the newest, and sort:author,-year sorts \
            by several fields; people are sorted by their family names. Without a kind, all kinds are listed one after the \
            other, and limit: applies to each. --covers shows photos and covers on a terminal; \
            `cover` fetches a cover, and `settings covers auto` fetches all in the background.
            """,
        arguments: [.query(\.query), .option("--covers", \.showsCovers)],
        examples: [
            .init(
                "list gems",
                """
                1 gem
                #  name  color  hardness  birthstone
                3  Ruby  red           9  July
                """),
            .init(
                "list books sort:-pages limit:1 columns:title,pages",
                """
                1 book, and there are more
                #  title  pages
                1  Dune     412
                """),
        ])

    func check(in context: any CommandContext) throws { try context.check(query) }

    func run(in context: any CommandContext) throws -> Reply {
        try showsCovers ? context.pictureGrid(query) : context.list(query)
    }
}
