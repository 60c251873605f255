import TroveModel

/// What there is, seen from one side.
extension VerbTable {
    static let survey: [Verb] = [
        Verb(
            "wishlist", .look,
            ["wishlist [KIND] [CONDITION…] [sort:FIELD|-FIELD] [limit:N] [columns:A,B]"],
            "show what you want to have",
            details: """
                What is in the first state of its kind, as new books are; advance moves it on when you \
                have it.
                """,
            parameters: queryParameters,
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
            ]
        ) { (reader) throws(LanguageError) in
            .wishlist(try reader.takeQuery())
        },
        Verb(
            "shelves", .look, ["shelves", "shelves SHELF"], "show the shelves, or what one holds",
            examples: [
                .init(
                    "shelve 1 2 on:favourites",
                    """
                    Changed book 1: Dune
                      shelves  (none) → favourites
                    Changed book 2: The Left Hand of Darkness
                      shelves  (none) → favourites
                    """),
                .init("shelves", "shelf       count\nfavourites  2"),
            ]
        ) { (reader) throws(LanguageError) in
            .shelves(reader.takeText())
        },
        Verb(
            "loans", .look, ["loans"], "show what is lent, and to whom",
            details: "What is overdue comes first. lend and return keep it up to date.",
            examples: [
                .init("loans", "Nothing is lent. lend REF to:NAME notes who has something."),
                .init(
                    "lend Dune to:Bob due:2026-12-24",
                    """
                    Changed book 1: Dune
                      lent-to  (none) → Bob
                      lent-on  (none) → 2026-11-20
                      due      (none) → 2026-12-24
                    """),
                .init(
                    "loans",
                    """
                    1 book
                    #  title  lent-to  lent-on     due
                    1  Dune   Bob      2026-11-20  2026-12-24
                    1 thing is lent.
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .loans
        },
        Verb(
            "stats", .look, ["stats [KIND] [year:YYYY]"],
            "count what there is, and what you have read",
            details: """
                Pages and what you have finished are told from what you noted in the year: page, and \
                advance to the last state. settings goal 24 sets how many you mean to finish in a year.
                """,
            parameters: [.kind, .named("year")],
            examples: [
                .init(
                    "stats gems",
                    """
                    1 gem
                    birthstone
                      July  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1
                    """),
                .init(
                    "stats movies year:1979",
                    """
                    1 movie
                    rating (mean 9)
                      9  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            let kind = reader.takeKind()
            let typed = try reader.takeNamed("year")
            try reader.finish()
            guard let typed else { return .statistics(kind: kind, year: nil) }
            guard let year = Int(typed.value), (1...9999).contains(year) else {
                throw LanguageError(.noNumber(typed.value, what: .year), at: typed.span)
            }
            return .statistics(kind: kind, year: year)
        },
    ]
}
