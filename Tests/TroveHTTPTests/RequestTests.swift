import Testing
import TroveHTTP
import TroveLoopback
import TroveTesting

@Suite struct RequestTests {
    /// Sends a request to a server that accepts it, and returns what the server received.
    private func sent(
        _ method: HTTPRequest.Method, headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) throws -> LoopbackRequest {
        let server = try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.reply() }
        }
        let request = HTTPRequest(method, server.url("/a/b?c=d"), headers: headers, body: body)
        #expect(try TestClient().reply(to: request).status == 200)
        #expect(server.requests.count == 1)
        return try #require(server.requests.first)
    }

    @Test func sendsMethodAndTarget() throws {
        let request = try sent(.get, headers: [("X-One", "1"), ("X-Empty", "")])
        #expect(request.method == "GET")
        #expect(request.target == "/a/b?c=d")
        #expect(request.header("Host")?.hasPrefix("127.0.0.1:") == true)
        #expect(request.header("User-Agent") == "trove-test/1")
        #expect(request.header("X-One") == "1")
        #expect(request.header("X-Empty") == "")
        #expect(request.header("Content-Type") == nil)
        #expect(request.header("Content-Length") == nil)
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .delete])
    func sendsABody(_ method: HTTPRequest.Method) throws {
        let body: [UInt8] = [0, 1, 2, 0, 255]
        let request = try sent(method, headers: [("Content-Type", "application/json")], body: body)
        #expect(request.method == method.rawValue)
        #expect(request.body == body)
        #expect(request.header("Content-Length") == "5")
        #expect(
            request.headers.filter { $0.name.lowercased() == "content-type" }.map(\.value)
                == ["application/json"])
    }

    @Test(arguments: [HTTPRequest.Method.post, .put])
    func sendsTheLengthOfAnEmptyBody(_ method: HTTPRequest.Method) throws {
        let request = try sent(method)
        #expect(request.method == method.rawValue)
        #expect(request.header("Content-Length") == "0")
        #expect(request.header("Content-Type") == nil)
    }

    @Test func doesNotExpectContinue() throws {
        // By default libcurl asks for a `100 Continue` for bodies of a megabyte or more.
        let body = [UInt8](repeating: 7, count: 3 << 20)
        let request = try sent(.post, body: body)
        #expect(request.header("Expect") == nil)
        #expect(request.body == body)
    }

    @Test func sendsNoBodyWithGet() throws {
        let request = try sent(.get, body: [1, 2, 3])
        #expect(request.header("Content-Length") == nil)
        #expect(request.header("Transfer-Encoding") == nil)
    }

    /// Header fields that would end the line or the head, or have another meaning.
    static let badHeaders: [(name: String, value: String)] = [
        ("X", "a\r\nY: b"), ("X", "a\nb"), ("X", "a\0b"), ("X\r\nY", "a"), ("X Y", "a"),
        ("X:", "a"),
        ("", "a"), ("X;", ""), ("Ü", "a"),
    ]

    @Test(arguments: badHeaders)
    func isNotSentWithAnInvalidHeader(_ name: String, _ value: String) throws {
        let server = try LoopbackServer { $0.stall() }
        let end = try TestClient().end(
            of: HTTPRequest(.get, server.url(), headers: [(name, value)]))
        guard case .other = end.failure else {
            Issue.record("\(end)")
            return
        }
        #expect(!end.mayHaveArrived)
        #expect(server.connectionCount == 0)
    }
}
