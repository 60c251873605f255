import TroveModel

extension VerbTable {
    /// Online catalogues, and the list of what to read.
    static let online: [Verb] = [
        Verb(
            "search", .online, ["search TEXT [by:title|author] [in:books|movies]"],
            "look for books or films in an online catalogue",
            details: """
                Results are called r1, r2 and so on: take r1 adds it, read r1 puts it on the read list, \
                show r1 says more. Books come from Open Library, or from Google Books when you have a \
                key for it; films from TMDB, which needs one too. help settings says where they go.
                """,
            parameters: [.choice("by", ["title", "author"]), .choice("in", subjects)],
            examples: [
                .init(
                    "search dune by:title",
                    """
                    #           title             by             year  pages
                    r1  have 1  Dune              Frank Herbert  1965  528
                    r2          Dune Messiah      Frank Herbert  1969  256
                    r3          Children of Dune  Frank Herbert  1976  408
                    from Open Library
                    """),
                .init("search dnue by:title", "Open Library knows no such book."),
            ]
        ) { (reader) throws(LanguageError) in
            .search(try reader.takeSearch())
        },
        Verb(
            "more", .online, ["more"], "show the next results of the last search",
            examples: [
                .init(
                    "search earthsea by:title",
                    """
                    #   title                 by                 year  pages
                    r1  A Wizard of Earthsea  Ursula K. Le Guin  1968  183
                    r2  Tales from Earthsea   Ursula K. Le Guin  2001  314
                    from Open Library
                    """),
                .init("more", "That was all: 2 results."),
            ]
        ) { (reader) throws(LanguageError) in
            try reader.finish()
            return .more
        },
        Verb(
            "take", .online, ["take rN… [FIELD:VALUE…] [--yes]", "take rN into:REF"],
            "add what a search has found",
            details: """
                Author, pages and cover come with it. With into: a thing that you have already gets \
                what it lacks, and keeps what it has.
                """,
            parameters: [.named("into"), .assignments], options: ["--yes"],
            examples: [
                .init(
                    "search hobbit by:title",
                    """
                    #   title                             by                year  pages
                    r1  The Hobbit: There and Back Again  J. R. R. Tolkien  1937  300
                    from Open Library
                    """),
                .init("take r1 state:reading", "Added book 5: The Hobbit"),
                .init("take r2", "error: there is no result r2"),
            ]
        ) { (reader) throws(LanguageError) in
            .take(try reader.takeTaking())
        },
        Verb(
            "read", .online, ["read REF|rN…"], "put a book on the read list",
            details: """
                The read list is what to read next, whether you have it or not: a result of a search, \
                or a book of yours. reads shows it, and works without a connection.
                """,
            parameters: [.references],
            examples: [
                .init("read Dune", "Added read 5: Dune"),
                .init("read 2", "Added read 6: The Left Hand of Darkness"),
            ]
        ) { (reader) throws(LanguageError) in
            .read(try reader.references(reader.takeAll()))
        },
        Verb(
            "unread", .online, ["unread REF|rN…"], "take a book off the read list",
            parameters: [.references],
            examples: [
                .init("read Dune", "Added read 5: Dune"),
                .init("unread Dune", "Deleted read 5: Dune"),
            ]
        ) { (reader) throws(LanguageError) in
            .unread(try reader.references(reader.takeAll()))
        },
        Verb(
            "reads", .online, ["reads [CONDITION…] [sort:FIELD|-FIELD] [limit:N] [columns:A,B]"],
            "show the read list",
            parameters: queryParameters.filter { if case .kind = $0 { false } else { true } },
            examples: [
                .init("read Dune", "Added read 5: Dune"),
                .init(
                    "reads",
                    """
                    1 read
                    #  title  author         on
                    5  Dune   Frank Herbert  2026-11-20
                    """),
            ]
        ) { (reader) throws(LanguageError) in
            .reads(try reader.takeQuery(namingKind: false))
        },
        Verb(
            "isbn", .online, ["isbn NUMBER [--yes]"], "look a book up by its number and add it",
            details: """
                Ten or thirteen digits, with or without hyphens. What the catalogue does not know can be \
                entered by hand.
                """,
            options: ["--yes"],
            examples: [
                .init("isbn 978-0-441-17269-6", "Added book 5: Dune Messiah"),
                .init("isbn 0-441-17269-8", "error: 0-441-17269-8 is not an ISBN"),
            ]
        ) { (reader) throws(LanguageError) in
            guard let text = reader.takeText() else { throw reader.missing(.isbn) }
            return .isbn(text, isConfirmed: reader.has("--yes"))
        },
        Verb(
            "scan", .online, ["scan [FILE] [--yes]"], "add books by their barcodes",
            details: """
                Without a file it takes one code a line, as a hand scanner types them, until an empty \
                line; you need not wait for one book before you scan the next. A file is a picture of a \
                barcode, or a text with a code on each line. Pictures need the program zbarimg.
                """,
            parameters: [.file], options: ["--yes"],
            examples: [
                .init("scan missing.jpg", "error: missing.jpg: there is no such file"),
                .init("scan /dev/null", "error: /dev/null: no book code was found"),
            ]
        ) { (reader) throws(LanguageError) in
            .scan(reader.takeText(), isConfirmed: reader.has("--yes"))
        },
        Verb(
            "cover", .online, ["cover REF"], "fetch and show a cover",
            details: """
                The picture at the address in the field cover, else the one that the ISBN stands for, \
                else what the catalogue knows by the title. It is kept for a while, so that show has it \
                too. Drawing it on a terminal needs the program chafa.
                """,
            parameters: [.reference],
            examples: [
                .init("cover Ruby", "error: cover has no meaning for a gem"),
                .init("cover 9", "error: there is nothing with the number 9"),
            ]
        ) { (reader) throws(LanguageError) in
            .cover(try reader.oneReference(reader.takeAll()))
        },
    ]

