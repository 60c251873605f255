import Glibc
import TroveLoopback

/// A connection for sending HTTP byte by byte: input is sent unchanged, however invalid, and
/// replies are not corrected.
package final class RawExchange {
    /// A reply as received.
    package struct Reply: Sendable, Equatable {
        /// The status code.
        package let status: Int
        /// The header lines after the first, unchanged.
        package let fields: [String]
        /// The body.
        package let body: [UInt8]

        /// Returns the value of the field with a name, ignoring case; nil if it is missing.
        package func field(_ name: String) -> String? {
            for line in fields {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2, parts[0].lowercased() == name.lowercased() {
                    return String(parts[1].drop { $0 == " " })
                }
            }
            return nil
        }

        /// The body as text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The input was not a reply.
    package struct NoReply: Error, CustomStringConvertible {
        /// What was wrong.
        package let description: String
    }

    private let socket: Socket
    /// Received bytes that were not returned yet.
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// Connects to a port of the loopback address.
    ///
    /// - Throws: `SystemCallError` when the connection is refused.
    package init(port: Int) throws {
        socket = try Socket.connect(toPort: UInt16(port))
    }

    /// Sends text unchanged; lines must end in CR LF.
    ///
    /// - Throws: `SystemCallError` when the other end has gone.
    package func send(_ text: String) throws {
        try socket.write(Array(text.utf8))
    }

    /// Sends bytes unchanged.
    ///
    /// - Throws: `SystemCallError` when the other end has gone.
    package func send(_ bytes: [UInt8]) throws {
        try socket.write(bytes)
    }

    /// Reads the next reply: its head, and the body of the stated length. If `hasBody` is false it
    /// has none, whatever the head states, as in an answer to `HEAD`. Interim replies (status 100)
    /// are skipped.
    ///
    /// - Throws: `NoReply` when the connection ends first or the reply is malformed;
    ///   `SystemCallError` after the time limit.
    package func readReply(
        hasBody: Bool = true, within limit: Duration = Socket.timeLimit
    ) throws -> Reply {
        while true {
            let head = try read(through: Array("\r\n\r\n".utf8), limit)
            let lines = String(decoding: head.dropLast(4), as: UTF8.self)
                .split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
            let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
            guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
                let status = Int(words[1])
            else { throw NoReply(description: "no first line of a reply: \(lines)") }
            if status == 100 { continue }
            let bare = Reply(status: status, fields: Array(lines.dropFirst()), body: [])
            guard hasBody, status != 204, status != 304 else { return bare }
            guard let text = bare.field("Content-Length"), let length = Int(text) else {
                throw NoReply(description: "no length in \(lines)")
            }
            return Reply(status: status, fields: bare.fields, body: try read(length, limit))
        }
    }

    /// Reads until the connection ends.
    ///
    /// - Throws: `SystemCallError` after the time limit.
    package func readToEnd(within limit: Duration = Socket.timeLimit) throws -> [UInt8] {
        while !isAtEnd { try readMore(limit) }
        defer { pending = [] }
        return pending
    }

    /// Closes this end of the connection.
    package func close() { socket.close() }

    /// Resets the connection.
    package func reset() { socket.reset() }

    /// Shuts down writing; reading continues.
    package func finishWriting() { socket.finishWriting() }

    private func read(through mark: [UInt8], _ limit: Duration) throws -> [UInt8] {
        var searched = 0
        while true {
            while searched + mark.count <= pending.count {
                if pending[searched..<searched + mark.count].elementsEqual(mark) {
                    return take(searched + mark.count)
                }
                searched += 1
            }
            try readMoreOfReply(limit)
        }
    }

    private func read(_ count: Int, _ limit: Duration) throws -> [UInt8] {
        while pending.count < count { try readMoreOfReply(limit) }
        return take(count)
    }

    private func take(_ count: Int) -> [UInt8] {
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private func readMoreOfReply(_ limit: Duration) throws {
        guard !isAtEnd else {
            let text = Evidence.visible(String(decoding: pending, as: UTF8.self))
            throw NoReply(description: "the connection ended after \"\(text)\"")
        }
        try readMore(limit)
    }

    private func readMore(_ limit: Duration) throws {
        do {
            let bytes = try socket.read(within: limit)
            pending += bytes
            isAtEnd = bytes.isEmpty
        } catch let error as SystemCallError where error.code == ECONNRESET {
            isAtEnd = true
        }
    }
}
