/// Why a request is refused without an answer from the handler.
package enum RequestFault: Error, Sendable, Hashable {
    /// The head violates RFC 9112.
    case malformed(Flaw)
    /// The transfer coding is not `chunked`.
    case unknownCoding
    /// The head is larger than `limit` bytes.
    case largeHead(limit: Int)
    /// The body is larger than `limit` bytes.
    case largeBody(limit: Int)
    /// The path does not exist.
    case nothingThere
    /// The queue for slow work is full.
    case tooManyRequests
    /// The request bodies in memory have reached a limit.
    case muchData
    /// The answers in memory that clients have not read have reached a limit.
    case unreadAnswers
    /// The server is stopping, and has not begun to handle the request.
    case stopping
    /// The server stops while it works on the request, which may still be carried out.
    case interrupted
    /// An internal failure.
    case trouble

    /// The violation of RFC 9112.
    package enum Flaw: String, Sendable, Hashable, CaseIterable {
        /// A line that ends in LF only, a NUL, a folded field, or more than one blank between the
        /// parts of the request line.
        case layout
        /// The method has invalid characters.
        case method
        /// The target is neither a path nor a URL, or has invalid characters.
        case target
        /// The query has invalid percent-encoding, or repeats a name.
        case query
        /// The query has too many parameters.
        case parameters
        /// A field name has invalid characters, such as a blank before the colon.
        case fieldName
        /// A field value has control characters.
        case fieldValue
        /// `Host` is missing, repeated or invalid.
        case host
        /// The framing is ambiguous: a length and a transfer coding, a repetition, or a coding in
        /// HTTP/1.0.
        case length
        /// `Authorization` is repeated.
        case authorization
    }
}
