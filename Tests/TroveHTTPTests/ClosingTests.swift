import Testing
import TroveHTTP
import TroveLoopback
import TroveTesting

@Suite struct ClosingTests {
    /// Creates a server that answers `/reply` only, on any connection.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { connection in
            while let request = try connection.readRequest() {
                if request.target != "/reply" { return connection.stall() }
                try connection.reply()
            }
        }
    }

    /// The requests themselves would hang for ten minutes.
    @Test(.timeLimit(.minutes(20))) func cancelsHangingRequestsAtOnce() throws {
        let server = try server()
        let silent = try SilentPort()
        let client = try TestClient()
        let first = client.start(HTTPRequest(.get, server.url("/poll"), timeout: .seconds(600)))
        let second = client.start(
            HTTPRequest(.get, silent.url, timeout: .seconds(600), connectTimeout: .seconds(600)))
        _ = try client.reply(to: HTTPRequest(.get, server.url("/reply")))
        client.client.close()
        let ends = [try client.nextEnd(), try client.nextEnd()]
        #expect(ends.map(\.id) == [first, second])
        #expect(ends.map(\.failure) == [.cancelled, .cancelled])
        #expect(!ends[1].mayHaveArrived)
    }

    @Test func closesTheConnections() throws {
        let server = try server()
        let client = try TestClient()
        _ = try client.reply(to: HTTPRequest(.get, server.url("/reply")))
        client.client.close()
        // A script that still waited for a request would be interrupted instead of ending.
        #expect(client.client.takeEvents().isEmpty)
        try Waiting.until("the end of the connection") { server.openConnectionCount == 0 }
    }

    @Test func deallocationCloses() throws {
        let server = try server()
        var client: TestClient? = try TestClient()
        _ = client?.start(HTTPRequest(.get, server.url("/poll")))
        try Waiting.until("the request") { server.requests.count == 1 }
        client = nil
        try Waiting.until("the end of the connection") { server.openConnectionCount == 0 }
    }

    @Test func aClosedClientCancelsRequests() throws {
        let client = try TestClient()
        client.client.close()
        client.client.close()
        let end = try client.end(of: HTTPRequest(.get, "http://127.0.0.1/"))
        #expect(end.failure == .cancelled)
        #expect(!end.mayHaveArrived)
        client.client.cancel(end.id)
        client.client.wake(after: .zero)
        #expect(!client.client.wait(atMost: .zero))
    }

    @Test func manyThreadsCanCloseAndStart() async throws {
        let client = try HTTPClient(userAgent: "test", caFile: nil) { _ in nil }
        let url = "http://127.0.0.1:\(try Socket.bind().port())/"
        await withTaskGroup { group in
            for id in 0..<40 {
                group.addTask {
                    client.start(HTTPRequest(.get, url), id: id)
                    if id % 10 == 5 { client.close() }
                    client.cancel(id)
                    client.wake(after: .zero)
                }
            }
        }
        client.close()
        let ids = client.takeEvents().compactMap { event in
            if case .finished(let id, _, _) = event { id } else { nil }
        }
        #expect(ids.sorted() == Array(0..<40))
    }
}
