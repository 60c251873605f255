import Glibc

/// A connection on which HTTP is spoken byte by byte: whatever is sent goes out as it stands, however
/// wrong it is, and replies are read without anything being made good.
package final class RawExchange {
    /// A reply as it came.
    package struct Reply: Sendable, Equatable {
        /// The number in the first line.
        package let status: Int
        /// The lines of the head behind the first one, as they came.
        package let fields: [String]
        package let body: [UInt8]

        /// The value of the field with a name, in whatever letters; nil where there is none.
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

    /// What came is no reply.
    package struct NoReply: Error, CustomStringConvertible {
        package let description: String
    }

    private let socket: Socket
    /// What has come and was not given out.
    private var pending: [UInt8] = []
    private var isAtEnd = false

    /// Connects to a port of the loopback address.
    ///
    /// - Throws: `SystemCallError` when nobody listens there.
    package init(port: Int) throws {
        socket = try Socket.connect(toPort: UInt16(port))
    }

    /// Sends text as it stands: lines have to bring their CR LF along.
    ///
    /// - Throws: `SystemCallError` when the other end is gone.
    package func send(_ text: String) throws {
        try socket.write(Array(text.utf8))
    }

    /// Sends bytes.
    ///
    /// - Throws: `SystemCallError` when the other end is gone.
    package func send(_ bytes: [UInt8]) throws {
        try socket.write(bytes)
    }

    /// Reads the next reply: its head, and as much body as the head says. Where `hasBody` is false
    /// there is none, whatever the head says, as in an answer to `HEAD`. Words that come before the
    /// reply (status 100) are passed over.
    ///
    /// - Throws: `NoReply` when the connection ends first or when it is none; `SystemCallError` when
    ///   the time limit passes.
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

    /// Waits for the end of the connection; what comes before it.
    ///
    /// - Throws: `SystemCallError` when the time limit passes.
    package func readToEnd(within limit: Duration = Socket.timeLimit) throws -> [UInt8] {
        while !isAtEnd { try readMore(limit) }
        defer { pending = [] }
        return pending
    }

    /// Ends the connection from this side.
    package func close() { socket.close() }

    /// Breaks the connection off.
    package func reset() { socket.reset() }

    /// Tells the other end that nothing more comes.
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
