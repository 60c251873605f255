package import TroveWire

/// What is known of a request when it is over: for the log. It has no tokens, no bodies and nothing
/// from behind the `?`.
package struct RequestRecord: Sendable {
    /// The method; nil where the head could not be trusted.
    package let method: String?
    /// The path; nil where the head could not be trusted.
    package let path: String?
    /// The status of the answer; nil where there was none.
    package let status: Int?
    /// From the first line of the request to the last byte of the answer, in microseconds.
    package let microseconds: Int
    /// The bytes of the answer's body.
    package let bytes: Int
    /// The address it came from.
    package let peer: String
    /// Whose request it was, if that is known.
    package let user: UserID?
    /// Whether the answer went out whole, as far as can be seen from here.
    package let isComplete: Bool

    /// A record with all its parts.
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
