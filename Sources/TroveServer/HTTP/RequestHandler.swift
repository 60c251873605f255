package import TroveWire

/// Answers requests. Implementations know nothing of sockets.
package protocol RequestHandler: Sendable {
    /// Decides how to answer a request. Called on any thread, and concurrently. If `isLast` is
    /// true, the request was parked and must be answered now.
    func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer

    /// Whether `answer` may wait for the store. With `HTTPLimits.waitingThreads` it is then called
    /// on one of these, so that the connections of other requests are served meanwhile.
    func mayWait(method: String, path: String) -> Bool

    /// Returns the most bytes of a request's body; nil for a path that does not exist for any
    /// method, which gets a 404 before the body is read. All other requests are passed to `answer`,
    /// including those with an unsupported method.
    func bodyLimit(method: String, path: String) -> Int?

    /// Returns the user of a device that has shown the token of a request lately; nil for any other
    /// request. It does not wait.
    func recentUser(of request: ServerRequest) -> UserID?
}

extension RequestHandler {
    /// No request waits.
    package func mayWait(method: String, path: String) -> Bool { false }

    /// No user is known.
    package func recentUser(of request: ServerRequest) -> UserID? { nil }
}
