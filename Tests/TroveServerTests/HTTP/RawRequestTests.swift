import Testing
import TroveServer
import TroveTesting

/// Malformed requests over a real connection: the reply, the end of the connection, and that
/// nothing after them is taken for a request.
@Suite struct RawRequestTests {
    /// The expected reaction to a request.
    struct Outcome: Sendable {
        let status: Int
        let code: String
        /// Whether the connection ends after the reply.
        let ends: Bool
    }

    private static func row(
        _ name: String, _ lines: [String], _ status: Int, _ code: String = "bad_request",
        ends: Bool = true
    ) -> Case<String, Outcome> {
        Case(
            name, lines.joined(separator: "\r\n"),
            Outcome(status: status, code: code, ends: ends))
    }

    static let heads: [Case<String, Outcome>] = [
        row(
            "length and coding",
            [
                "POST /echo HTTP/1.1", "Host: a", "Content-Length: 4",
                "Transfer-Encoding: chunked", "", "0", "", "",
            ], 400),
        row(
            "coding and length",
            [
                "POST /echo HTTP/1.1", "Host: a", "Transfer-Encoding: chunked",
                "Content-Length: 5", "", "0", "", "",
            ], 400),
        row(
            "two lengths",
            [
                "POST /echo HTTP/1.1", "Host: a", "Content-Length: 3", "Content-Length: 4", "",
                "abcd",
            ],
            400),
        row(
            "the same length twice",
            [
                "POST /echo HTTP/1.1", "Host: a", "Content-Length: 3", "Content-Length: 3", "",
                "abc",
            ],
            400),
        row(
            "two codings",
            [
                "POST /echo HTTP/1.1", "Host: a", "Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked", "", "0", "", "",
            ], 400),
        row(
            "another coding",
            ["POST /echo HTTP/1.1", "Host: a", "Transfer-Encoding: gzip, chunked", "", ""], 501),
        row(
            "a coding with a blank behind it",
            ["POST /echo HTTP/1.1", "Host: a", "Transfer-Encoding: chunked ", "", ""], 501),
        row(
            "a coding in HTTP/1.0",
            ["POST /echo HTTP/1.0", "Host: a", "Transfer-Encoding: chunked", "", "0", "", ""],
            400),
        row("no host", ["GET /hello HTTP/1.1", "Accept: */*", "", ""], 400),
        row("two hosts", ["GET /hello HTTP/1.1", "Host: a", "Host: a", "", ""], 400),
        row("a list of hosts", ["GET /hello HTTP/1.1", "Host: a, b", "", ""], 400),
        row("a host with a path", ["GET /hello HTTP/1.1", "Host: a/b", "", ""], 400),
        row("a host with a user", ["GET /hello HTTP/1.1", "Host: me@a", "", ""], 400),
        row("a lone LF behind a field", ["GET /hello HTTP/1.1", "Host: a\nX: y", "", ""], 400),
        row("a lone LF behind the first line", ["GET /hello HTTP/1.1\nHost: a", "", ""], 400),
        row("a lone LF for the empty line", ["GET /hello HTTP/1.1", "Host: a", "\n"], 400),
        row("only lone LFs", ["GET /hello HTTP/1.1\nHost: a\n\n"], 400),
        row("a NUL in a value", ["GET /hello HTTP/1.1", "Host: a", "X: y\0z", "", ""], 400),
        row("a NUL at the end of a value", ["GET /hello HTTP/1.1", "Host: a\0", "", ""], 400),
        row("a NUL before a name", ["GET /hello HTTP/1.1", "Host: a", "\0X: y", "", ""], 400),
        row("a NUL in the target", ["GET /hello\0 HTTP/1.1", "Host: a", "", ""], 400),
        row("a NUL in the method", ["GET\0 /hello HTTP/1.1", "Host: a", "", ""], 400),
        row("a CR in a value", ["GET /hello HTTP/1.1", "Host: a", "X: y\rz", "", ""], 400),
        row("an escape in a value", ["GET /hello HTTP/1.1", "Host: a", "X: \u{1B}", "", ""], 400),
        row("a folded field", ["GET /hello HTTP/1.1", "Host: a", "X: y", " z", "", ""], 400),
        row(
            "a field folded with a tab", ["GET /hello HTTP/1.1", "Host: a", "X: y", "\tz", "", ""],
            400),
        row("a folded first field", ["GET /hello HTTP/1.1", " Host: a", "Host: a", "", ""], 400),
        row("a folded host", ["GET /hello HTTP/1.1", "Host:", " a", "", ""], 400),
        row("a blank before the colon", ["GET /hello HTTP/1.1", "Host : a", "", ""], 400),
        row(
            "a blank before the colon of a length",
            ["POST /echo HTTP/1.1", "Host: a", "Content-Length : 3", "", "abc"], 400),
        row("a tab before the colon", ["GET /hello HTTP/1.1", "Host: a", "X\t: a", "", ""], 400),
        row("a field without a name", ["GET /hello HTTP/1.1", "Host: a", ": a", "", ""], 400),
        row("a name in brackets", ["GET /hello HTTP/1.1", "Host: a", "(x): a", "", ""], 400),
        row("a name beyond ASCII", ["GET /hello HTTP/1.1", "Host: a", "é: a", "", ""], 400),
        row("a method with a space", ["GE T /hello HTTP/1.1", "Host: a", "", ""], 400),
        row("two blanks behind the method", ["GET  /hello HTTP/1.1", "Host: a", "", ""], 400),
        row("two blanks behind the target", ["GET /hello  HTTP/1.1", "Host: a", "", ""], 400),
        row("a tab in the target", ["GET /he\tllo HTTP/1.1", "Host: a", "", ""], 400),
        row("a target beyond ASCII", ["GET /hellö HTTP/1.1", "Host: a", "", ""], 400),
        row("a fragment", ["GET /hello#there HTTP/1.1", "Host: a", "", ""], 400),
        row("a target without a slash", ["GET hello HTTP/1.1", "Host: a", "", ""], 400),
        row("an address without a host", ["GET http:///hello HTTP/1.1", "Host: a", "", ""], 400),
        row("an address of another kind", ["GET ftp://a/hello HTTP/1.1", "Host: a", "", ""], 400),
        row("a bad escape", ["GET /hello?a=%4 HTTP/1.1", "Host: a", "", ""], 400),
        row(
            "an escape of a control character", ["GET /hello?a=%00 HTTP/1.1", "Host: a", "", ""],
            400),
        row("escapes that are no UTF-8", ["GET /hello?a=%FF HTTP/1.1", "Host: a", "", ""], 400),
        row("a name twice in the query", ["GET /hello?a=1&a=2 HTTP/1.1", "Host: a", "", ""], 400),
        row(
            "two authorizations",
            [
                "GET /hello HTTP/1.1", "Host: a", "Authorization: Bearer x",
                "Authorization: Bearer y", "", "",
            ], 400),
        row("a lower-case method", ["get /hello HTTP/1.1", "Host: a", "", ""], 405, ends: false),
        row("an unknown method", ["BREW /hello HTTP/1.1", "Host: a", "", ""], 405, ends: false),
        row("an asterisk", ["OPTIONS * HTTP/1.1", "Host: a", "", ""], 400),
        row(
            "a method that is not for this path", ["DELETE /hello HTTP/1.1", "Host: a", "", ""],
            405, ends: false),
        row(
            "nothing there", ["GET /nowhere HTTP/1.1", "Host: a", "", ""], 404, "not_found",
            ends: false),
        row(
            "a body where there is nothing",
            ["POST /nowhere HTTP/1.1", "Host: a", "Content-Length: 3", "", "abc"], 404,
            "not_found"),
        row(
            "a body for a question",
            ["GET /hello HTTP/1.1", "Host: a", "Content-Length: 3", "", "abc"], 413, "too_large"),
        row(
            "a large head",
            [
                "GET /hello HTTP/1.1", "Host: a", "X: " + String(repeating: "y", count: 16_400), "",
                "",
            ], 431, "too_large"),
        row(
            "a body that is too large by one",
            [
                "POST /echo HTTP/1.1", "Host: a", "Content-Length: 1001", "",
                String(repeating: "y", count: 1001),
            ], 413, "too_large"),
        row(
            "chunks that are too large by one",
            [
                "POST /echo HTTP/1.1", "Host: a", "Transfer-Encoding: chunked", "", "3e8",
                String(repeating: "y", count: 1000), "1", "y", "0", "", "",
            ], 413, "too_large"),
        row(
            "a body beyond all measure, of which nothing comes",
            ["POST /echo HTTP/1.1", "Host: a", "Content-Length: 99999999999", "", ""], 413,
            "too_large"),
        row(
            "a body that waits for a word and does not get it",
            [
                "POST /echo HTTP/1.1", "Host: a", "Expect: 100-continue", "Content-Length: 1001",
                "", "",
            ], 413, "too_large"),
    ]

