import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// Where redirections are followed, and what is not passed on.
@Suite struct RedirectionTests {
    private static let old = "https://covers.openlibrary.org/b/id/1-L.jpg"
    private static let image = HTTPReply(status: 200, body: [0xFF, 0xD8, 0xFF, 0xE0])

    private func follow(
        _ location: String, from address: String = old, status: Int = 302
    ) throws -> Outcome<[UInt8]?> {
        try ask(
            PictureLookup(address: address, .usual, isAsked: true),
            [
                .success(reply("", status: status, [("location", location)])),
                .success(Self.image),
            ])
    }

    static let targets: [Case<String, String>] = [
        Case(
            "another host", "https://archive.org/download/a.zip/1-L.jpg",
            "https://archive.org/download/a.zip/1-L.jpg"),
        Case("a path", "/b/id/2-L.jpg", "https://covers.openlibrary.org/b/id/2-L.jpg"),
        Case("beside it", "2-L.jpg?a=b", "https://covers.openlibrary.org/b/id/2-L.jpg?a=b"),
        Case("a query", "?a=b", "https://covers.openlibrary.org/b/id/1-L.jpg?a=b"),
        Case("without a scheme", "//archive.org/1.jpg", "https://archive.org/1.jpg"),
        Case("capital letters", "HTTPS://Archive.org/A", "https://archive.org/A"),
        Case("a part of it", "/a#part", "https://covers.openlibrary.org/a"),
        Case("blanks and letters", "/a b/é", "https://covers.openlibrary.org/a%20b/%C3%A9"),
        Case("no path", "https://archive.org?a=b", "https://archive.org/?a=b"),
    ]

    @Test(arguments: targets)
    func followsARedirection(_ target: Case<String, String>) throws {
        let outcome = try follow(target.input)
        #expect(outcome.requests.last?.url == target.expected)
        #expect(try outcome.result.get() == Self.image.body)
        #expect(
            outcome.requests.allSatisfy {
                $0.header("User-Agent") == "Trove/0.1.0 (reader@example.org)"
            })
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func followsEveryStatus(_ status: Int) throws {
        #expect(try follow("/2.jpg", status: status).failure == nil)
    }

    static let wrong: [Case<String, LookupFailure.Defect>] = [
        Case("no address", "", .redirectionToNowhere),
        Case("another scheme", "ftp://archive.org/a", .redirectionToNowhere),
        Case("a file", "file:///etc/passwd", .redirectionToNowhere),
        Case("a script", "javascript:alert(1)", .redirectionToNowhere),
        Case("a user", "https://a:b@archive.org/", .redirectionToNowhere),
        Case("a line", "/a\u{0A}b", .redirectionToNowhere),
        Case("this machine", "https://127.0.0.1/a", .redirectionToNowhere),
        Case("this machine's name", "https://localhost:8080/a", .redirectionToNowhere),
        Case("its number", "https://2130706433/a", .redirectionToNowhere),
        Case("its mapped number", "https://[::ffff:127.0.0.1]/a", .redirectionToNowhere),
        Case("zero", "https://0/a", .redirectionToNowhere),
        Case("to http", "http://archive.org/a", .insecureRedirection),
        Case("to this machine", "http://127.0.0.1/a", .insecureRedirection),
    ]

    @Test(arguments: wrong)
    func doesNotFollow(_ location: Case<String, LookupFailure.Defect>) throws {
        #expect(
            try follow(location.input).failure == .invalidResponse(.openLibrary, location.expected))
    }

    @Test func allowsHTTPToHTTP() throws {
        let outcome = try follow("http://example.com/b.jpg", from: "http://example.org/a.jpg")
        #expect(outcome.failure == nil)
        #expect(
            outcome.requests.map(\.url) == [
                "http://example.org/a.jpg", "http://example.com/b.jpg",
            ])
    }

    /// Whether each request of a picture is for public hosts only: the first one, which the
    /// service redirects to another server, and the second one.
    static let unasked: [Case<(address: String, isAsked: Bool), [Bool]>] = [
        Case("one that the user asked for", (old, true), [false, false]),
        Case("one of a service", (old, false), [true, true]),
        Case("one of a mirror in the settings", ("mirrored", false), [false, true]),
        Case("one of another server", ("https://10.0.0.1/a.jpg", false), [true, true]),
    ]

    @Test(arguments: unasked)
    func anUnaskedPictureStaysOnPublicHosts(
        _ row: Case<(address: String, isAsked: Bool), [Bool]>
    ) throws {
        var settings = CatalogueSettings.usual
        let isMirrored = row.input.address == "mirrored"
        if isMirrored { settings[OpenLibrary.covers] = "https://mirror.example/covers" }
        let address = isMirrored ? Self.old : row.input.address
        let outcome = try ask(
            PictureLookup(address: address, settings, isAsked: row.input.isAsked),
            [
                .success(reply("", status: 302, [("location", "https://192.168.1.1/b.jpg")])),
                .success(Self.image),
            ])
        #expect(outcome.requests.map(\.isForPublicHosts) == row.expected)
    }

    @Test func nothingUnaskedBeginsOnThisMachine() throws {
        let lookup = PictureLookup(address: "http://localhost/a.jpg", .usual, isAsked: false)
        #expect(try ask(lookup, []).failure == .unfit(.pictureServer, .notPublic))
    }

    @Test func detectsLoops() throws {
        let around = reply("", status: 302, [("location", Self.old)])
        let six = Array(repeating: Result<HTTPReply, HTTPFailure>.success(around), count: 6)
        let lookup = PictureLookup(address: Self.old, .usual, isAsked: true)
        let outcome = try ask(lookup, six)
        #expect(outcome.failure == .invalidResponse(.openLibrary, .tooManyRedirections(limit: 5)))
        #expect(outcome.requests.count == 6)
        let five = try ask(lookup, six.prefix(5) + [.success(Self.image)])
        #expect(five.failure == nil)
    }

    @Test func doesNotForwardTheToken() throws {
        var settings = CatalogueSettings.usual
        settings[TMDB.key] = "eyJsecret"
        let lookup = SearchLookup(CatalogueQuery("alien", of: .movies), settings)
        func ways(_ locations: [String]) throws -> [String?] {
            let redirections = locations.map { reply("", status: 302, [("location", $0)]) }
            let replies = redirections + [reply("{\"results\": []}")]
            return try ask(lookup, replies.map { .success($0) }).requests
                .map { $0.header("Authorization") }
        }
        #expect(try ways(["/4/search"]) == ["Bearer eyJsecret", "Bearer eyJsecret"])
        #expect(try ways(["https://evil.example/"]) == ["Bearer eyJsecret", nil])
        #expect(try ways(["https://api.themoviedb.org:444/"]) == ["Bearer eyJsecret", nil])
        // Not even when it returns to the first server.
        #expect(
            try ways(["https://evil.example/", "https://api.themoviedb.org/3/"])
                == ["Bearer eyJsecret", nil, nil])
    }

    @Test func doesNotForwardTheKey() throws {
        let lookup = SearchLookup(CatalogueQuery("alien", of: .movies), .withTMDBKey)
        let location = "https://evil.example/?api_key=0123456789abcdef0123456789abcdef"
        #expect(
            try ask(lookup, [.success(reply("", status: 301, [("location", location)]))]).failure
                == .invalidResponse(.tmdb, .redirectionWithKey))
    }
}
