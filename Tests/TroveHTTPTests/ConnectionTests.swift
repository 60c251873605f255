import Testing
import TroveHTTP
import TroveLoopback
import TroveSystem
import TroveTesting

@Suite struct ConnectionTests {
    @Test func isReused() throws {
        let server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                try connection.reply(body: request.body)
            }
        }
        let client = try TestClient()
        for number in 0..<50 {
            let body = Array("push \(number)".utf8)
            let reply = try client.reply(to: HTTPRequest(.post, server.url(), body: body))
            #expect(reply.body == body && !reply.isToRepetition)
            #expect(try client.reply(to: HTTPRequest(.get, server.url())).body == [])
        }
        #expect(server.connectionCount == 1)
        #expect(server.requests.count == 100)
    }

    @Test func isReusedBesideALongPoll() throws {
        let server = try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                if request.target == "/poll" { return connection.stall() }
                try connection.reply()
            }
        }
        let client = try TestClient()
        let poll = client.start(HTTPRequest(.get, server.url("/poll")))
        for _ in 0..<20 {
            _ = try client.reply(to: HTTPRequest(.post, server.url("/push"), body: [1]))
        }
        #expect(server.connectionCount == 2)
        client.client.cancel(poll)
        #expect(try client.nextEnd().failure == .cancelled)
        _ = try client.reply(to: HTTPRequest(.post, server.url("/push"), body: [1]))
        #expect(server.connectionCount == 2)
    }

    @Test func isReopenedAfterTheServerClosedIt() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.reply()
        }
        let client = try TestClient()
        for _ in 0..<5 {
            let reply = try client.reply(to: HTTPRequest(.post, server.url(), body: [1]))
            #expect(reply.status == 200)
        }
        #expect(server.connectionCount == 5)
        #expect(server.requests.count == 5)
    }

    /// The server carries the request out and exits before it answers; libcurl sends the request
    /// again.
    @Test func isReopenedForARequestWithoutAReply() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.reply()
            if connection.number == 0 { _ = try connection.readRequest() }
        }
        let client = try TestClient()
        let first = try client.reply(to: HTTPRequest(.post, server.url(), body: [1]))
        #expect(!first.isToRepetition)
        let second = try client.reply(to: HTTPRequest(.post, server.url(), body: [2]))
        #expect(second.status == 200 && second.isToRepetition)
        #expect(server.requests.map(\.body) == [[1], [2], [2]])
        #expect(server.connectionCount == 2)
    }

    /// The same, but the server is gone for good: the second attempt is refused, although the first
    /// was carried out.
    @Test func reportsThatAFirstAttemptMayHaveArrived() throws {
        let listening = try Socket.listen()
        let url = "http://127.0.0.1:\(try listening.port())/"
        let client = try TestClient()
        let first = client.start(HTTPRequest(.post, url, body: [1]))
        let connection = try #require(try listening.accept())
        try read(connection, upTo: 1)
        try connection.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        #expect(try client.nextEnd().id == first)

        let second = client.start(HTTPRequest(.post, url, body: [2]))
        try read(connection, upTo: 2)
        listening.close()
        connection.close()
        let end = try client.nextEnd()
        #expect(end.id == second)
        #expect(end.failure == .refused)
        #expect(end.mayHaveArrived)

        let third = try client.end(of: HTTPRequest(.post, url, body: [3]))
        #expect(third.failure == .refused)
        #expect(!third.mayHaveArrived)
    }

    /// The second attempt is not sent completely, but the first was.
    @Test func distinguishesTheAttempts() throws {
        let isAskedAgain = Locked(false)
        let server = try LoopbackServer { connection in
            if connection.number == 0 {
                _ = try connection.readRequest()
                try connection.reply()
                _ = try connection.readRequest()
            } else {
                _ = try connection.readHead()
                isAskedAgain.withLock { $0 = true }
                connection.stallWithoutReading()
            }
        }
        let client = try TestClient()
        _ = try client.reply(to: HTTPRequest(.post, server.url(), body: [1]))
        let body = [UInt8](repeating: 2, count: 64 << 20)
        let id = client.start(HTTPRequest(.post, server.url(), body: body, timeout: .seconds(600)))
        try Waiting.until("another request") { isAskedAgain.withLock { $0 } }
        client.client.cancel(id)
        let end = try client.nextEnd()
        #expect(end.failure == .cancelled)
        #expect(end.mayHaveArrived)
        #expect(server.connectionCount == 2)
    }

    /// Reads from a connection up to a byte.
    private func read(_ connection: Socket, upTo byte: UInt8) throws {
        while true {
            let bytes = try connection.read()
            if bytes.contains(byte) { return }
            if bytes.isEmpty { throw NoEvent() }
        }
    }
}
