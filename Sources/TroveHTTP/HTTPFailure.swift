/// Why there is no reply. A reply with a status such as 404 or 500 is no failure.
package enum HTTPFailure: Error, Sendable, Equatable {
    /// The name of the server, or of the proxy, has no address, or nobody could be asked for it.
    case cannotResolve(host: String)
    /// Nobody listens there.
    case refused
    /// There is no way to the server: no network, no route.
    case unreachable
    /// The connection, or all of it, took longer than it may.
    case timedOut
    /// The connection was reset, or ended before the reply was whole.
    case cutOff
    /// TLS did not come about: a certificate, a name in it, a version. The words are libcurl's.
    case notSecure(String)
    /// The reply has more bytes than it may.
    case tooLarge
    /// What came is no HTTP, or the request was none: a wrong address, another scheme. The words
    /// are libcurl's.
    case isNoReply(String)
    /// `cancel` or `close` came first.
    case cancelled
    /// There is no client.
    case unavailable(HTTPUnavailable)
    /// Any other failure, with libcurl's message.
    case other(String)
}
