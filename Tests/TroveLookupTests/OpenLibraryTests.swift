import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// Quirks of Open Library's answers.
@Suite struct OpenLibraryTests {
    private func search(
        _ body: String, page: Int = 1, seen: Set<String> = []
    ) throws -> CataloguePage {
        let lookup = SearchLookup(CatalogueQuery("dune"), page: page, seen: seen, .usual)
        return try ask(lookup, body).result.get()
    }

    private func entry(_ members: String) throws -> CatalogueEntry {
        let doc = "{\"key\": \"/works/OL1W\", \"title\": \"Dune\"\(members)}"
        return try #require(try search("{\"numFound\": 1, \"docs\": [\(doc)]}").entries.first)
    }

    @Test func readsAWholeResult() throws {
        var expected = CatalogueEntry(OpenLibrary(), key: "/works/OL1W", title: "Dune")
        expected.subtitle = "A Novel"
        expected.creators = ["Frank Herbert"]
        expected.year = 1965
        expected.isbns = [try #require(ISBN(parsing: "9780441013593"))]
        expected.pages = 528
        expected.cover = "https://covers.openlibrary.org/b/id/11481354-L.jpg"
        expected.subjects = ["Deserts", "Ecology"]
        expected.publisher = "Chilton"
        expected.language = "English"
        expected.series = "Dune Chronicles"
        expected.volume = "1"
        // ISBN-10s and ISBN-13s are mixed, and some are invalid.
        let read = try entry(
            """
            , "subtitle": "A Novel", "author_name": ["Frank Herbert", "Frank Herbert", ""],
            "first_publish_year": 1965, "isbn": ["0441013597", "9780441013593", "123", null],
            "cover_i": 11481354, "number_of_pages_median": 528,
            "subject": ["Deserts", 3, "Ecology"], "publisher": ["Chilton"],
            "language": ["eng"], "series_name": ["Dune Chronicles"], "series_position": ["1"]
            """)
        #expect(read == expected)
    }

    @Test func readsAnEmptyResult() throws {
        let bare = CatalogueEntry(OpenLibrary(), key: "/works/OL1W", title: "Dune")
        #expect(try entry("") == bare)
        #expect(
            try entry(
                """
                , "subtitle": null, "author_name": null, "first_publish_year": null, "isbn": {},
                "cover_i": null, "number_of_pages_median": 0, "subject": "x", "publisher": []
                """) == bare)
    }

    static let covers: [Case<String, String?>] = [
        Case("a number", "7", "https://covers.openlibrary.org/b/id/7-L.jpg"),
        Case("taken away", "-1", nil), Case("zero", "0", nil), Case("null", "null", nil),
        Case("a text", "\"7\"", nil), Case("a fraction", "7.5", nil),
    ]

    @Test(arguments: covers)
    func readsCovers(_ cover: Case<String, String?>) throws {
        #expect(try entry(", \"cover_i\": \(cover.input)").cover == cover.expected)
    }

    @Test(arguments: zip(["-700", "0", "1965", "99999", "\"1965\""], [-700, nil, 1965, nil, nil]))
    func readsYears(_ text: String, _ year: Int?) throws {
        #expect(try entry(", \"first_publish_year\": \(text)").year == year)
    }

    @Test func skipsResultsWithoutATitle() throws {
        let docs = """
            {"title": "No key"}, {"key": "/works/OL2W"}, {"key": "/works/OL3W", "title": " "},
            {"key": "/works/../4", "title": "A"}, {"key": "https://evil.example", "title": "A"},
            null, 5, {"key": "/works/OL5W", "title": "Good"}
            """
        #expect(try search("{\"docs\": [\(docs)]}").entries.map(\.title) == ["Good"])
    }

    @Test func returnsEachEntryOnce() throws {
        let docs = (1...3).map { "{\"key\": \"/works/OL\($0)W\", \"title\": \"T\($0)\"}" }
        let body = "{\"numFound\": 3, \"docs\": [\((docs + docs).joined(separator: ","))]}"
        #expect(try search(body).entries.map(\.title) == ["T1", "T2", "T3"])
        #expect(try search(body, seen: ["/works/OL2W"]).entries.map(\.title) == ["T1", "T3"])
    }

