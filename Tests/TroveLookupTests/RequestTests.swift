import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// Requests, compared with the services' documentation: path, parameters, headers.
@Suite struct RequestTests {
    private static let fields =
        "key,title,subtitle,author_name,first_publish_year,isbn,cover_i,number_of_pages_median,"
        + "subject,publisher,language,series_name,series_position"

    private static func openLibrary(_ words: String, page: Int = 1) -> String {
        "https://openlibrary.org/search.json?\(words)&fields=\(fields)&limit=20&page=\(page)"
    }

    private static func google(_ words: String, start: Int = 0) -> String {
        "https://www.googleapis.com/books/v1/volumes?q=\(words)&startIndex=\(start)&maxResults=20"
            + "&printType=books&country=US&key=AIzaSecret%2BKey"
    }

    static let searches: [Case<CatalogueQuery, String>] = [
        Case("by title", .init("dune", in: .title), openLibrary("title=dune")),
        Case(
            "by author", .init("ursula le guin", in: .author),
            openLibrary("author=ursula%20le%20guin")),
        Case("anywhere", .init("left hand"), openLibrary("q=left%20hand")),
        Case("blanks", .init("  left \t hand\n"), openLibrary("q=left%20hand")),
        Case("a title with a colon", .init("Dune: Messiah"), openLibrary("q=Dune%20Messiah")),
        Case(
            "a language that nobody meant", .init("(cats AND \"dogs\") OR mice* NOT -men"),
            openLibrary("q=cats%20and%20dogs%20or%20mice%20not%20men")),
        Case("two letters", .init("It"), openLibrary("title=It")),
        Case("two signs", .init("雪国"), openLibrary("title=%E9%9B%AA%E5%9B%BD")),
        Case("an article", .init("The"), openLibrary("title=The")),
        Case("hardly a word", .init("C++"), openLibrary("title=C%2B%2B")),
        Case("no word at all", .init("???"), openLibrary("title=%3F%3F%3F")),
        Case(
            "what an address is made of", .init("a&b=c#d%20/e", in: .title),
            openLibrary("title=a%26b%3Dc%23d%2520%2Fe")),
        Case("a number", .init("0-441-01359-7"), openLibrary("isbn=9780441013593")),
        Case(
            "a number of thirteen digits", .init("9780441013593"),
            openLibrary("isbn=9780441013593")),
        Case("a year", .init("1984"), openLibrary("q=1984")),
        Case("a control character", .init("du\u{1B}ne", in: .title), openLibrary("title=du%20ne")),
    ]

    @Test(arguments: searches)
    func asksOpenLibrary(_ search: Case<CatalogueQuery, String>) throws {
        var lookup = SearchLookup(search.input, .usual)
        let request = try lookup.begin()
        #expect(request.url == search.expected)
        #expect(request.method == .get)
        #expect(request.headers.map(\.name) == ["User-Agent"])
        #expect(lookup.source == .openLibrary)
    }

    static let googleSearches: [Case<CatalogueQuery, String>] = [
        Case("by title", .init("left hand", in: .title), google("intitle:left%20intitle:hand")),
        Case("by author", .init("le guin", in: .author), google("inauthor:le%20inauthor:guin")),
        Case("anywhere", .init("Dune: \"Messiah\""), google("Dune%20Messiah")),
        Case("a number", .init("0441013597"), google("isbn:9780441013593")),
    ]

    @Test(arguments: googleSearches)
    func asksGoogleBooks(_ search: Case<CatalogueQuery, String>) throws {
        var lookup = SearchLookup(search.input, .withGoogleKey)
        #expect(try lookup.begin().url == search.expected)
        #expect(lookup.source == .googleBooks)
    }

    @Test func requestsFurtherPages() throws {
        let query = CatalogueQuery("dune")
        var third = SearchLookup(query, page: 3, .usual)
        #expect(try third.begin().url == Self.openLibrary("q=dune", page: 3))
        var ofGoogle = SearchLookup(query, page: 3, .withGoogleKey)
        #expect(try ofGoogle.begin().url == Self.google("dune", start: 40))
    }

