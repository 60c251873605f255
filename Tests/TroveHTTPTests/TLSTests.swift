import Testing
import TroveHTTP
import TroveLoopback
import TroveTesting

@Suite struct TLSTests {
    @Test func trustsTheGivenAuthority() throws {
        let server = try TLSServer()
        let client = try TestClient(caFile: server.authority)
        for _ in 0..<3 {
            let reply = try client.reply(to: HTTPRequest(.get, server.url))
            #expect(reply.status == 200)
            #expect(reply.text.contains("s_server"))
        }
    }

    @Test func trustsNoOtherAuthority() throws {
        let server = try TLSServer()
        let issuer = "unable to get local issuer certificate"
        let file = "error setting certificate file"
        for (authority, words) in [
            (server.stranger, issuer), (nil, issuer), ("/nowhere/ca.pem", file),
            ("/dev/null", file),
        ] {
            let client = try TestClient(caFile: authority)
            expectNotSecure(try client.end(of: HTTPRequest(.post, server.url, body: [1])), words)
        }
    }

    @Test func trustsNoOtherName() throws {
        let server = try TLSServer(name: "DNS:trove.example,IP:127.0.0.2")
        let end = try TestClient(caFile: server.authority).end(of: HTTPRequest(.get, server.url))
        expectNotSecure(end, "no alternative certificate subject name")
    }

    @Test func requiresASecureVersion() throws {
        let server = try TLSServer(["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        let end = try TestClient(caFile: server.authority).end(of: HTTPRequest(.get, server.url))
        expectNotSecure(end, "alert protocol version")
    }

    @Test func plainHTTPIsNotSecure() throws {
        let server = try LoopbackServer { connection in
            try connection.reply()
            connection.stall()
        }
        let end = try TestClient().end(of: HTTPRequest(.get, "https://127.0.0.1:\(server.port)/"))
        expectNotSecure(end, "wrong version number")
    }

    /// Interruptions of a handshake that are not security problems.
    static let interruptions: [Case<LoopbackServer.Script, HTTPFailure>] = [
        Case("reset", { $0.reset() }, .cutOff),
        Case("closed", { _ in }, .cutOff),
        Case(
            "reset in the handshake",
            { connection in
                _ = try connection.readBytes(100)
                connection.reset()
            }, .cutOff),
        Case("closed in the handshake", { _ = try $0.readBytes(100) }, .cutOff),
        Case("closed when read", { _ = try $0.socket.read() }, .cutOff),
        Case("no answer", { $0.stall() }, .timedOut),
    ]

    @Test(arguments: interruptions)
    func interruptedHandshake(_ row: Case<LoopbackServer.Script, HTTPFailure>) throws {
        let server = try LoopbackServer(script: row.input)
        let limit: Duration = row.expected == .timedOut ? .milliseconds(200) : TestClient.limit
        let end = try TestClient().end(
            of: HTTPRequest(.get, "https://127.0.0.1:\(server.port)/", connectTimeout: limit))
        #expect(end.failure == row.expected)
        #expect(!end.mayHaveArrived)
    }

    /// Expects a TLS failure whose message contains some text.
    private func expectNotSecure(
        _ end: End, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .notSecure(let given) = end.failure, given.contains(words) else {
            Issue.record("no \(words): \(end)", sourceLocation: sourceLocation)
            return
        }
        #expect(!end.mayHaveArrived, sourceLocation: sourceLocation)
    }
}
