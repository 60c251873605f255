import Testing
import TroveHTTP
import TroveLoopback
import TroveTesting

@Suite struct ReplyTests {
    /// The bytes of a server's reply, and the expected result.
    static let cases: [Case<String, (status: Int, body: String)>] = [
        Case("a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", (200, "hello")),
        Case("no body", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", (200, "")),
        Case("204", "HTTP/1.1 204 No Content\r\n\r\n", (204, "")),
        Case("404", "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone", (404, "gone")),
        Case("500 without a reason", "HTTP/1.1 500\r\nContent-Length: 2\r\n\r\nno", (500, "no")),
        Case(
            "in chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n",
            (200, "hello")),
        Case("up to the end", "HTTP/1.0 200 OK\r\n\r\nhello", (200, "hello")),
        Case(
            "behind interim replies",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", (200, "hello")),
        Case("UTF-8", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nGödel", (200, "Gödel")),
    ]

    @Test(arguments: cases)
    func isComplete(_ row: Case<String, (status: Int, body: String)>) throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.write(row.input)
        }
        let reply = try TestClient().reply(to: HTTPRequest(.get, server.url()))
        #expect(reply.status == row.expected.status)
        #expect(reply.text == row.expected.body)
    }

    @Test func hasItsHeaderFields() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.write(
                """
                HTTP/1.1 103 Early\r\nEarly: 1\r\n\r\n\
                HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-A: 1\r\nx-a:2 \t\r\n\
                Folded: one\r\n  two\r\nEmpty:\r\nTransfer-Encoding: chunked\r\n\r\n\
                2\r\nok\r\n0\r\nTrailer: late\r\nHTTP/1.1: 200\r\n\r\n
                """)
        }
        let reply = try TestClient().reply(to: HTTPRequest(.get, server.url()))
        #expect(
            reply.headers.map { "\($0.name)=\($0.value)" } == [
                "content-type=text/plain", "x-a=1", "x-a=2", "folded=one two", "empty=",
                "transfer-encoding=chunked",
            ])
        #expect(reply.header("Content-TYPE") == "text/plain")
        #expect(reply.header("X-A") == "1")
        #expect(reply.header("trailer") == nil)
        #expect(reply.text == "ok")
    }

    @Test func isDecoded() throws {
        let text = String(repeating: "a long text. ", count: 1000)
        let packed = try packed(text)
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.reply(headers: [("Content-Encoding", "gzip")], body: packed)
        }
        let reply = try TestClient().reply(to: HTTPRequest(.get, server.url()))
        #expect(reply.text == text)
        let accepted = try #require(server.requests.first?.header("Accept-Encoding"))
        #expect(accepted.contains("gzip"))
    }

    @Test func redirectionsAreNotFollowed() throws {
        let server = try LoopbackServer { connection in
            while try connection.readRequest() != nil {
                try connection.reply(302, headers: [("Location", "/elsewhere")])
            }
        }
        let reply = try TestClient().reply(to: HTTPRequest(.get, server.url("/here")))
        #expect(reply.status == 302)
        #expect(reply.header("location") == "/elsewhere")
        #expect(server.requests.map(\.target) == ["/here"])
    }

    @Test func isUnchanged() throws {
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.reply(body: bytes)
        }
        #expect(try TestClient().reply(to: HTTPRequest(.get, server.url())).body == bytes)
    }

    @Test func canArriveSlowly() throws {
        let server = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.writeSlowly(
                Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8),
                pause: .milliseconds(2))
        }
        #expect(try TestClient().reply(to: HTTPRequest(.get, server.url())).text == "hello")
    }
}

/// Returns a text compressed with gzip.
func packed(_ text: String) throws -> [UInt8] {
    try ProgramUnderTest("gzip").run(["-c"], input: .text(text)).requiring().output
}
