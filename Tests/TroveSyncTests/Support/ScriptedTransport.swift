import TroveHTTP
import TroveSync

/// A network for tests: it keeps the requests, and the test answers them.
final class ScriptedTransport: Transport {
    /// An open request.
    struct Asked {
        let id: Int
        let request: HTTPRequest

        /// The method and the path: `POST /v1/push`.
        var name: String {
            "\(request.method.rawValue) \(path.prefix { $0 != "?" })"
        }

        /// The address after the server's.
        var path: String { String(request.url.dropFirst(EngineRig.server.count)) }
    }

    private(set) var open: [Asked] = []
    /// The ids of canceled requests.
    private(set) var cancelled: [Int] = []
    /// The number of requests in all.
    private(set) var count = 0
    /// Called when a request is started.
    var onStart: ((Asked) -> Void)?

    func start(_ request: HTTPRequest, id: Int) {
        count += 1
        let asked = Asked(id: id, request: request)
        open.append(asked)
        onStart?(asked)
    }

    func cancel(_ id: Int) {
        cancelled.append(id)
        open.removeAll { $0.id == id }
    }

    func take(_ id: Int) {
        open.removeAll { $0.id == id }
    }
}
