import TroveSystem

/// A server on 127.0.0.1 that answers like Open Library, Google Books and TMDB, each below a path of
/// its own, from a small library of books and films. It ends with the value.
///
///     let catalogues = try CatalogueStandIn()
///     catalogues.misbehave("/openlibrary/search.json", .tooMany, times: 2)
///     … run the program with `catalogues.environment` …
///     #expect(catalogues.requests.count == 3)
package final class CatalogueStandIn: Sendable {
    /// The keys that it takes.
    package static let googleBooksKey = "AIzaStandInForGoogleBooks"
    package static let tmdbKey = "0123456789abcdef0123456789abcdef"
    package static let tmdbToken = "eyJhbGciOiJIUzI1NiJ9.c3RhbmRpbg.trove"

    private struct Behaviour: Sendable {
        let path: String
        let what: Misbehaviour
        var times: Int
    }

    private struct State {
        var behaviours: [Behaviour] = []
        var isStrict = false
    }

    private let state = Locked(State())
    private let server: LoopbackServer

    /// Starts it, at a port that the system chooses unless one is given.
    ///
    /// - Throws: `SystemCallError` when the port is in use.
    package init(port: UInt16 = 0) throws {
        let state = state
        server = try LoopbackServer(port: port) { connection in
            while let request = try connection.readRequest() {
                // A client names the host that it has asked.
                let host = request.header("Host") ?? "127.0.0.1"
                let reply = Self.reply(
                    to: request, host: host, isStrict: state.withLock { $0.isStrict })
                let what = state.withLock { Self.take(request.target, &$0.behaviours) }
                guard let what else {
                    try connection.reply(reply.status, headers: reply.headers, body: reply.body)
                    continue
                }
                guard try what.act(on: connection, in: reply) else { break }
            }
        }
    }

    /// Where it is: `http://127.0.0.1:PORT`.
    package var url: String { server.url("") }

    /// The port it listens on.
    package var port: UInt16 { server.port }

    /// The requests that it got, in their order.
    package var requests: [LoopbackRequest] { server.requests }

    /// The addresses, as the shell takes them from its environment. There are no keys among them.
    package var environment: [String: String] {
        [
            "TROVE_OPENLIBRARY_URL": "\(url)/openlibrary",
            "TROVE_COVERS_URL": "\(url)/covers",
            "TROVE_GOOGLEBOOKS_URL": "\(url)/googlebooks",
            "TROVE_TMDB_URL": "\(url)/tmdb",
            "TROVE_TMDB_IMAGES_URL": "\(url)/images",
        ]
    }

    /// Whether requests are refused, with 403, that do not say by an email or an address whom to
    /// write to. The real service does so.
    package var isStrict: Bool {
        get { state.withLock { $0.isStrict } }
        set { state.withLock { $0.isStrict = newValue } }
    }

    /// Lets the next requests go wrong whose paths begin so; after those that were asked for before.
    package func misbehave(_ path: String, _ what: Misbehaviour, times: Int = 1) {
        state.withLock { state in
            state.behaviours.append(Behaviour(path: path, what: what, times: times))
        }
    }

    /// Everything goes right from now on.
    package func behave() {
        state.withLock { $0.behaviours = [] }
    }

    /// Stops it; requests that are under way are broken off.
    package func stop() {
        server.stop()
    }

    private static func take(_ target: String, _ behaviours: inout [Behaviour]) -> Misbehaviour? {
        guard let index = behaviours.firstIndex(where: { target.hasPrefix($0.path) }) else {
            return nil
        }
        let what = behaviours[index].what
        behaviours[index].times -= 1
        if behaviours[index].times <= 0 { behaviours.remove(at: index) }
        return what
    }

    /// What a service would answer.
    private static func reply(
        to request: LoopbackRequest, host: String, isStrict: Bool
    ) -> StandInReply {
        func below(_ folder: String) -> StandInQuestion? {
            guard request.target.hasPrefix("/\(folder)/") else { return nil }
            return StandInQuestion(String(request.target.dropFirst(folder.utf8.count + 1)))
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
