import TroveLanguage
import TroveLookup
import TroveModel

/// Searches an online catalogue for books or films.
struct Search: ShellCommand {
    var text = Spanned<String>.unread
    /// Nil searches all fields.
    var field: CatalogueQuery.Field?
    /// Nil searches for items of the current kind, or for books if no catalogue has these.
    var subject: CatalogueSubject?

    static let name = "search"
    static let effect = Effect.independent
    static let syntax = Syntax<Search>(
        .online, "search an online catalogue for books or films",
        details: """
            It searches for books, or for films after `use movie` or with in:movies. Results are \
            named r1, r2 and so on: `take r1` adds one, `read r1` puts it on the read list, and \
            `show r1` shows its details. Books come from Open Library, or from Google \
            Books if you have a key for it; films come from TMDB, which needs a key too. `help \
            settings` explains where to set the keys.
            """,
        arguments: [
            Argument("TEXT", width: .atLeastOne) { (reader, command) throws(LanguageError) in
                guard let text = reader.takeText(), !text.value.allSatisfy(\.isWhitespace) else {
                    throw reader.missing(.text)
                }
                command.text = text
            },
            .choice("by", \.field), .choice("in", \.subject),
        ],
        examples: [
            .init(
                "search dune by:title",
                """
                #           title             by             year  pages
                r1  have 1  Dune              Frank Herbert  1965    528
                r2          Dune Messiah      Frank Herbert  1969    256
                r3          Children of Dune  Frank Herbert  1976    408
                from Open Library
                """),
            .init("search dnue by:title", "Open Library found no such book."),
        ])

    var isRehearsable: Bool { true }

    func run(in context: any CommandContext) throws -> Reply {
        let query = CatalogueQuery(
            text.value, in: field,
            of: subject ?? context.kinds[context.currentKind].catalogue
                ?? context.kinds.all.lazy.compactMap(\.catalogue).first ?? .books)
        return try context.showNext(of: FoundEntries(query))
    }
}
