/// An HTTP/1.1 message, parsed only to find its end (RFC 9112, section 6).
///
/// Assumes a well-behaved client and server; it does not detect smuggled requests.
struct HTTPMessage: Sendable {
    /// The whole message as received.
    let bytes: [UInt8]
    /// The words of the first line: method, target and version, or version, status and reason.
    let startLine: [String]
    /// The size of the head in bytes, including the empty line.
    let headCount: Int
    /// Whether this is the last message on its connection.
    let closes: Bool

    /// Returns the first request in what a client has sent; nil when it is incomplete.
    ///
    /// - Throws: `HTTPMessageError` for bytes that cannot begin a request.
    static func request(in received: [UInt8]) throws(HTTPMessageError) -> HTTPMessage? {
        guard let head = try HTTPHead(received) else { return nil }
        guard head.startLine.count == 3 else { throw HTTPMessageError(what: "a request line") }
        guard let end = try head.bodyEnd(in: received, isToTheEnd: false, hasEnded: false) else {
            return nil
        }
        return HTTPMessage(received, head, end: end)
    }

    /// Returns the first final reply in what a server has sent; nil when it is incomplete.
    ///
    /// Skips interim replies (`100 Continue`).
    ///
    /// - Parameters:
    ///   - received: What the server has sent so far.
    ///   - method: The request's method: replies to `HEAD` have no body.
    ///   - hasEnded: Whether the server has closed the connection, so that nothing more will come.
    /// - Returns: The reply.
    /// - Throws: `HTTPMessageError` for bytes that cannot begin a reply.
    static func reply(
        in received: [UInt8], to method: String, hasEnded: Bool
    ) throws(HTTPMessageError) -> HTTPMessage? {
        var rest = received
        while let head = try HTTPHead(rest) {
            guard head.startLine.count >= 2, let status = Int(head.startLine[1]) else {
                throw HTTPMessageError(what: "a status line")
            }
            if (100..<200).contains(status) {
                rest.removeFirst(head.count)
                continue
            }
            let isEmpty = method == "HEAD" || status == 204 || status == 304
            let end =
                isEmpty
                ? head.count
                : try head.bodyEnd(in: rest, isToTheEnd: true, hasEnded: hasEnded)
            return end.map { HTTPMessage(rest, head, end: $0) }
        }
        return nil
    }

    private init(_ received: [UInt8], _ head: HTTPHead, end: Int) {
        bytes = Array(received[..<end])
        startLine = head.startLine
        headCount = head.count
        closes = head["connection"]?.lowercased() == "close"
    }
}

/// Bytes that are not an HTTP message.
struct HTTPMessageError: Error, CustomStringConvertible {
    /// What was expected instead.
    let what: String

    var description: String { "\(what) was expected" }
}

/// The head of a message.
private struct HTTPHead {
    /// The size in bytes, including the empty line.
    let count: Int
    let startLine: [String]
    private let fields: [(name: String, value: String)]

    /// Parses a head at the start of some bytes. Returns nil when it is incomplete.
    init?(_ received: [UInt8]) throws(HTTPMessageError) {
        guard let end = received.firstEnd(of: [13, 10, 13, 10], from: 0) else {
            guard received.count < 65_536 else {
                throw HTTPMessageError(what: "the end of a head within 64 KiB")
            }
            return nil
        }
        count = end
        let text = String(decoding: received[..<(end - 4)], as: UTF8.self)
        // A carriage return and a line feed form a single Swift character.
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        startLine =
            lines.first.map { $0.split(separator: " ", maxSplits: 2).map(String.init) } ?? []
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            return (parts[0].lowercased(), String(value))
        }
    }

    subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Returns the end of the message; nil when it is incomplete.
    ///
    /// - Parameters:
    ///   - received: The message from its beginning.
    ///   - isToTheEnd: Whether a body of unknown length extends to the end of the connection, as in
    ///     a reply; such a request has no body.
    ///   - hasEnded: Whether the connection has ended.
    /// - Returns: The size of the message in bytes.
    /// - Throws: `HTTPMessageError` when the head or a chunk has no valid length.
    func bodyEnd(
        in received: [UInt8], isToTheEnd: Bool, hasEnded: Bool
    ) throws(HTTPMessageError) -> Int? {
        if self["transfer-encoding"]?.lowercased() == "chunked" {
            return try chunksEnd(in: received)
        }
        if let given = self["content-length"] {
            guard let length = Int(given), length >= 0 else {
                throw HTTPMessageError(what: "a content length")
            }
            return received.count - count >= length ? count + length : nil
        }
        guard isToTheEnd else { return count }
        return hasEnded ? received.count : nil
    }

    private func chunksEnd(in received: [UInt8]) throws(HTTPMessageError) -> Int? {
        var position = count
        while let lineEnd = received.firstEnd(of: [13, 10], from: position) {
            let line = String(decoding: received[position..<(lineEnd - 2)], as: UTF8.self)
            guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else {
                throw HTTPMessageError(what: "the size of a chunk")
            }
            if size == 0 {
                // Trailer fields, which are not used here, and an empty line follow the last chunk.
                return received.firstEnd(of: [13, 10], from: lineEnd)
            }
            position = lineEnd + size + 2
            guard position <= received.count else { return nil }
        }
        return nil
    }
}

extension [UInt8] {
    /// Returns the end of the first occurrence of a pattern at or after a position.
    fileprivate func firstEnd(of pattern: [UInt8], from start: Int) -> Int? {
        guard count - start >= pattern.count else { return nil }
        let found = (start...(count - pattern.count)).first { position in
            self[position..<(position + pattern.count)].elementsEqual(pattern)
        }
        return found.map { $0 + pattern.count }
    }
}