    @Test func skipsAPageWithoutNewEntries() throws {
        let doc = "{\"key\": \"/works/OL1W\", \"title\": \"Old\"}"
        let other = "{\"key\": \"/works/OL2W\", \"title\": \"New\"}"
        let lookup = SearchLookup(
            CatalogueQuery("dune"), page: 2, seen: ["/works/OL1W"], .usual)
        let outcome = try ask(
            lookup, "{\"numFound\": 50, \"docs\": [\(doc)]}",
            "{\"numFound\": 90, \"docs\": [\(other)]}")
        let page = try outcome.result.get()
        #expect(page.entries.map(\.title) == ["New"])
        // The latest total counts.
        #expect(page.total == 90)
        #expect(page.next == 4)
        #expect(outcome.requests.last?.url.hasSuffix("&page=3") == true)
        let old = "{\"numFound\": 5000, \"docs\": [\(doc)]}"
        let inVain = try ask(lookup, old, old, old, old)
        #expect(try inVain.result.get().entries == [])
        #expect(inVain.requests.count == 4)
    }

    static let ends: [Case<String, Int?>] = [
        Case("more", "\"numFound\": 21", 2), Case("no more", "\"numFound\": 20", nil),
        Case("the other name", "\"num_found\": 21", 2), Case("no number", "\"start\": 0", nil),
        Case("a wrong number", "\"numFound\": -1", nil),
    ]

    @Test(arguments: ends)
    func detectsTheLastPage(_ end: Case<String, Int?>) throws {
        let doc = "{\"key\": \"/works/OL1W\", \"title\": \"T\"}"
        #expect(try search("{\(end.input), \"docs\": [\(doc)]}").next == end.expected)
    }

    @Test func limitsEverything() throws {
        let long = String(repeating: "é", count: 40_000)
        let names = (0..<500).map { "\"\($0)\(long)\"" }.joined(separator: ",")
        let docs = (1...150).map { number in
            number == 1
                ? "{\"key\": \"/works/OL1W\", \"title\": \"\(long)\", \"author_name\": [\(names)]}"
                : "{\"key\": \"/works/OL\(number)W\", \"title\": \"T\"}"
        }
        let page = try search("{\"docs\": [\(docs.joined(separator: ","))]}")
        #expect(page.entries.count == 100)
        let first = try #require(page.entries.first)
        #expect(first.title.utf8.count == 1000)
        #expect(first.creators.count == 100)
        #expect(first.creators.allSatisfy { $0.utf8.count <= 300 })
    }

    /// Texts of one line are stored without control characters and further white space.
    @Test func tidiesTexts() throws {
        let subtitle = #", "subtitle": " \u00a0two\r\nlines \u001b[31mred\u0000""#
        #expect(try entry(subtitle).subtitle == "two lines [31mred")
    }

    @Test func putsTheRequestedISBNFirst() throws {
        let body = """
            {"docs": [{"key": "/works/OL1W", "title": "T",
            "isbn": ["9780547928227", "0441013597"]}]}
            """
        let lookup = SearchLookup(CatalogueQuery("978-0441013593"), .usual)
        let page = try ask(lookup, body).result.get()
        #expect(page.entries.first?.isbns.map(\.thirteen) == ["9780441013593", "9780547928227"])
    }

    // MARK: By ISBN

    private func edition(
        _ body: String, work: String = "{}"
    ) throws -> Outcome<CatalogueEntry?> {
        let isbn = try #require(ISBN(parsing: "9780441013593"))
        return try ask(ISBNLookup(isbn, .usual), body, work)
    }

    @Test func readsAnEdition() throws {
        let body = """
            {"ISBN:9780441013593": {"key": "/books/OL1M", "title": "Dune", "subtitle": "A Novel",
            "authors": [{"name": "Frank Herbert", "url": "x"}, {"url": "y"}],
            "identifiers": {"isbn_10": ["0441013597"], "isbn_13": ["9780547928227"]},
            "number_of_pages": 528, "publish_date": "Jun 11, 2002",
            "publishers": [{"name": "Ace"}], "subjects": [{"name": "Deserts", "url": "x"}],
            "cover": {"small": "x", "large": "https://covers.openlibrary.org/b/id/12-L.jpg"}}}
            """
        let entry = try #require(try edition(body).result.get())
        var expected = CatalogueEntry(OpenLibrary(), key: "/books/OL1M", title: "Dune")
        expected.subtitle = "A Novel"
        expected.creators = ["Frank Herbert"]
        expected.year = 2002
        expected.isbns = ["9780441013593", "9780547928227"].compactMap { ISBN(parsing: $0) }
        expected.pages = 528
        expected.publisher = "Ace"
        expected.subjects = ["Deserts"]
        expected.cover = "https://covers.openlibrary.org/b/id/12-L.jpg"
        #expect(entry == expected)
    }

