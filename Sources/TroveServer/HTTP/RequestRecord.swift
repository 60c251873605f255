package import TroveWire

/// A finished request, for the log. It contains no tokens, bodies or queries.
package struct RequestRecord: Sendable {
    /// The method; nil if the head was malformed.
    package let method: String?
    /// The path; nil if the head was malformed.
    package let path: String?
    /// The status of the response; nil if there was none.
    package let status: Int?
    /// From the request line to the last byte of the response, in microseconds.
    package let microseconds: Int
    /// The bytes of the response body.
    package let bytes: Int
    /// The client's address.
    package let peer: String
    /// The user, if known.
    package let user: UserID?
    /// Whether the complete response was sent, as far as the server can tell.
    package let isComplete: Bool

    /// Whether this is a health check that succeeded.
    package var isGoodProbe: Bool { status == 204 && (path == "/health" || path == "/ready") }

    /// Creates a record.
    package init(
        method: String?, path: String?, status: Int?, microseconds: Int, bytes: Int, peer: String,
        user: UserID?, isComplete: Bool
    ) {
        self.method = method
        self.path = path
        self.status = status
        self.microseconds = microseconds
        self.bytes = bytes
        self.peer = peer
        self.user = user
        self.isComplete = isComplete
    }
}