    @Test(arguments: heads)
    func isRejected(_ row: Case<String, Outcome>) throws {
        let server = try TestDaemon()
        let client = try server.connect()
        // Data after a request that ends the connection must never be answered.
        try client.send(row.input + (row.expected.ends ? "GET /mirror HTTP/1.1\r\n" : ""))
        let reply = try client.readReply()
        #expect(reply.status == row.expected.status)
        #expect(
            reply.text.hasPrefix(#"{"error":{"code":"\#(row.expected.code)","message":""#),
            "\(reply.text)")
        #expect(reply.field("Content-Type") == "application/json")
        #expect(reply.field("Cache-Control") == "no-store")
        #expect(reply.field("X-Content-Type-Options") == "nosniff")
        #expect(reply.field("Server") == nil)
        if row.expected.ends {
            #expect(reply.field("Connection") == "close")
            #expect(try client.readToEnd() == [])
        } else {
            try client.send(TestDaemon.request("GET /hello"))
            #expect(try client.readReply().text == #"{"ok":true}"#)
        }
        #expect(server.handler.questions("/mirror") == 0)
        #expect(server.handler.questions("/echo") == 0)
    }

    /// Requests that the library itself refuses, with its own text; the status and the end count.
    static let refusedByLibrary: [Case<String, Int>] = [
        Case(
            "a head beyond all measure",
            "GET /hello HTTP/1.1\r\nX: " + String(repeating: "y", count: 70_000), 431),
        Case("a target beyond all measure", "GET /" + String(repeating: "y", count: 70_000), 414),
        Case("a line without a colon", "GET /hello HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400),
        Case("no version", "GET /hello\r\nHost: a\r\n\r\n", 400),
        Case("a senseless version", "GET /hello HTTP/x\r\nHost: a\r\n\r\n", 400),
        Case("a version to come", "GET /hello HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        Case(
            "a length that is no number",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3x\r\n\r\nabc", 400),
        Case(
            "a negative length",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc", 400),
        Case(
            "a list of lengths",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
        Case(
            "a length that no number holds",
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        Case(
            "a bad chunk",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n",
            400),
        Case(
            "a negative chunk",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nabc\r\n",
            400),
        Case(
            "a chunk longer than it says",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
            400),
        Case(
            "a chunk that no number holds",
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "fffffffffffffffffff\r\nabc\r\n", 413),
    ]

    @Test(arguments: refusedByLibrary)
    func isRejectedByTheLibrary(_ row: Case<String, Int>) throws {
        let server = try TestDaemon()
        let client = try server.connect()
        // The connection may end before everything is sent.
        try? client.send(row.input + "GET /mirror HTTP/1.1\r\n")
        #expect(try client.readReply().status == row.expected)
        // Some errors are reported twice, but only the first status counts.
        _ = try client.readToEnd()
        #expect(server.handler.questions("/mirror") == 0)
        #expect(server.handler.questions("/echo") == 0)
    }

    @Test(arguments: ["GET\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}hello\r\n\r\n", "GET\n"])
    func otherProtocolsAreNotAnswered(_ text: String) throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(text)
        #expect(try client.readToEnd() == [])
    }

    static let accepted: [Case<String, String>] = [
        Case("a path", "GET /mirror HTTP/1.1\r\nHost: a\r\n\r\n", "GET /mirror  - 0 127.0.0.1"),
        Case(
            "an address", "GET http://a:80/mirror?x=1 HTTP/1.1\r\nHost: b\r\n\r\n",
            "GET /mirror x=1 - 0 127.0.0.1"),
        Case(
            "an address in large letters", "GET HTTPS://A/mirror HTTP/1.1\r\nHost: b\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "a query", "GET /mirror?b=%C3%A9+%26&a&c=1=2 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /mirror a=;b=é+&;c=1=2 - 0 127.0.0.1"),
        Case(
            "a token", "GET /mirror HTTP/1.1\r\nHost: a\r\nauthorization: bearer trv_x\r\n\r\n",
            "GET /mirror  trv_x 0 127.0.0.1"),
        Case(
            "another authorization",
            "GET /mirror HTTP/1.1\r\nHost: a\r\nAuthorization: Basic eDp5\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "blanks around a value",
            "GET /mirror HTTP/1.1\r\nHost:\t a \t\r\nX:\r\nY: \r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "a value beyond ASCII", "GET /mirror HTTP/1.1\r\nHost: a\r\nX: é\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "an address of IPv6", "GET /mirror HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "the old version without a host", "GET /mirror HTTP/1.0\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "no length", "GET /mirror HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "a cookie", "GET /mirror HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=\"d\"\r\nX: y\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "a head that is just small enough",
            "GET /mirror HTTP/1.1\r\nHost: a\r\nX: "
                + String(repeating: "y", count: (16 << 10) - 38) + "\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
        Case(
            "an empty line before it", "\r\nGET /mirror HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /mirror  - 0 127.0.0.1"),
    ]

    @Test(arguments: accepted)
    func isAnswered(_ row: Case<String, String>) throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(row.input)
        let reply = try client.readReply()
        #expect(reply.status == 200)
        #expect(reply.text == row.expected)
        #expect(reply.field("Cache-Control") == "no-store")
        #expect(reply.field("X-Content-Type-Options") == "nosniff")
        #expect(reply.field("Content-Type") == "application/json")
    }

    /// A head is read the same, however it is split.
    @Test func headsCanBeSplit() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        let text = TestDaemon.request(
            "POST /echo?a=b", "X: \(String(repeating: "y", count: 9000))", "Z: z",
            body: "the body")
        try SeededRandom.run { random in
            for _ in 0..<20 {
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let count = min(rest.count, Int.random(in: 1...4000, using: &random))
                    try client.send(Array(rest.prefix(count)))
                    rest = rest.dropFirst(count)
                }
                #expect(try client.readReply().text == "the body")
            }
        }
    }

    @Test func requestsCanBePipelined() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(
            TestDaemon.request("GET /hello") + TestDaemon.request("POST /echo", body: "one")
                + TestDaemon.request("GET /nowhere") + TestDaemon.request("POST /echo", body: "two")
        )
        #expect(try client.readReply().text == #"{"ok":true}"#)
        #expect(try client.readReply().text == "one")
        #expect(try client.readReply().status == 404)
        #expect(try client.readReply().text == "two")
    }

    @Test func chunkedBodiesAreAccepted() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(
            TestDaemon.request("POST /echo", "Transfer-Encoding: chunked")
                + "3;x=y\r\nabc\r\n0A\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
                + TestDaemon.request("GET /mirror"))
        let reply = try client.readReply()
        #expect(reply.text == "abc0123456789")
        // Nothing after chunks is ever taken for a request.
        #expect(reply.field("Connection") == "close")
        #expect(try client.readToEnd() == [])
        #expect(server.handler.questions("/mirror") == 0)
    }

    @Test func continueIsSentBeforeTheBody() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(
            "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        // Without the interim reply, there would be no reply; without the body, the test would not
        // continue.
        try client.send("abc")
        #expect(try client.readReply().text == "abc")
    }

    @Test func headIsAnsweredWithoutBody() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(TestDaemon.request("HEAD /hello"))
        let reply = try client.readReply(hasBody: false)
        #expect(reply.status == 200)
        #expect(reply.field("Content-Length") == "11")
        try client.send(TestDaemon.request("GET /hello"))
        #expect(try client.readReply().text == #"{"ok":true}"#)
    }

