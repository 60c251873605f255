import TroveModel

extension VerbTable {
    static let queryParameters: [Verb.Parameter] = [
        .kind, .conditions, .fieldName("sort"), .named("limit"), .fieldNames("columns"),
    ]

    static let look: [Verb] = [
        Verb(
            "list", .look, ["list [KIND] [CONDITION…] [sort:FIELD|-FIELD] [limit:N] [columns:A,B]"],
            "show what there is",
            details: """
                Conditions compare fields: state=reading, pages>=300, title~left, genre=sci-fi|fantasy, \
                genre= (has none). Side by side they must all hold; or, not and parentheses do the rest. \
                A bare word is looked for in every text. sort:-rating puts the best first.
                """,
            parameters: queryParameters,
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
            ]
        ) { (reader) throws(LanguageError) in
            .list(try reader.takeQuery())
        },
        Verb(
            "filter", .look, ["filter CONDITION… [sort:FIELD] [limit:N] [columns:A,B]"],
            "show what meets conditions",
            details:
                "The same as list, for every kind that has the fields named; help list says more.",
            parameters: queryParameters,
            examples: [
                .init(
                    "filter state=reading columns:title,page",
                    """
                    1 book
                    #  title                      page
                    2  The Left Hand of Darkness   100
                    """),
                .init(
                    "filter hardness>8 or not color=blue columns:name,hardness",
                    """
                    1 gem
                    #  name  hardness
                    3  Ruby         9
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            guard !reader.isAtEnd else { throw reader.missing(.condition) }
            return .list(try reader.takeQuery())
        },
        Verb(
            "find", .look, ["find TEXT"], "look for a text everywhere",
            details:
                "In titles, authors, notes and every other text; case and accents do not count.",
            parameters: [],
            examples: [
                .init(
                    "find herbert",
                    """
                    1 book
                    #  title  author         genre   pages  state
                    1  Dune   Frank Herbert  sci-fi    412  wish
                    """),
                .init("find pearl", "Nothing found."),
            ]
        ) { (reader) throws(LanguageError) in
            guard let text = reader.takeText() else { throw reader.missing(.text) }
            var query = Query()
            query.condition = .text(text)
            return .list(query)
        },
        Verb(
            "show", .look, ["show REF…"], "show all there is to say about something",
            parameters: [.references],
            examples: [
                .init(
                    "show 3",
                    """
                    gem 3: Ruby
                      color       red
                      hardness    9
                      birthstone  July
                    """),
                .init(
                    "show the left",
                    """
                    book 2: The Left Hand of Darkness
                      author  Ursula K. Le Guin
                      genre   sci-fi
                      pages   304
                      page    100  ▓▓▓▓▓▓░░░░░░░░░░░░░░ 32 %
                      state   reading (started progress)
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            .show(try reader.references(reader.takeAll()))
        },
        Verb(
            "count", .look, ["count [KIND] [CONDITION…]"], "say how many there are",
            parameters: [.kind, .conditions],
            examples: [
                .init("count", "4"),
                .init("count books state=reading", "1"),
            ]
        ) { (reader) throws(LanguageError) in
            var query = Query()
            query.kind = reader.takeKind()
            query.condition = try reader.takeCondition()
            return .count(query)
        },
        Verb(
            "birthstones", .look, ["birthstones [MONTH]"],
            "say which stones belong to a month, and which of them you have",
            parameters: [.month],
            examples: [
                .init(
                    "birthstones july",
                    """
                    July: ruby
                    1 gem
                    #  name  color  hardness  birthstone
                    3  Ruby  red           9  July
                    """),
                .init("birthstones 11", "November: topaz, citrine\nNothing found."),
            ]
        ) { (reader) throws(LanguageError) in
            guard let token = reader.next() else { return .birthstones(nil) }
            try reader.finish()
            guard let month = Month(parsing: token.text) else {
                throw LanguageError(.noMonth(token.text), at: token.span)
            }
            return .birthstones(Spanned(month, token.span))
        },
        Verb(
            "use", .look, ["use KIND"], "choose the kind that add adds to",
            parameters: [.kind],
            examples: [
                .init("use gem", "add now adds gems."),
                .init("use books", "add now adds books."),
            ]
        ) { (reader) throws(LanguageError) in
            let kind = try reader.takeKnownKind()
            try reader.finish()
            return .use(kind: kind)
        },
    ]
}

extension ArgumentReader {
    /// Takes all that a list can be asked for; the kind stands first, if it can be named.
    mutating func takeQuery(namingKind: Bool = true) throws(LanguageError) -> Query {
        var query = Query()
        if namingKind { query.kind = takeKind() }
        if let sort = try takeNamed("sort") {
            let isDescending = sort.value.hasPrefix("-")
            let name = isDescending ? String(sort.value.dropFirst()) : sort.value
            guard !name.isEmpty else {
                throw LanguageError(.missing(.field, verb: "sort:"), at: sort.span)
            }
            query.sort = .init(field: Spanned(name, sort.span), isDescending: isDescending)
        }
        query.limit = try takeLimit()
        if let columns = try takeNamed("columns") {
            guard !columns.value.isEmpty else {
                throw LanguageError(.missing(.field, verb: "columns:"), at: columns.span)
            }
            var start = columns.span.lowerBound
            query.columns = columns.value.split(separator: ",").compactMap { name in
                let span = start..<start + name.utf8.count
                start = span.upperBound + 1
                // The number is always shown.
                return name == "number" ? nil : Spanned(String(name), span)
            }
        }
        query.condition = try takeCondition()
        return query
    }

    /// Takes `limit:N`.
    mutating func takeLimit() throws(LanguageError) -> Int? {
        guard let limit = try takeNamed("limit") else { return nil }
        guard let number = Int(limit.value), (0...1_000_000_000).contains(number) else {
            throw LanguageError(.noNumber(limit.value, what: .limit), at: limit.span)
        }
        return number
    }
}
