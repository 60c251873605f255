/// What a client asked, once the whole of it is here.
package struct ServerRequest: Sendable {
    /// As it was sent, in its letters: `GET`. Only a `HEAD` comes as the `GET` that it asks about.
    package let method: String
    /// The path as it was sent, without the query: `/v1/push`.
    package let path: String
    /// What stands behind the `?`, percent-decoded; no name comes twice.
    package let query: [String: String]
    /// The token of `Authorization: Bearer …`.
    package let token: String?
    /// The bytes behind the head; empty where there were none.
    package let body: [UInt8]
    /// The address of IPv4 or the network of IPv6 (`2001:db8::/64`) that it came from: for limits. A
    /// household or a machine has a whole network of IPv6.
    package let peer: String

    /// A request with all its parts.
    package init(
        method: String, path: String, query: [String: String] = [:], token: String? = nil,
        body: [UInt8] = [], peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.token = token
        self.body = body
        self.peer = peer
    }
}
