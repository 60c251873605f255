import TroveWire

/// Answers requests for the server's metrics, on a separate address.
struct MetricsHandler: RequestHandler {
    /// Returns the current numbers.
    let text: @Sendable () -> String

    private static let path = "/metrics"

    func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer {
        guard request.path == Self.path else {
            let refusal = ServerRefusal.notFound
            return .reply(ServerReply(status: refusal.status, body: refusal.bytes), wakes: nil)
        }
        guard request.method == "GET" else {
            let refusal = ServerRefusal.otherMethod(request.method, allowed: ["GET"])
            return .reply(
                ServerReply(
                    status: refusal.status, headers: [("Allow", "GET")], body: refusal.bytes),
                wakes: nil)
        }
        let type = (name: "Content-Type", value: "text/plain; version=0.0.4; charset=utf-8")
        return .reply(
            ServerReply(status: 200, headers: [type], body: Array(text().utf8)), wakes: nil)
    }

    func bodyLimit(method: String, path: String) -> Int? { path == Self.path ? 0 : nil }
}
