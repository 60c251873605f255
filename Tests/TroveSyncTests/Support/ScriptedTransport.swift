import TroveHTTP
import TroveSync

/// A network without a network: it keeps what was asked, and a test says what comes of it.
final class ScriptedTransport: Transport {
    /// A request that was begun and not answered yet.
    struct Asked {
        let id: Int
        let request: HTTPRequest

        /// `POST /v1/push`
        var name: String {
            "\(request.method.rawValue) \(path.prefix { $0 != "?" })"
        }

        /// The address behind the server.
        var path: String { String(request.url.dropFirst(EngineRig.server.count)) }
    }

    private(set) var open: [Asked] = []
    /// The ids of those that were given up.
    private(set) var cancelled: [Int] = []
    /// How many were begun in all.
    private(set) var count = 0

    func start(_ request: HTTPRequest, id: Int) {
        count += 1
        open.append(Asked(id: id, request: request))
    }

    func cancel(_ id: Int) {
        cancelled.append(id)
        open.removeAll { $0.id == id }
    }

    func take(_ id: Int) {
        open.removeAll { $0.id == id }
    }
}
