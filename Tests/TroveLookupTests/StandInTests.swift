import Testing
import TroveHTTP
import TroveLookup
import TroveLoopback
import TroveModel
import TroveStandIn
import TroveTesting

/// Lookups with the real client, at a server that imitates the services.
@Suite struct StandInTests {
    let standIn: CatalogueStandIn
    let settings: CatalogueSettings

    init() throws {
        standIn = try CatalogueStandIn()
        var settings = CatalogueSettings(standIn)
        settings.contact = "reader@example.org"
        self.settings = settings
    }

    @Test func findsAnAuthorsBooksPageByPage() throws {
        let query = CatalogueQuery("ursula le guin", in: .author)
        let first = try askWithClient(SearchLookup(query, settings)).result.get()
        #expect(first.entries.count == 20)
        #expect(first.total == 30)
        #expect(first.next == 2)
        let seen = Set(first.entries.map(\.key))
        let second = try askWithClient(
            SearchLookup(query, page: 2, seen: seen, settings)
        ).result.get()
        #expect(second.entries.count == 10)
        #expect(second.next == nil)
        #expect(seen.isDisjoint(with: second.entries.map(\.key)))
        #expect(
            (first.entries + second.entries).allSatisfy { $0.creators == ["Ursula K. Le Guin"] })
    }

    @Test func identifiesTheClient() throws {
        _ = try askWithClient(SearchLookup(CatalogueQuery("dune"), settings))
        #expect(standIn.requests.count == 1)
        #expect(
            standIn.requests.allSatisfy { request in
                request.headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value)
                    == ["Trove/0.1.0 (reader@example.org)"]
            })
    }

    @Test(arguments: ["It", "Go", "The Hobbit", "Dune: Messiah", "雪国", "dune (messiah) AND \"x\""])
    func findsTitles(_ text: String) throws {
        let page = try askWithClient(SearchLookup(CatalogueQuery(text), settings)).result.get()
        #expect(page.entries.isEmpty == text.contains("x"))
    }

    @Test func findsNothing() throws {
        let page = try askWithClient(SearchLookup(CatalogueQuery("qwertyuiop"), settings)).result
            .get()
        #expect(page == CataloguePage(entries: [], total: 0, next: nil))
    }

    @Test func findsEveryISBN() throws {
        for book in StandInBook.all {
            guard let number = book.isbn13 else { continue }
            let isbn = try #require(ISBN(parsing: number), "\(book.title): \(number)")
            if let ten = book.isbn10 { #expect(ISBN(parsing: ten) == isbn) }
            let entry = try #require(try askWithClient(ISBNLookup(isbn, settings)).result.get())
            #expect(entry.title == book.title)
            #expect(entry.subtitle == book.subtitle)
            #expect(entry.creators == book.authors)
            #expect(entry.year == book.year)
            #expect(entry.pages == book.pages)
            #expect(entry.isbns == [isbn])
            #expect(entry.publisher == book.publisher)
            #expect(entry.series == book.series?.name)
            #expect(entry.volume == book.series?.number)
            let languages = ["eng": "English", "fre": "French", "jpn": "Japanese"]
            #expect(entry.language == languages[book.language ?? ""])
            let hasCover = book.cover != .none && book.cover != .removed
            #expect((entry.cover != nil) == hasCover, "\(book.title)")
        }
        #expect(Set(StandInBook.all.compactMap(\.isbn13)).count >= 40)
        #expect(StandInBook.all.contains { $0.isbn10?.hasSuffix("X") ?? false })
        #expect(StandInBook.all.contains { $0.isbn13?.hasPrefix("979") ?? false })
    }

    @Test func reportsAnUnknownISBN() throws {
        let isbn = try #require(ISBN(parsing: "9780980200447"))
        #expect(try askWithClient(ISBNLookup(isbn, settings)).result.get() == nil)
    }

    @Test func returnsDetailsOfAWork() throws {
        let query = CatalogueQuery("The Left Hand of Darkness", in: .title)
        let found = try askWithClient(SearchLookup(query, settings)).result.get().entries
        let entry = try #require(found.first)
        #expect(entry.summary == nil)
        let full = try askWithClient(DetailsLookup(entry, settings)).result.get()
        #expect(
            full.summary?.hasPrefix("An envoy comes alone to a world of winter.\n\nIts") == true)
    }

    @Test func goesFromAnEditionToItsWork() throws {
        let isbn = try #require(ISBN(parsing: "9780441013593"))
        let entry = try #require(try askWithClient(ISBNLookup(isbn, settings)).result.get())
        let outcome = try askWithClient(DetailsLookup(entry, settings))
        #expect(outcome.requests.count == 2)
        #expect(
            try outcome.result.get().summary == "A boy and a desert planet that everybody wants.")
    }

    @Test func fetchesPictures() throws {
        for book in StandInBook.all {
            let query = CatalogueQuery(book.title, in: .title)
            let found = try askWithClient(SearchLookup(query, settings)).result.get().entries
            let entry = try #require(found.first { $0.key == book.workKey })
            guard let address = entry.cover else {
                #expect([.removed, .none].contains(book.cover))
                continue
            }
            #expect(address.hasPrefix("https://covers.openlibrary.org/b/id/"))
            let outcome = try askWithClient(
                PictureLookup(address: address, settings, isAsked: true))
            #expect(outcome.requests.count == (book.cover == .archived ? 2 : 1))
            let picture = try outcome.result.get()
            #expect((picture == nil) == (book.cover == .missing))
            #expect(picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) != false)
        }
        let covers = standIn.requests.filter { $0.target.hasPrefix("/covers/") }
        #expect(!covers.isEmpty)
        #expect(covers.allSatisfy { $0.target.hasSuffix("-L.jpg?default=false") })
        #expect(
            standIn.requests.allSatisfy {
                $0.header("User-Agent") == "Trove/0.1.0 (reader@example.org)"
            })
    }

    @Test func isRejectedWithoutAContact() throws {
        standIn.isStrict = true
        var settings = settings
        settings.contact = nil
        let query = CatalogueQuery("dune")
        #expect(
            try askWithClient(SearchLookup(query, settings)).failure
                == .notAllowed(.openLibrary, status: 403, nil))
        settings.contact = "https://example.org"
        #expect(try askWithClient(SearchLookup(query, settings)).failure == nil)
    }

    @Test func retries() throws {
        standIn.misbehave("/openlibrary/search.json", .tooMany, times: 3)
        let lookup = SearchLookup(CatalogueQuery("dune"), settings)
        let outcome = try askWithClient(lookup)
        #expect(try outcome.result.get().entries.count == 3)
        #expect(outcome.pauses == [.seconds(1), .seconds(2), .seconds(4)])
        standIn.misbehave("/openlibrary/search.json", .tooMany, times: 4)
        #expect(try askWithClient(lookup).failure == .tooMany(.openLibrary))
        #expect(standIn.requests.count == 8)
    }

    static let wrongs: [Case<Misbehavior, LookupFailure>] = [
        Case("a page", .html, .invalidResponse(.openLibrary, .webPage)),
        Case("cut off", .cutOff, .noConnection(.openLibrary, .cutOff)),
        Case("reset", .reset, .noConnection(.openLibrary, .cutOff)),
        Case("silent", .silent, .noConnection(.openLibrary, .timedOut)),
        Case(
            "huge", .huge(100 << 20),
            .invalidResponse(.openLibrary, .tooLarge)),
        Case(
            "offline", .status(502, body: "<html>offline</html>"),
            .unavailable(.openLibrary, status: 502)),
    ]

    @Test(arguments: wrongs)
    func reportsFailures(_ wrong: Case<Misbehavior, LookupFailure>) throws {
        standIn.misbehave("/openlibrary/search.json", wrong.input)
        let lookup = SearchLookup(CatalogueQuery("dune"), settings)
        let isTimeout = wrong.expected == .noConnection(.openLibrary, .timedOut)
        let limit: Duration = isTimeout ? .seconds(3) : .seconds(20)
        #expect(try askWithClient(lookup, timeout: limit).failure == wrong.expected)
        #expect(try askWithClient(lookup).failure == nil)
    }

    @Test func asksGoogleWithAKey() throws {
        var settings = settings
        settings[GoogleBooks.key] = CatalogueStandIn.googleBooksKey
        let query = CatalogueQuery("le guin", in: .author)
        let page = try askWithClient(SearchLookup(query, settings)).result.get()
        #expect(page.entries.count == 20)
        #expect(page.total == 30)
        let entry = try #require(page.entries.first { $0.summary != nil })
        let full = try askWithClient(DetailsLookup(entry, settings)).result.get()
        #expect(
            full.summary == "An envoy comes alone to a world of winter.\n\n"
                + "Its people have no fixed sex, and he has to learn whom he can trust.")
        let address = try #require(entry.cover)
        #expect(
            try askWithClient(PictureLookup(address: address, settings, isAsked: true)).result.get()
                != nil)
        settings[GoogleBooks.key] = "wrong"
        #expect(
            try askWithClient(SearchLookup(query, settings)).failure
                == .notAllowed(
                    .googleBooks, status: 400, "API key not valid. Please pass a valid API key."))
    }

    @Test(arguments: [CatalogueStandIn.tmdbKey, CatalogueStandIn.tmdbToken])
    func findsFilms(_ key: String) throws {
        var settings = settings
        settings[TMDB.key] = key
        let query = CatalogueQuery("alien", of: .movies)
        let page = try askWithClient(SearchLookup(query, settings)).result.get()
        #expect(page.entries.map(\.title) == ["Alien", "Aliens", "Alien Orchard"])
        #expect(page.entries.map(\.year) == [1979, 1986, nil])
        let alien = try #require(page.entries.first)
        let full = try askWithClient(DetailsLookup(alien, settings)).result.get()
        #expect(full.creators == ["Ridley Scott"])
        #expect(full.minutes == 117)
        #expect(full.subjects == ["Horror", "Science Fiction"])
        let address = try #require(full.cover)
        #expect(address == "https://image.tmdb.org/t/p/w342/trove348.jpg")
        #expect(
            try askWithClient(PictureLookup(address: address, settings, isAsked: true)).result.get()
                != nil)
        // A picture is public: its server does not receive the key.
        let last = try #require(standIn.requests.last)
        #expect(last.target == "/images/w342/trove348.jpg")
        #expect(last.header("Authorization") == nil)
    }
}
