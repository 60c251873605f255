import Testing
import TroveLoopback
import TroveStandIn
import TroveTesting

/// The quirks of the real services, byte by byte.
@Suite(.timeLimit(.minutes(20))) struct CatalogueStandInTests {
    let standIn: CatalogueStandIn

    init() throws {
        standIn = try CatalogueStandIn()
    }

    private func get(_ target: String, _ head: String = "") throws -> RawExchange.Reply {
        let exchange = try RawExchange(port: Int(standIn.port))
        try exchange.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(head)\r\n")
        return try exchange.readReply()
    }

    /// A target, the status, and a part of the body.
    struct Quirk: Sendable {
        let target: String
        let status: Int
        let text: String
    }

    static let quirks: [Case<Quirk, Void>] = [
        row("a short query", "/openlibrary/search.json?q=it", 422, "Query too short"),
        row("an article", "/openlibrary/search.json?q=the", 422, "\"detail\": [{"),
        row("a short title", "/openlibrary/search.json?title=it", 200, "\"numFound\": 1,"),
        row("a wrong page", "/openlibrary/search.json?q=dune&page=0", 422, "\"page\""),
        row("a field of Solr's", "/openlibrary/search.json?q=Dune:+Messiah", 200, "Found\": 0"),
        row("no numbers", "/openlibrary/search.json?title=dune&limit=1", 200, "\"cover_i\""),
        row("a count", "/openlibrary/search.json?author=guin&limit=0", 200, "\"docs\": []"),
        row("the last ones", "/openlibrary/search.json?author=guin&offset=29", 200, "Vents"),
        row("a number", "/openlibrary/search.json?isbn=054792822X&fields=key", 200, "OL90034W"),
        row("no such number", "/openlibrary/isbn/9780980200447.json", 404, "<html>"),
        row("a number's edition", "/openlibrary/isbn/978-0-441-01359-3.json", 302, ""),
        row(
            "as it was sent", "/openlibrary/api/books.json?bibkeys=isbn:9780441013593", 200,
            "{\"isbn:9780441013593\": {"),
        row("nothing found", "/openlibrary/api/books.json?bibkeys=ISBN:1", 200, "{}"),
        row("no such work", "/openlibrary/works/OL1W.json", 404, "\"error\": \"notfound\""),
        row(
            "a description that is an object", "/openlibrary/works/OL90010W.json", 200,
            "\"value\": \"An envoy"),
        row(
            "a description that is a text", "/openlibrary/works/OL90031W.json", 200,
            "\"description\": \"A boy"),
        row("a picture that is not there", "/covers/b/id/1-L.jpg", 200, "GIF89a"),
        row("the same, asked so", "/covers/b/id/1-L.jpg?default=false", 404, ""),
        row("an archived picture", "/covers/b/id/8000012-L.jpg", 302, ""),
        row("Google without a key", "/googlebooks/volumes?q=dune", 429, "RESOURCE_EXHAUSTED"),
        row("Google with a wrong key", "/googlebooks/volumes?q=dune&key=1", 400, "not valid"),
        row("TMDB without a key", "/tmdb/search/movie?query=alien", 401, "\"status_code\": 7"),
        row("TMDB without words", "/tmdb/search/movie?\(key)", 422, "query must be provided"),
        row(
            "TMDB beyond the end", "/tmdb/search/movie?query=a&page=501&\(key)", 400,
            "\"status_code\": 22"),
        row("no such film", "/tmdb/movie/1?\(key)", 404, "\"status_code\": 34"),
        row("no date", "/tmdb/search/movie?query=orchard&\(key)", 200, "\"release_date\": \"\""),
        row("no poster", "/images/w342/none.jpg", 404, "<html>"),
        row("nothing", "/other", 404, "<html>"),
    ]

    private static let key = "api_key=\(CatalogueStandIn.tmdbKey)"

    private static func row(
        _ name: String, _ target: String, _ status: Int, _ text: String
    ) -> Case<Quirk, Void> {
        Case(name, Quirk(target: target, status: status, text: text), ())
    }

    @Test(arguments: quirks)
    func answersLikeTheRealService(_ quirk: Case<Quirk, Void>) throws {
        let reply = try get(quirk.input.target)
        #expect(reply.status == quirk.input.status)
        #expect(
            quirk.input.text.isEmpty ? reply.body.isEmpty : reply.text.contains(quirk.input.text))
    }

    @Test func omitsUnrequestedFields() throws {
        let usual = try get("/openlibrary/search.json?title=hobbit").text
        #expect(!usual.contains("\"isbn\""))
        #expect(!usual.contains("number_of_pages_median"))
        let asked = try get("/openlibrary/search.json?title=hobbit&fields=isbn").text
        #expect(asked.contains("\"isbn\": [\"054792822X\", \"9780547928227\"]"))
        #expect(!asked.contains("Hobbit"))
        let none = "/googlebooks/volumes?q=qwerty&key=\(CatalogueStandIn.googleBooksKey)"
        #expect(!(try get(none).text.contains("items\"")))
    }

    @Test func redirects() throws {
        let edition = try get("/openlibrary/isbn/9780441013593.json").field("Location")
        #expect(edition == "/openlibrary/books/OL900031M.json")
        #expect(try get(edition ?? "").text.contains("\"title\": \"Dune\""))
        let picture = try get("/covers/b/id/8000012-L.jpg").field("Location")
        #expect(try get(picture ?? "").body.starts(with: [0x89, 0x50]))
    }

    @Test func acceptsAToken() throws {
        let head = "Authorization: Bearer \(CatalogueStandIn.tmdbToken)\r\n"
        #expect(try get("/tmdb/movie/348", head).text.contains("\"runtime\": 117"))
        #expect(try get("/tmdb/configuration", head).text.contains("secure_base_url"))
    }

    @Test func canBeStrict() throws {
        let target = "/openlibrary/search.json?title=dune"
        #expect(try get(target, "User-Agent: trove/1\r\n").status == 200)
        standIn.isStrict = true
        #expect(try get(target, "User-Agent: trove/1\r\n").status == 403)
        #expect(try get(target).status == 403)
        #expect(try get(target, "User-Agent: trove/1 (a@b.org)\r\n").status == 200)
        #expect(
            standIn.requests.map { $0.header("User-Agent") }
                == ["trove/1", "trove/1", nil, "trove/1 (a@b.org)"])
    }

    @Test func misbehavesOnRequest() throws {
        standIn.misbehave("/openlibrary/", .tooMany, times: 2)
        standIn.misbehave("/openlibrary/", .status(500, body: "broken"))
        standIn.misbehave("/covers/", .html)
        let statuses = try (0..<4).map { _ in
            try get("/openlibrary/search.json?title=dune").status
        }
        #expect(statuses == [429, 429, 500, 200])
        #expect(try get("/covers/b/id/70001-L.jpg").text.hasPrefix("<!DOCTYPE"))
        standIn.misbehave("/openlibrary/", .body([1, 2]), times: .max)
        for _ in 0..<3 { #expect(try get("/openlibrary/search.json").body == [1, 2]) }
        standIn.behave()
        #expect(try get("/openlibrary/search.json?title=dune").status == 200)
        standIn.misbehave("/openlibrary/", .cutOff)
        #expect(throws: RawExchange.NoReply.self) {
            try get("/openlibrary/search.json?title=dune")
        }
    }
}
