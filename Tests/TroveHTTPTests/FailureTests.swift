import Testing
import TroveHTTP
import TroveLoopback
import TroveSystem
import TroveTesting

@Suite struct FailureTests {
    /// A misbehavior of a server, and the expected failure.
    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let expected: HTTPFailure
        let script: LoopbackServer.Script

        init(
            _ name: String, _ expected: HTTPFailure, _ script: @escaping LoopbackServer.Script
        ) {
            self.name = name
            self.expected = expected
            self.script = script
        }

        /// A server that reads the request, sends this and closes the connection.
        init(_ name: String, _ expected: HTTPFailure, sends reply: String) {
            self.init(name, expected) { connection in
                _ = try connection.readRequest()
                try connection.write(reply)
            }
        }

        var testDescription: String { name }
    }

    static let faults: [Fault] = [
        Fault("reset before the request is read", .cutOff) { connection in
            _ = try connection.readBytes(1)
            connection.reset()
        },
        Fault("reset before the reply", .cutOff) { connection in
            _ = try connection.readRequest()
            connection.reset()
        },
        Fault("closed before the reply", .cutOff, sends: ""),
        Fault("closed in the status line", .cutOff, sends: "HTTP/1.1 20"),
        Fault("closed in the head", .cutOff, sends: "HTTP/1.1 200 OK\r\nContent-Le"),
        Fault(
            "closed behind an interim reply", .cutOff, sends: "HTTP/1.1 103 Early\r\nX: y\r\n\r\n"),
        Fault(
            "closed in the body", .cutOff, sends: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel"),
        Fault(
            "closed in a chunk", .cutOff,
            sends: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhel"),
        Fault(
            "closed before the last chunk", .cutOff,
            sends: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n"),
        Fault("reset in the body", .cutOff) { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel")
            connection.reset()
        },
        Fault("no reply", .timedOut) { connection in
            _ = try connection.readRequest()
            connection.stall()
        },
        Fault("a body that does not end", .timedOut) { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel")
            connection.stall()
        },
        Fault("bytes one by one", .timedOut) { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n")
            try connection.writeSlowly([UInt8](repeating: 0, count: 999), pause: .milliseconds(20))
        },
        Fault("interim replies without end", .timedOut) { connection in
            _ = try connection.readRequest()
            while true {
                try connection.writeSlowly([UInt8(ascii: "H")], pause: .milliseconds(20))
                try connection.write("TTP/1.1 102 Wait\r\n\r\n")
            }
        },
        Fault(
            "a declared size", .tooLarge,
            sends: "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"),
        Fault("an endless body", .tooLarge) { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.0 200 OK\r\n\r\n")
            while true { try connection.write([UInt8](repeating: 65, count: 10_000)) }
        },
        Fault("an endless chunk", .tooLarge) { connection in
            _ = try connection.readRequest()
            try connection.write(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n")
            while true { try connection.write([UInt8](repeating: 65, count: 10_000)) }
        },
        Fault("an endless head", .tooLarge) { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\n")
            while true {
                try connection.write("X-Line: \(String(repeating: "x", count: 1000))\r\n")
            }
        },
        Fault("a small body that unpacks to a large one", .tooLarge) { connection in
            _ = try connection.readRequest()
            let body = try packed(String(repeating: "a", count: 100_000))
            try connection.reply(headers: [("Content-Encoding", "gzip")], body: body)
        },
    ]

    @Test(arguments: faults)
    func isClassified(_ fault: Fault) throws {
        let server = try LoopbackServer(script: fault.script)
        let limit: Duration = fault.expected == .timedOut ? .seconds(1) : TestClient.limit
        let end = try TestClient().end(
            of: HTTPRequest(.get, server.url(), timeout: limit, maximumReplySize: 1000))
        #expect(end.failure == fault.expected)
        #expect(end.mayHaveArrived)
        // The server may accept the connection after the client has given up.
        try Waiting.until("the connection") { server.connectionCount == 1 }
    }

    /// Invalid replies, sent after the request was read.
    static let noReplies: [Case<String, Void>] = [
        Case("another protocol", "220 mail.example ESMTP\r\n", ()),
        Case("garbage", "\u{1}\u{2}\u{3}garbage\r\n\r\n", ()),
        Case("a page without a head", "<html>hello</html>", ()),
        Case("a negative size", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", ()),
        Case("a size that is no number", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nhello", ()),
        Case("a version that is none", "HTTP/9.9 200 OK\r\n\r\n", ()),
        Case("a status that is none", "HTTP/1.1 x OK\r\n\r\n", ()),
        Case(
            "a chunk that is none",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello", ()),
        Case(
            "bad packing",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", ()),
    ]

    @Test(arguments: noReplies)
    func invalidReply(_ row: Case<String, Void>) throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.write(row.input)
        }
        let end = try TestClient().end(of: HTTPRequest(.get, server.url()))
        guard case .invalidReply(let words) = end.failure else {
            Issue.record("\(end)")
            return
        }
        #expect(!words.isEmpty)
        #expect(end.mayHaveArrived)
    }

    /// Invalid addresses.
    static let badAddresses = [
        "", "/", "nonsense:", "http://", "http://a b/", "http://127.0.0.1:99999/",
        "http://127.0.0.1:x/", "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/",
        "http://127.0.0.1/\r\nX: y", "http://127.0.0.1/\0", "http://[::1/", "http://[zz]/",
    ]

    @Test(arguments: badAddresses)
    func invalidAddress(_ url: String) throws {
        let end = try TestClient().end(of: HTTPRequest(.get, url))
        guard case .invalidRequest = end.failure else {
            Issue.record("\(end)")
            return
        }
        #expect(!end.mayHaveArrived)
    }

    @Test func refused() throws {
        let held = try Socket.bind()
        let url = "http://127.0.0.1:\(try held.port())/"
        let end = try TestClient().end(of: HTTPRequest(.post, url, body: [1]))
        #expect(end.failure == .refused)
        #expect(!end.mayHaveArrived)
    }

    @Test func unreachable() throws {
        // No program can connect to the broadcast address, with or without a network.
        let end = try TestClient().end(of: HTTPRequest(.get, "http://255.255.255.255/"))
        #expect(end.failure == .unreachable)
        #expect(!end.mayHaveArrived)
    }

    @Test func cannotResolve() throws {
        // A label of a name has at most 63 letters, so no server is queried for this one.
        let host = String(repeating: "a", count: 70) + ".invalid"
        let end = try TestClient().end(of: HTTPRequest(.get, "http://me@\(host):80/x@y:z"))
        #expect(end.failure == .cannotResolve(host: host))
        #expect(!end.mayHaveArrived)
    }

    @Test func connectionTimeout() throws {
        let port = try SilentPort()
        let end = try TestClient().end(
            of: HTTPRequest(
                .post, port.url, body: [1], timeout: .seconds(600),
                connectTimeout: .milliseconds(100)))
        #expect(end.failure == .timedOut)
        #expect(!end.mayHaveArrived)
    }

    @Test func unreadBody() throws {
        let hasBegun = Locked(false)
        let server = try LoopbackServer { connection in
            _ = try connection.readHead()
            hasBegun.withLock { $0 = true }
            connection.stallWithoutReading()
        }
        // More than the system buffers for a reader.
        let end = try endOfUpload(64 << 20, to: server) { hasBegun.withLock { $0 } }
        #expect(!end.mayHaveArrived)
    }

    @Test func completelyReadBody() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            connection.stall()
        }
        let end = try endOfUpload(8 << 20, to: server) { server.requests.count == 1 }
        #expect(end.mayHaveArrived)
    }

    /// Cancels an upload after an event, and returns how it ended.
    private func endOfUpload(
        _ size: Int, to server: LoopbackServer, cancelledAfter condition: () -> Bool
    ) throws -> End {
        let client = try TestClient()
        let body = [UInt8](repeating: 1, count: size)
        let id = client.start(HTTPRequest(.post, server.url(), body: body, timeout: .seconds(600)))
        try Waiting.until("the moment to cancel", condition)
        client.client.cancel(id)
        let end = try client.nextEnd()
        #expect(end.failure == .cancelled)
        return end
    }
}
