package import TroveWire

/// What a client is answered.
package struct ServerReply: Sendable {
    /// The status, 200 to 599.
    package var status: Int
    /// Headers besides those that every answer has: `Cache-Control: no-store`,
    /// `X-Content-Type-Options: nosniff` and, unless it is given here, `Content-Type:
    /// application/json`. A name or value that cannot stand in a head is left out.
    package var headers: [(name: String, value: String)]
    /// The bytes behind the head.
    package var body: [UInt8]
    /// Whose request it was, if that is known: for the log.
    package var user: UserID?

    /// A reply with all its parts.
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
