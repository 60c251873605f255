/// Who answers requests; knows no sockets.
package protocol RequestHandler: Sendable {
    /// Says what to do about a request; on any thread, and about many at once. With `isLast` the
    /// request was parked before, and must be answered now.
    func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer

    /// The most bytes that the body of a request may have; nil where there is nothing, whatever the
    /// method, which is answered with 404 before a body is read. `answer` is asked about all else,
    /// with methods that do not go there, too.
    func bodyLimit(method: String, path: String) -> Int?
}
