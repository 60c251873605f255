/// Why a request has no reply. A reply with a status such as 404 or 500 is not a failure.
package enum HTTPFailure: Error, Sendable, Equatable {
    /// The name of the server or proxy has no address, or no resolver answered.
    case cannotResolve(host: String)
    /// The server refused the connection.
    case refused
    /// The server cannot be reached: no network, or no route.
    case unreachable
    /// The connection or the whole request exceeded its time limit.
    case timedOut
    /// The connection was reset, or ended before the reply was complete.
    case cutOff
    /// The TLS handshake failed: a certificate, its name or a version. The message is libcurl's.
    case notSecure(String)
    /// The reply exceeds the size limit.
    case tooLarge
    /// The request cannot be sent: a malformed address, or another scheme. The message is
    /// libcurl's, if the request reached libcurl.
    case invalidRequest(String)
    /// The host is not public, and the request is for public hosts. It was not sent.
    case notPublic
    /// The response is not HTTP. The message is libcurl's.
    case invalidReply(String)
    /// `cancel` or `close` ended the request.
    case cancelled
    /// libcurl could not be loaded.
    case unavailable(HTTPUnavailable)
    /// Any other error of libcurl, with its message.
    case other(String)
}
