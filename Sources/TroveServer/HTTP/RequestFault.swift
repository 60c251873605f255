/// Why a request is refused before anybody looks at what it asks for.
package enum RequestFault: Error, Sendable, Hashable {
    /// The head is not made as RFC 9112 says; what of it.
    case malformed(Flaw)
    /// A transfer coding besides `chunked`.
    case unknownCoding
    /// The head is larger than so many bytes.
    case largeHead(limit: Int)
    /// The body is larger than so many bytes.
    case largeBody(limit: Int)
    /// There is nothing at this path.
    case nothingThere
    /// More slow work waits than is done in a while.
    case muchWork
    /// More bodies are being received than there is memory for.
    case muchData
    /// The server is about to end.
    case stopping
    /// The server failed, whatever the request was.
    case trouble

    /// What of a head is not as it should be.
    package enum Flaw: String, Sendable, Hashable, CaseIterable {
        /// A line that ends in LF alone, a NUL, a field that goes on in the next line, more than one
        /// blank between the words of the first line.
        case layout
        /// The method has characters that it cannot have.
        case method
        /// The target is neither a path nor an address, or has characters that it cannot have.
        case target
        /// A name and a value behind `?` that are badly encoded, or a name that comes twice.
        case query
        /// There are too many parameters behind the question mark.
        case parameters
        /// A field's name has characters that it cannot have, a blank before the colon for example.
        case fieldName
        /// A field's value has control characters.
        case fieldValue
        /// No `Host`, more than one, or one that is no host.
        case host
        /// Both a length and a transfer coding, one of them twice, or a coding in HTTP/1.0.
        case length
        /// `Authorization` comes twice.
        case authorization
    }
}