    @Test func wrongMethodsGetAnAllowHeader() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(TestDaemon.request("DELETE /hello"))
        #expect(try client.readReply().field("Allow") == "X")
        try client.send(TestDaemon.request("HEAD /echo"))
        #expect(try client.readReply(hasBody: false).field("Allow") == "X")
        try client.send(TestDaemon.request("BREW /nowhere"))
        #expect(try client.readReply().status == 404)
    }

    /// A handler's mistakes are not sent to the client.
    @Test func invalidRepliesAreServerErrors() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(TestDaemon.request("GET /broken"))
        let reply = try client.readReply()
        #expect(reply.status == 500)
        #expect(reply.text.hasPrefix(#"{"error":{"code":"trouble""#))
    }

    @Test func headerFieldsCannotInjectLines() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        try client.send(TestDaemon.request("GET /headers"))
        let reply = try client.readReply()
        #expect(reply.status == 401)
        #expect(reply.text == "text")
        #expect(
            Set(reply.fields.map { $0.prefix { $0 != ":" } }) == [
                "Date", "Cache-Control", "X-Content-Type-Options", "WWW-Authenticate", "X-Good",
                "Content-Type", "Content-Length",
            ])
        #expect(reply.field("Content-Type") == "text/plain")
        #expect(reply.field("WWW-Authenticate") == "Bearer")
    }

    @Test func largeBodiesAreAccepted() throws {
        let server = try TestDaemon()
        let client = try server.connect()
        let body = [UInt8](repeating: 120, count: 1 << 20)
        try client.send("PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
        try client.send(body)
        #expect(try client.readReply().text == "1048576")
        // A body that is one byte too long is refused after it was received, so that the client
        // sees why.
        try client.send(
            "PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count + 1)\r\n\r\n")
        try client.send(body + [120])
        #expect(try client.readReply().status == 413)
        #expect(try client.readToEnd() == [])
    }

    @Test func allBodiesTogetherHaveALimit() throws {
        let server = try TestDaemon { $0.bodies.all = 200_000 }
        let first = try server.connect()
        let second = try server.connect()
        let part = [UInt8](repeating: 120, count: 60_000)
        try first.send("PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: 120000\r\n\r\n")
        try first.send(part)
        try first.send(part)
        let reply = try first.readReply()
        #expect(reply.status == 503)
        #expect(reply.field("Retry-After") == "1")
        // The reserved memory is free again.
        try second.send("PUT /large HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n")
        try second.send(part)
        #expect(try second.readReply().text == "60000")
    }

    /// Bodies that never end, of clients without a valid token, leave room for others.
    @Test func aClientHasAShareOfTheRoomForBodies() throws {
        let server = try TestDaemon { $0.bodies = .init(all: 400_000, ofClient: 100_000) }
        let part = [UInt8](repeating: 120, count: 60_000)
        func head(_ fields: String = "") -> String {
            "PUT /large HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: 60000\r\n\r\n"
        }
        let endless = try server.connect()
        try endless.send(head())
        try endless.send(part.dropLast())
        // The server has read it once it refuses another one.
        try Waiting.until("a refusal") {
            let stranger = try server.connect()
            try stranger.send(head())
            try stranger.send(part)
            return try stranger.readReply().status == 503
        }
        let device = try server.connect()
        try device.send(head("Authorization: Bearer known\r\n"))
        try device.send(part)
        #expect(try device.readReply().text == "60000")
        try endless.send([120])
        #expect(try endless.readReply().text == "60000")
    }

    /// Answers that are not read have a limit, too.
    @Test func unreadAnswersHaveALimit() throws {
        let server = try TestDaemon {
            $0.answers = .init(all: 8 << 20, ofClient: 2 << 20)
            // On a busy machine, the clients read late, but they must not be cut off.
            $0.timeout = .seconds(600)
        }
        let request = TestDaemon.request("GET /many")
        // More answers than the buffers of both ends can hold, so that each connection holds one.
        let clients = try (0..<2).map { _ in
            let client = try server.connect()
            try client.send(String(repeating: request, count: 20))
            return client
        }
        try Waiting.until("a refusal") {
            let client = try server.connect()
            try client.send(request)
            let isRefused = try client.readReply().status == 503
            // A connection is served again once its former answer no longer counts.
            if !isRefused {
                try client.send(TestDaemon.request("GET /hello"))
                _ = try client.readReply()
            }
            return isRefused
        }
        let other = try server.connect()
        try other.send(TestDaemon.request("GET /hello"))
        #expect(try other.readReply().status == 200)
        // What is read makes room.
        for client in clients { for _ in 0..<20 { #expect(try client.readReply().status == 200) } }
        try other.send(request)
        #expect(try other.readReply().status == 200)
    }
}
