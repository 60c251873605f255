package import TroveWire

/// A reply to a client.
package struct ServerReply: Sendable {
    /// The status, 200 to 599.
    package var status: Int
    /// Headers in addition to those of every reply: `Cache-Control: no-store`,
    /// `X-Content-Type-Options: nosniff` and, unless it is given here, `Content-Type:
    /// application/json`. Invalid names and values are left out.
    package var headers: [(name: String, value: String)]
    /// The body.
    package var body: [UInt8]
    /// The user, if known, for the log.
    package var user: UserID?

    /// Creates a reply.
    package init(
        status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        user: UserID? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.user = user
    }
}
