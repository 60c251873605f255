/// A complete request of a client.
package struct ServerRequest: Sendable {
    /// The method as sent; `HEAD` is passed as `GET`.
    package let method: String
    /// The path as sent, without the query: `/v1/push`.
    package let path: String
    /// The percent-decoded query parameters; names are unique.
    package let query: [String: String]
    /// The token of `Authorization: Bearer …`.
    package let token: String?
    /// The header `Trove-Format`, the client's `Limits.format`; 1 without one.
    package let format: Int
    /// The body; empty if there is none.
    package let body: [UInt8]
    /// The client's IPv4 address or IPv6 network (`2001:db8::/64`), for limits. A household or a
    /// machine usually has a whole IPv6 network.
    package let peer: String

    /// Creates a request.
    package init(
        method: String, path: String, query: [String: String] = [:], token: String? = nil,
        format: Int = 1, body: [UInt8] = [], peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.token = token
        self.format = format
        self.body = body
        self.peer = peer
    }
}
