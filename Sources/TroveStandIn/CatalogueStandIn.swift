package import TroveLoopback
import TroveSystem

/// A server on 127.0.0.1 that imitates Open Library, Google Books and TMDB, each under its own
/// path, with a small collection of books and films. It stops when the value is deallocated.
///
///     let catalogues = try CatalogueStandIn()
///     catalogues.misbehave("/openlibrary/search.json", .tooMany, times: 2)
///     … run the program with `catalogues.environment` …
///     #expect(catalogues.requests.count == 3)
package final class CatalogueStandIn: Sendable {
    /// The key that the stand-in for Google Books accepts.
    package static let googleBooksKey = "AIzaStandInForGoogleBooks"
    /// The key that the stand-in for TMDB accepts.
    package static let tmdbKey = "0123456789abcdef0123456789abcdef"
    /// The read access token that the stand-in for TMDB accepts.
    package static let tmdbToken = "eyJhbGciOiJIUzI1NiJ9.c3RhbmRpbg.trove"

    private struct Behavior: Sendable {
        let path: String
        let what: Misbehavior
        var times: Int
    }

    private struct State {
        var behaviors: [Behavior] = []
        var isStrict = false
    }

    private let state = Locked(State())
    private let server: LoopbackServer

    /// Starts the stand-in, on a port that the system chooses unless one is given.
    ///
    /// - Throws: `SystemCallError` when the port is in use.
    package init(port: UInt16 = 0) throws {
        let state = state
        server = try LoopbackServer(port: port) { connection in
            while let request = try connection.readRequest() {
                // Replies use the host that the client asked for.
                let host = request.header("Host") ?? "127.0.0.1"
                let reply = Self.reply(
                    to: request, host: host, isStrict: state.withLock { $0.isStrict })
                let what = state.withLock { Self.take(request.target, &$0.behaviors) }
                guard let what else {
                    try connection.reply(reply.status, headers: reply.headers, body: reply.body)
                    continue
                }
                guard try what.act(on: connection, in: reply) else { break }
            }
        }
    }

    /// The base address: `http://127.0.0.1:PORT`.
    package var url: String { server.url("") }

    /// The port it listens on.
    package var port: UInt16 { server.port }

    /// The requests received, in order.
    package var requests: [LoopbackRequest] { server.requests }

    /// The environment variables that point the shell at the stand-in, without API keys.
    package var environment: [String: String] {
        [
            "TROVE_OPENLIBRARY_URL": "\(url)/openlibrary",
            "TROVE_COVERS_URL": "\(url)/covers",
            "TROVE_GOOGLEBOOKS_URL": "\(url)/googlebooks",
            "TROVE_TMDB_URL": "\(url)/tmdb",
            "TROVE_TMDB_IMAGES_URL": "\(url)/images",
        ]
    }

    /// Whether to refuse requests, with 403, whose user agent has no email or address to contact.
    /// Open Library does this.
    package var isStrict: Bool {
        get { state.withLock { $0.isStrict } }
        set { state.withLock { $0.isStrict = newValue } }
    }

    /// Makes the next requests whose paths begin with `path` fail, once earlier such calls are used
    /// up.
    package func misbehave(_ path: String, _ what: Misbehavior, times: Int = 1) {
        state.withLock { state in
            state.behaviors.append(Behavior(path: path, what: what, times: times))
        }
    }

    /// Answers all further requests correctly.
    package func behave() {
        state.withLock { $0.behaviors = [] }
    }

    /// Stops the stand-in and breaks off requests in progress.
    package func stop() {
        server.stop()
    }

    private static func take(_ target: String, _ behaviors: inout [Behavior]) -> Misbehavior? {
        guard let index = behaviors.firstIndex(where: { target.hasPrefix($0.path) }) else {
            return nil
        }
        let what = behaviors[index].what
        behaviors[index].times -= 1
        if behaviors[index].times <= 0 { behaviors.remove(at: index) }
        return what
    }

    /// Returns the service's reply to a request.
    private static func reply(
        to request: LoopbackRequest, host: String, isStrict: Bool
    ) -> StandInReply {
        func below(_ folder: String) -> StandInRequest? {
            guard request.target.hasPrefix("/\(folder)/") else { return nil }
            return StandInRequest(String(request.target.dropFirst(folder.utf8.count + 1)))
        }
        let openLibrary = StandInOpenLibrary(
            books: StandInBook.all, covers: "https://covers.openlibrary.org")
        if isStrict, below("openlibrary") ?? below("covers") != nil,
            !isIdentifying(request.header("User-Agent") ?? "")
        {
            return .html("403 Forbidden", status: 403)
        }
        if let question = below("openlibrary") { return openLibrary.reply(to: question) }
        if let question = below("covers") { return openLibrary.cover(question) }
        if below("archive") != nil { return .picture(StandInPicture.png(8)) }
        if let question = below("googlebooks") {
            return StandInGoogleBooks(
                books: StandInBook.all, key: googleBooksKey, address: "http://\(host)/googlebooks"
            ).reply(to: question)
        }
        let tmdb = StandInTMDB(films: StandInFilm.all, key: tmdbKey, token: tmdbToken)
        if let question = below("tmdb") {
            return tmdb.reply(to: question, authorization: request.header("Authorization"))
        }
        if let question = below("images") { return tmdb.picture(question) }
        return .html("404 Not Found", status: 404)
    }

    /// The rule of Open Library's nginx.
    private static func isIdentifying(_ userAgent: String) -> Bool {
        ["http", "@", "bot", "spider", "crawl", "google"].contains {
            userAgent.lowercased().contains($0)
        }
    }
}
