import TroveLanguage

/// Shows the items that meet conditions; at least one is required.
struct FilterItems: ShellCommand {
    var query = Query()
    var showsCovers = false

    static let name = "filter"
    static let effect = Effect.showsItems
    static let syntax = Syntax<FilterItems>(
        .look, "show items that meet conditions",
        details: """
            Like `list`, for every kind that has the fields named. `help list` explains \
            conditions.
            """,
        arguments: [
            .query(\.query, [.all, .required]), .option("--covers", \.showsCovers),
        ],
        examples: [
            .init(
                "filter state=reading columns:title,page",
                """
                1 book
                #  title                      page
                2  The Left Hand of Darkness   100
                """),
            .init(
                "filter hardness>8 or not color=red columns:name,hardness",
                """
                1 gem
                #  name  hardness
                3  Ruby         9
                """),
        ])

    func check(in context: any CommandContext) throws { try context.check(query) }

    func run(in context: any CommandContext) throws -> Reply {
        try showsCovers ? context.pictureGrid(query) : context.list(query)
    }
}