    @Test func requestsFilms() throws {
        var lookup = SearchLookup(CatalogueQuery("alien", of: .movies), page: 2, .withTMDBKey)
        let request = try lookup.begin()
        #expect(
            request.url == "https://api.themoviedb.org/3/search/movie?query=alien"
                + "&include_adult=false&language=en-US&page=2"
                + "&api_key=0123456789abcdef0123456789abcdef")
        #expect(request.header("Authorization") == nil)
    }

    @Test(arguments: ["eyJhbGciOi.token", " eyJhbGciOi.token\n"])
    func sendsATokenInAHeader(_ key: String) throws {
        var settings = CatalogueSettings.usual
        settings[TMDB.key] = key
        var lookup = SearchLookup(CatalogueQuery("alien", of: .movies), settings)
        let request = try lookup.begin()
        #expect(request.header("Authorization") == "Bearer eyJhbGciOi.token")
        #expect(!request.url.contains("api_key"))
        #expect(!request.url.contains("eyJ"))
    }

    @Test func sendsNoTokenToOthers() throws {
        var settings = CatalogueSettings.usual
        settings[TMDB.key] = "eyJhbGciOi.token"
        var lookup = SearchLookup(CatalogueQuery("alien"), settings)
        #expect(try lookup.begin().headers.map(\.name) == ["User-Agent"])
    }

    @Test func requestsAnISBN() throws {
        let isbn = try #require(ISBN(parsing: "0-441-01359-7"))
        var lookup = ISBNLookup(isbn, .usual)
        #expect(
            try lookup.begin().url
                == "https://openlibrary.org/api/books.json?bibkeys=ISBN:9780441013593&jscmd=data")
    }

    static let details: [Case<CatalogueEntry, String>] = [
        Case(
            "a work", CatalogueEntry(OpenLibrary(), key: "/works/OL45804W", title: "A"),
            "https://openlibrary.org/works/OL45804W.json"),
        Case(
            "an edition", CatalogueEntry(OpenLibrary(), key: "/books/OL1M", title: "A"),
            "https://openlibrary.org/books/OL1M.json"),
        Case(
            "a volume", CatalogueEntry(GoogleBooks(), key: "a_-Z9", title: "A"),
            "https://www.googleapis.com/books/v1/volumes/a_-Z9?country=US"),
        Case(
            "a film", CatalogueEntry(TMDB(), key: "348", title: "A"),
            "https://api.themoviedb.org/3/movie/348?append_to_response=credits&language=en-US"
                + "&api_key=0123456789abcdef0123456789abcdef"),
    ]

    @Test(arguments: details)
    func requestsDetails(_ detail: Case<CatalogueEntry, String>) throws {
        var lookup = DetailsLookup(detail.input, .withTMDBKey)
        #expect(try lookup.begin().url == detail.expected)
    }

    static let contacts: [Case<String?, String>] = [
        Case("none", nil, "Trove/0.1.0"), Case("blank", "  ", "Trove/0.1.0"),
        Case("an email", "a@example.org", "Trove/0.1.0 (a@example.org)"),
        Case(
            "an address", "https://example.org/a; a@example.org",
            "Trove/0.1.0 (https://example.org/a; a@example.org)"),
        Case("a second line", "a@b\r\nX-Evil: 1", "Trove/0.1.0 (a@bX-Evil: 1)"),
        Case("brackets", "a) (b\\", "Trove/0.1.0 (a b)"),
        Case("beyond ASCII", "é@example.org", "Trove/0.1.0 (@example.org)"),
    ]

    @Test(arguments: contacts)
    func identifiesTheClient(_ contact: Case<String?, String>) throws {
        var settings = CatalogueSettings()
        settings.contact = contact.input
        var lookup = SearchLookup(CatalogueQuery("dune"), settings)
        #expect(try lookup.begin().header("User-Agent") == contact.expected)
    }

    @Test(arguments: zip(["a@b", "http://a", "nobody", nil], [true, true, false, false]))
    func detectsAContact(_ contact: String?, _ isOne: Bool) {
        var settings = CatalogueSettings()
        settings.contact = contact
        #expect(settings.hasContact == isOne)
    }

    /// Queries that cannot be sent.
    @Test func rejectsInvalidQueries() throws {
        func failure(_ query: CatalogueQuery, page: Int = 1, _ settings: CatalogueSettings)
            throws -> LookupFailure?
        {
            try ask(SearchLookup(query, page: page, settings), []).failure
        }
        let film = CatalogueQuery("alien", of: .movies)
        #expect(try failure(film, .usual) == .needsKey(.tmdb))
        var blankKey = CatalogueSettings.usual
        blankKey[TMDB.key] = " "
        #expect(try failure(film, blankKey) == .needsKey(.tmdb))
        #expect(try failure(film, page: 501, .withTMDBKey) == .unfit(.tmdb, .noPage(501)))
        #expect(
            try failure(CatalogueQuery("scott", in: .author, of: .movies), .withTMDBKey)
                == .unfit(.tmdb, .titlesOnly))
        #expect(
            try failure(CatalogueQuery(" \n"), .usual)
                == .unfit(.openLibrary, .noText))
        #expect(
            try failure(CatalogueQuery(String(repeating: "é", count: 501)), .usual)
                == .unfit(.openLibrary, .textTooLong))
        var wrong = CatalogueSettings.usual
        for address in ["ftp://a", "openlibrary.org", "", "http://", "http://u:p@a", "http://a b"] {
            wrong[OpenLibrary.api] = address
            #expect(
                try failure(CatalogueQuery("dune"), wrong)
                    == .unfit(.openLibrary, .badAddress), "\(address)")
        }
    }

    @Test(arguments: [
        CatalogueEntry(OpenLibrary(), key: "/works/../secret", title: "A"),
        CatalogueEntry(OpenLibrary(), key: "OL1W", title: "A"),
        CatalogueEntry(GoogleBooks(), key: "a/b?c", title: "A"),
        CatalogueEntry(TMDB(), key: "348/credits", title: "A"),
    ])
    func omitsAnEmptyKey(_ entry: CatalogueEntry) throws {
        #expect(
            try ask(DetailsLookup(entry, .withTMDBKey), []).failure
                == .unfit(.service(entry.serviceName), .notKey))
    }

    @Test func supportsAMirrorWithAPath() throws {
        var settings = CatalogueSettings.usual
        settings[OpenLibrary.api] = "http://127.0.0.1:8765/mirror/"
        var lookup = SearchLookup(CatalogueQuery("dune"), settings)
        #expect(
            try lookup.begin().url.hasPrefix("http://127.0.0.1:8765/mirror/search.json?q=dune&"))
    }
}