    private static let subjects = CatalogueSubject.allCases.map(\.rawValue)
}

extension ArgumentReader {
    fileprivate mutating func takeSearch() throws(LanguageError) -> Search {
        let field = try takeChoice("by", Search.Field.allCases)
        let subject = try takeChoice("in", CatalogueSubject.allCases)
        guard let text = takeText(), !text.value.allSatisfy(\.isWhitespace) else {
            throw missing(.text)
        }
        return Search(text: text, field: field, subject: subject ?? .books)
    }

    /// Takes `name:value` where the value is one of a few words.
    mutating func takeChoice<Choice: RawRepresentable<String>>(
        _ name: String, _ choices: [Choice]
    ) throws(LanguageError) -> Choice? {
        guard let word = try takeNamed(name) else { return nil }
        if let choice = Choice(rawValue: word.value) { return choice }
        let known = choices.map(\.rawValue)
        throw LanguageError(
            .unknownWord(
                word.value, known: known, nearest: Nearest.names(to: word.value, among: known)),
            at: word.span)
    }

    fileprivate mutating func takeTaking() throws(LanguageError) -> Taking {
        var target: Spanned<Reference>?
        if let into = try takeNamed("into") {
            target = Spanned(Reference(naming: into.value), into.span)
        }
        let words = takeWordsBeforeAssignments()
        guard !words.isEmpty else { throw missing(.result) }
        let results = try references(words)
        for result in results {
            if case .result = result.value { continue }
            throw LanguageError(.noResult, at: result.span)
        }
        let assignments = try takeAssignments()
        if target != nil, let last = results.dropFirst().first?.span ?? assignments.first?.span {
            throw LanguageError(.unexpected("", verb: verb.name), at: last)
        }
        return Taking(
            results: results, target: target, assignments: assignments,
            isConfirmed: has("--yes"))
    }
}

extension Reference {
    /// What a single word names.
    init(naming text: String) {
        if text == "it" {
            self = .it
        } else if let number = Int(text), text.utf8.allSatisfy(\.isDigit) {
            self = .number(number)
        } else {
            self = .title(text)
        }
    }
}
