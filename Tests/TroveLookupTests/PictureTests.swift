import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveStandIn
import TroveTesting

@Suite struct PictureTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

    private func fetch(
        _ reply: HTTPReply, _ address: String = "https://covers.openlibrary.org/b/id/1-L.jpg"
    ) throws -> Outcome<[UInt8]?> {
        try ask(PictureLookup(address: address, .usual, isAsked: true), [.success(reply)])
    }

    static let addresses: [Case<String, (LookupSource, String)>] = [
        Case(
            "a cover", "https://covers.openlibrary.org/b/id/1-L.jpg",
            (.openLibrary, "https://mirror.example/covers/b/id/1-L.jpg?default=false")),
        Case(
            "a cover that was asked for so before",
            "https://covers.openlibrary.org/b/id/1-L.jpg?default=false",
            (.openLibrary, "https://mirror.example/covers/b/id/1-L.jpg?default=false")),
        Case(
            "a cover of the mirror", "https://mirror.example/covers/b/id/1-L.jpg",
            (.openLibrary, "https://mirror.example/covers/b/id/1-L.jpg?default=false")),
        Case(
            "a poster", "https://image.tmdb.org/t/p/w342/a.jpg",
            (.tmdb, "https://mirror.example/posters/w342/a.jpg")),
        Case(
            "a picture of Google's", "http://books.google.com/books/content?id=1&img=1",
            (.googleBooks, "https://books.google.com/books/content?id=1&img=1")),
        Case(
            "one of anybody's", "http://example.org/a.jpg",
            (.pictureServer, "http://example.org/a.jpg")),
        Case(
            "one that only looks like a cover", "https://covers.openlibrary.org.evil.example/a.jpg",
            (.pictureServer, "https://covers.openlibrary.org.evil.example/a.jpg")),
    ]

    @Test(arguments: addresses)
    func usesTheConfiguredAddress(
        _ address: Case<String, (LookupSource, String)>
    ) throws {
        var settings = CatalogueSettings.withTMDBKey
        settings[TMDB.key] = "eyJtoken"
        settings[OpenLibrary.covers] = "https://mirror.example/covers"
        settings[TMDB.images] = "https://mirror.example/posters"
        var lookup = PictureLookup(address: address.input, settings, isAsked: true)
        let request = try lookup.begin()
        #expect(lookup.source == address.expected.0)
        #expect(request.url == address.expected.1)
        #expect(request.headers.map(\.name) == ["User-Agent"])
        #expect(request.maximumReplySize == 10_000_000)
    }

    @Test(arguments: ["file:///etc/passwd", "cover.jpg", "", "ftp://a/b", "http://a b/"])
    func rejectsInvalidAddresses(_ address: String) throws {
        #expect(
            try ask(PictureLookup(address: address, .usual, isAsked: true), []).failure
                == .unfit(.pictureServer, .badAddress))
    }

    @Test func returnsThePicture() throws {
        // The `Content-Type` is ignored.
        let reply = HTTPReply(
            status: 200, headers: [("content-type", "text/plain")], body: Self.jpeg)
        #expect(try fetch(reply).result.get() == Self.jpeg)
    }

    static let none: [Case<HTTPReply, Void>] = [
        Case("not found", HTTPReply(status: 404), ()),
        Case("gone", HTTPReply(status: 410), ()),
        Case("one point", HTTPReply(status: 200, body: StandInPicture.emptyGIF), ()),
    ]

    @Test(arguments: none)
    func detectsAMissingCover(_ reply: Case<HTTPReply, Void>) throws {
        #expect(try fetch(reply.input).result.get() == nil)
    }

    @Test func theEmptyPictureMatchesTheService() {
        #expect(StandInPicture.emptyGIF.count == 43)
    }

    @Test(arguments: ["<html>Offline</html>", "", "{}", "GIF7"])
    func rejectsOtherFiles(_ body: String) throws {
        #expect(try fetch(reply(body)).failure == .invalidResponse(.openLibrary, .notPicture))
    }

    @Test func detectsATruncatedPicture() throws {
        let cut = HTTPReply(
            status: 200, headers: [("content-length", "8")], body: Self.jpeg)
        #expect(try fetch(cut).failure == .noConnection(.openLibrary, .cutOff))
    }

    @Test func limitsTheSizeToTenMegabytes() throws {
        let standIn = try CatalogueStandIn()
        standIn.misbehave("/covers/", .huge(10_000_001))
        let lookup = PictureLookup(
            address: "https://covers.openlibrary.org/b/id/70001-L.jpg", CatalogueSettings(standIn),
            isAsked: true)
        #expect(
            try askWithClient(lookup).failure
                == .invalidResponse(.openLibrary, .tooLarge))
    }
}
