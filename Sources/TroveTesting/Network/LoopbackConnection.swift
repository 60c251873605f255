/// One connection to a `LoopbackServer`, in the hands of its script.
///
/// When the script returns, the connection is closed; when it throws, too. What waits has the time
/// limit of `Socket`.
package final class LoopbackConnection {
    /// Which of the server's connections it is: 0 is the first.
    package let number: Int
    /// The connection itself, for what the methods here do not do.
    package let socket: Socket

    private let note: (LoopbackRequest) -> Void
    private var unread: [UInt8] = []

    init(number: Int, socket: Socket, note: @escaping (LoopbackRequest) -> Void) {
        self.number = number
        self.socket = socket
        self.note = note
    }

    /// Reads one request with its body, whose size the head has to say; nil when the client has
    /// closed the connection.
    ///
    /// - Throws: `SystemCallError` when the client breaks the connection off or ends it in the middle.
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

    /// Reads only the head of a request, without the empty line behind it; nil when the client has
    /// closed the connection.
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

    /// Reads so many bytes.
    ///
    /// - Throws: `SystemCallError` as for `readRequest`.
    package func readBytes(_ count: Int) throws -> [UInt8] {
        while unread.count < count {
            guard try readMore() else { throw SystemCallError("read \(count) bytes", code: 0) }
        }
        defer { unread.removeFirst(count) }
        return Array(unread[..<count])
    }

    /// Sends bytes as they are.
    ///
    /// - Throws: `SystemCallError` when the client is gone.
    package func write(_ bytes: [UInt8]) throws {
        try socket.write(bytes)
    }

    /// Sends text as it is; the ends of lines have to be `\r\n`.
    ///
    /// - Throws: `SystemCallError` when the client is gone.
    package func write(_ text: String) throws {
        try socket.write(Array(text.utf8))
    }

    /// Sends a reply whose head says how long it is.
    ///
    /// - Throws: `SystemCallError` when the client is gone.
    package func reply(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) throws {
        var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        try write(Array("\(head)\r\n".utf8) + body)
    }

    /// Sends bytes one by one, each as a packet of its own, with a pause before each.
    ///
    /// - Throws: `SystemCallError` when the client is gone.
    package func writeSlowly(_ bytes: [UInt8], pause: Duration) throws {
        for byte in bytes {
            // Nobody polls: only the time passes, as it would on a slow line.
            _ = try Poll.wait(for: [], until: Deadline(after: pause))
            try write([byte])
        }
    }

    /// Does nothing until the client closes the connection or the server is stopped.
    package func stall() {
        // What breaks the connection off ends the waiting too.
        while (try? readMore(within: .seconds(3600))) == true { unread.removeAll() }
    }

    /// Does nothing, and reads nothing either, until the client breaks the connection off or the server
    /// is stopped: what the client sends fills the system's buffers, and then stays with it.
    package func stallWithoutReading() {
        try? socket.waitForBreak(within: .seconds(3600))
    }

    /// Breaks the connection off: the client gets a reset, and loses what it has not read yet.
    package func reset() {
        socket.reset()
    }

    /// Tells the client that nothing more comes; reading goes on.
    package func finishWriting() {
        socket.finishWriting()
    }

    private func readMore(within limit: Duration = Socket.timeLimit) throws -> Bool {
        let bytes = try socket.read(within: limit)
        unread += bytes
        return !bytes.isEmpty
    }
}
