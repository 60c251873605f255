import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// Quirks of Google Books' answers.
@Suite struct GoogleBooksTests {
    private func entry(_ volume: String) throws -> CatalogueEntry {
        let body =
            "{\"totalItems\": 1, \"items\": [{\"id\": \"abc\", \"volumeInfo\": {\(volume)}}]}"
        let lookup = SearchLookup(CatalogueQuery("dune"), .withGoogleKey)
        return try #require(try ask(lookup, body).result.get().entries.first)
    }

    @Test func readsAVolume() throws {
        let entry = try entry(
            """
            "title": "Dune", "authors": ["Frank Herbert"], "publishedDate": "2005-11-03",
            "pageCount": 528, "categories": ["Fiction"], "publisher": "Ace",
            "description": "A planet.", "industryIdentifiers": [
            {"type": "OTHER", "identifier": "9780547928227"}, {"type": "ISSN", "identifier": "1"},
            {"type": "ISBN_10", "identifier": "0441013597"},
            {"type": "ISBN_13", "identifier": "9780441013593"}],
            "imageLinks": {"smallThumbnail": "x",
            "thumbnail": "http://books.google.com/books/content?id=abc&zoom=1&edge=curl&source=g"}
            """)
        var expected = CatalogueEntry(GoogleBooks(), key: "abc", title: "Dune")
        expected.creators = ["Frank Herbert"]
        expected.year = 2005
        expected.pages = 528
        expected.subjects = ["Fiction"]
        expected.publisher = "Ace"
        expected.summary = "A planet."
        expected.isbns = [try #require(ISBN(parsing: "9780441013593"))]
        expected.cover = "https://books.google.com/books/content?id=abc&zoom=1&source=g"
        #expect(entry == expected)
    }

    @Test(arguments: zip(["1808", "2020-11", "", "20"], [1808, 2020, nil, nil]))
    func readsYears(_ text: String, _ year: Int?) throws {
        #expect(try entry("\"title\": \"A\", \"publishedDate\": \"\(text)\"").year == year)
    }

    @Test func readsAnEmptyVolume() throws {
        let bare = CatalogueEntry(GoogleBooks(), key: "abc", title: "A")
        #expect(try entry("\"title\": \"A\", \"pageCount\": 0, \"imageLinks\": {}") == bare)
    }

    @Test func findsNothing() throws {
        let lookup = SearchLookup(CatalogueQuery("dune"), .withGoogleKey)
        let body = "{\"kind\": \"books#volumes\", \"totalItems\": 0}"
        #expect(
            try ask(lookup, body).result.get()
                == CataloguePage(entries: [], total: 0, next: nil))
    }

    @Test func stopsAfterTheLastPage() throws {
        let lookup = SearchLookup(CatalogueQuery("dune"), page: 9, .withGoogleKey)
        // The total is an estimate.
        #expect(try ask(lookup, "{\"totalItems\": 1000}").result.get().next == nil)
    }

    static let descriptions: [Case<String, String>] = [
        Case("tags", "<p><b>One</b> &amp; two</p><br>three", "One & two\n\nthree"),
        Case("no tags", "1 < 2 and 3 > 2 & so on &unknown;", "1 < 2 and 3 > 2 & so on &unknown;"),
        Case("a tag without an end", "one <b two", "one <b two"),
        Case("twice escaped", "&amp;lt;b&amp;gt;", "&lt;b&gt;"),
    ]

    @Test(arguments: descriptions)
    func readsDescriptions(_ description: Case<String, String>) throws {
        let body = "{\"volumeInfo\": {\"description\": \"\(description.input)\"}}"
        let entry = CatalogueEntry(GoogleBooks(), key: "abc", title: "A")
        let full = try ask(DetailsLookup(entry, .withGoogleKey), body).result.get()
        #expect(full.summary == description.expected)
    }
}
