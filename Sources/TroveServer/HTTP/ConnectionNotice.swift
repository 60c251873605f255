/// What an operator should know about the clients of an `HTTPDaemon`.
package enum ConnectionNotice: Sendable, Hashable {
    /// A connection was refused, because this address or network has as many as it may have.
    case tooMany(peer: String, limit: Int)
    /// This address names clients in `X-Forwarded-For`, but is not one of the trusted proxies.
    case unknownProxy(String)
    /// A trusted proxy at this address sent something else than an address in `X-Forwarded-For`.
    case unreadableClient(proxy: String)
}
