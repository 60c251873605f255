/// One connection to a `LoopbackServer`, controlled by its script.
///
/// The connection is closed when the script returns or throws. Blocking calls have the time limit
/// of `Socket`.
package final class LoopbackConnection {
    /// The number of the connection, from 0.
    package let number: Int
    /// The underlying socket, for everything else.
    package let socket: Socket

    private let note: (LoopbackRequest) -> Void
    private var unread: [UInt8] = []

    init(number: Int, socket: Socket, note: @escaping (LoopbackRequest) -> Void) {
        self.number = number
        self.socket = socket
        self.note = note
    }

    /// Reads one request with its body, whose size the head must state. Returns nil when the client
    /// has closed the connection.
    ///
    /// - Throws: `SystemCallError` when the client resets the connection or closes it within a
    ///   request.
    package func readRequest() throws -> LoopbackRequest? {
        let head = try readHead()
        guard let head else { return nil }
        let size = LoopbackRequest(head: head, body: []).header("Content-Length").flatMap {
            Int($0)
        }
        let request = LoopbackRequest(head: head, body: try readBytes(size ?? 0))
        note(request)
        return request
    }

    /// Reads the head of a request, without the empty line. Returns nil when the client has closed
    /// the connection.
    ///
    /// - Throws: `SystemCallError` as for `readRequest`.
    package func readHead() throws -> [UInt8]? {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        while true {
            if let range = unread.firstRange(of: end) {
                let head = Array(unread[..<range.lowerBound])
                unread.removeSubrange(..<range.upperBound)
                return head
            }
            guard try readMore() else {
                guard unread.isEmpty else { throw SystemCallError("read a request", code: 0) }
                return nil
            }
        }
    }

    /// Reads exactly `count` bytes.
    ///
    /// - Throws: `SystemCallError` as for `readRequest`.
    package func readBytes(_ count: Int) throws -> [UInt8] {
        while unread.count < count {
            guard try readMore() else { throw SystemCallError("read \(count) bytes", code: 0) }
        }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// Sends bytes unchanged.
    ///
    /// - Throws: `SystemCallError` when the client has gone.
    package func write(_ bytes: [UInt8]) throws {
        try socket.write(bytes)
    }

    /// Sends text unchanged; its line ends must be `\r\n`.
    ///
    /// - Throws: `SystemCallError` when the client has gone.
    package func write(_ text: String) throws {
        try socket.write(Array(text.utf8))
    }

    /// Sends a reply with a `Content-Length`.
    ///
    /// - Throws: `SystemCallError` when the client has gone.
    package func reply(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) throws {
        var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        try write(Array("\(head)\r\n".utf8) + body)
    }

    /// Sends each byte in its own packet, with a pause before each.
    ///
    /// - Throws: `SystemCallError` when the client has gone.
    package func writeSlowly(_ bytes: [UInt8], pause: Duration) throws {
        for byte in bytes {
            // Just passes the time, as on a slow line: no descriptors are polled.
            _ = try Poll.wait(for: [], until: Deadline(after: pause))
            try write([byte])
        }
    }

    /// Blocks until the client closes the connection or the server is stopped.
    package func stall() {
        // A reset of the connection ends the wait too.
        while (try? readMore(within: .seconds(3600))) == true { unread.removeAll() }
    }

    /// Blocks without reading until the client resets the connection or the server is stopped. What
    /// the client sends fills the system's buffers and then stays with the client.
    package func stallWithoutReading() {
        try? socket.waitForBreak(within: .seconds(3600))
    }

    /// Resets the connection; the client loses what it has not read.
    package func reset() {
        socket.reset()
    }

    /// Shuts down writing; reading continues.
    package func finishWriting() {
        socket.finishWriting()
    }

    private func readMore(within limit: Duration = Socket.timeLimit) throws -> Bool {
        let bytes = try socket.read(within: limit)
        unread += bytes
        return !bytes.isEmpty
    }
}