    private static let bareEdition = """
        {"ISBN:9780441013593": {"key": "/books/OL1M", "title": "Dune", "publish_date": "2005"}}
        """

    /// The year is that of the work; the language is that of the edition.
    @Test func readsTheWorkOfAnEdition() throws {
        let work = """
            {"docs": [{"key": "/works/OL1W", "first_publish_year": 1965, "subject": ["Deserts"],
            "series_name": ["Dune"], "series_position": ["1"],
            "editions": {"docs": [{"key": "/books/OL1M", "language": ["fre"]}]}}]}
            """
        let outcome = try edition(Self.bareEdition, work: work)
        let entry = try #require(try outcome.result.get())
        #expect(entry.year == 1965)
        #expect(entry.language == "French")
        #expect(entry.subjects == ["Deserts"])
        #expect(entry.series == "Dune")
        #expect(entry.volume == "1")
        #expect(
            outcome.requests.last?.url.contains("/search.json?isbn=9780441013593&fields=key")
                == true)
    }

    @Test func keepsAnEditionWithoutItsWork() throws {
        let entry = try #require(try edition(Self.bareEdition, work: "<html>").result.get())
        #expect(entry.title == "Dune")
        #expect(entry.year == 2005)
    }

    /// The data of several editions is not that of one book.
    @Test func leavesOutWhatEditionsDifferIn() throws {
        let entry = try entry(#", "publisher": ["Chilton", "Ace"], "language": ["eng", "fre"]"#)
        #expect(entry.publisher == nil)
        #expect(entry.language == nil)
    }

    static let series: [Case<String, [String?]>] = [
        Case("a name", "Dune chronicles", ["Dune chronicles", nil]),
        Case("a number", "Dune chronicles, 2", ["Dune chronicles", "2"]),
        Case("a book", "Dune -- bk. 2", ["Dune", "2"]),
        Case("a number sign", "The Expanse #3", ["The Expanse", "3"]),
        Case("half a number", "Dune, 2.5", ["Dune", "2.5"]),
        Case("only a number", "1984", ["1984", nil]),
    ]

    @Test(arguments: series)
    func readsTheSeriesOfAnEdition(_ test: Case<String, [String?]>) throws {
        let book = try #require(try edition(Self.bareEdition).result.get())
        let body = #"{"key": "/books/OL1M", "series": ["\#(test.input)"], "description": "x"}"#
        let full = try ask(DetailsLookup(book, .usual), body).result.get()
        #expect([full.series, full.volume] == test.expected)
    }

    @Test func readsAnEmptyEdition() throws {
        let body = """
            {"ISBN:9780441013593": {"key": "/books/OL1M", "title": "Dune",
            "cover": {"large": "https://covers.openlibrary.org/b/id/-1-L.jpg"}}}
            """
        let entry = try #require(try edition(body).result.get())
        #expect(entry.cover == nil)
        #expect(entry.creators.isEmpty)
        #expect(entry.isbns.map(\.thirteen) == ["9780441013593"])
    }

    static let unknown: [Case<String, LookupFailure?>] = [
        Case("nothing", "{}", nil),
        Case("no title", "{\"ISBN:9780441013593\": {\"key\": \"/books/OL1M\"}}", nil),
        Case(
            "another book", "{\"isbn:1\": {\"key\": \"/books/OL1M\", \"title\": \"A\"}}",
            .invalidResponse(.openLibrary, .otherBook)),
        Case(
            "a script", "var _OLBookInfo = {};",
            .invalidResponse(.openLibrary, .script)),
        Case(
            "Python", "{'error': KeyError('title')}",
            .invalidResponse(.openLibrary, .brokenJSON(offset: 1))),
    ]

    @Test(arguments: unknown)
    func reportsAMissingEdition(_ answer: Case<String, LookupFailure?>) throws {
        let outcome = try edition(answer.input)
        #expect(outcome.failure == answer.expected)
        if answer.expected == nil { #expect(try outcome.result.get() == nil) }
    }

    static let dates: [(String, Int?)] = [
        ("2011", 2011), ("1987-01-01", 1987), ("October 1, 1988", 1988), ("1978-03", 1978),
        ("c1988", 1988), ("19??", nil), ("0000", nil), ("", nil), ("20011", nil),
    ]

    @Test(arguments: dates)
    func readsDates(_ text: String, _ year: Int?) throws {
        let body = """
            {"ISBN:9780441013593": {"key": "/books/OL1M", "title": "A", "publish_date": "\(text)"}}
            """
        #expect(try edition(body).result.get()?.year == year)
    }

    @Test func asksGoogleForUnknownBooks() throws {
        let isbn = try #require(ISBN(parsing: "9780441013593"))
        func volume(_ id: String, _ number: String) -> String {
            """
            {"id": "\(id)", "volumeInfo": {"title": "Dune", "industryIdentifiers":
            [{"type": "ISBN_10", "identifier": "\(number)"}]}}
            """
        }
        let body =
            "{\"totalItems\": 2, \"items\": [\(volume("other", "0547928220")), "
            + "\(volume("right", "0441013597"))]}"
        let outcome = try ask(ISBNLookup(isbn, .withGoogleKey), "{}", body)
        #expect(try outcome.result.get()?.key == "right")
        #expect(
            outcome.requests.last?.url == "https://www.googleapis.com/books/v1/volumes"
                + "?q=isbn:9780441013593&country=US&key=AIzaSecret%2BKey")
        let none = try ask(ISBNLookup(isbn, .withGoogleKey), "{}", "{\"totalItems\": 0}")
        #expect(try none.result.get() == nil)
    }

    // MARK: Details

    private func details(_ bodies: String...) throws -> Outcome<CatalogueEntry> {
        let entry = CatalogueEntry(OpenLibrary(), key: "/works/OL1W", title: "Dune")
        return try ask(DetailsLookup(entry, .usual), bodies.map { .success(reply($0)) })
    }

    static let descriptions: [Case<String, String?>] = [
        Case("a text", "\"One.\\r\\n\\r\\nTwo.\"", "One.\n\nTwo."),
        Case(
            "an object", "{\"type\": \"/type/text\", \"value\": \"One.\\r\\nTwo.\"}", "One.\nTwo."),
        Case("an empty text", "\"\"", nil), Case("an empty object", "{}", nil),
        Case("null", "null", nil), Case("a number", "5", nil),
    ]

    @Test(arguments: descriptions)
    func readsDescriptions(_ description: Case<String, String?>) throws {
        let outcome = try details("{\"description\": \(description.input)}")
        #expect(try outcome.result.get().summary == description.expected)
        #expect(outcome.requests.count == 1)
    }

    @Test func usesTheFirstExistingCover() throws {
        let outcome = try details("{\"covers\": [null, -1, 0, 12, 13], \"subjects\": [\"A\"]}")
        let entry = try outcome.result.get()
        #expect(entry.cover == "https://covers.openlibrary.org/b/id/12-L.jpg")
        #expect(entry.subjects == ["A"])
        #expect(try details("{\"covers\": [-1]}").result.get().cover == nil)
    }

    @Test func followsMergedWorks() throws {
        let merged = "{\"type\": {\"key\": \"/type/redirect\"}, \"location\": \"/works/OL2W\"}"
        let outcome = try details(merged, "{\"description\": \"Here.\"}")
        #expect(try outcome.result.get().summary == "Here.")
        #expect(outcome.requests.last?.url == "https://openlibrary.org/works/OL2W.json")
        // A redirection loop is an error.
        let round = try details(merged, merged, merged)
        #expect(try round.result.get().summary == nil)
        let elsewhere =
            "{\"type\": {\"key\": \"/type/redirect\"}, \"location\": \"//evil.example\"}"
        #expect(try details(elsewhere).requests.count == 1)
    }

    @Test func keepsAnEntryMissingFromTheCatalogue() throws {
        let entry = CatalogueEntry(OpenLibrary(), key: "/works/OL1W", title: "Dune")
        let outcome = try ask(
            DetailsLookup(entry, .usual), [.success(reply("<html></html>", status: 404))])
        #expect(try outcome.result.get() == entry)
    }
}
