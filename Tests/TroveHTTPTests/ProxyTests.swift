import Testing
import TroveHTTP
import TroveLoopback
import TroveTesting

@Suite struct ProxyTests {
    /// A name for which no server is queried, because one label has more than 63 letters.
    static let name = String(repeating: "a", count: 70) + ".invalid"

    /// Creates a proxy that answers everything itself.
    private func proxy() throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.reply(203) }
        }
    }

    /// An environment with the proxy's address for `PROXY`, and an address that uses the proxy.
    static let asked: [Case<[String: String], String>] = [
        Case("http_proxy", ["http_proxy": "PROXY"], "http://\(name)/x"),
        Case("all_proxy", ["all_proxy": "PROXY"], "http://\(name)/x"),
        Case("ALL_PROXY", ["ALL_PROXY": "PROXY"], "http://\(name)/x"),
        Case(
            "the first one", ["http_proxy": "PROXY", "all_proxy": "http://\(name)"],
            "HTTP://\(name)/"),
        Case("an empty one", ["http_proxy": "", "all_proxy": "PROXY"], "http://\(name)/x"),
        Case(
            "other exceptions", ["http_proxy": "PROXY", "no_proxy": "b.invalid"], "http://\(name)/"),
    ]

    @Test(arguments: asked)
    func isUsed(_ row: Case<[String: String], String>) throws {
        let proxy = try proxy()
        let client = try TestClient(
            environment: row.input.mapValues { $0 == "PROXY" ? proxy.url("") : $0 })
        #expect(try client.reply(to: HTTPRequest(.get, row.expected)).status == 203)
        let target = row.expected.replacing("HTTP:", with: "http:")
        #expect(proxy.requests.map(\.target) == [target])
    }

    @Test(arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy"])
    func isUsedForATunnel(_ variable: String) throws {
        let proxy = try LoopbackServer { connection in
            _ = try connection.readRequest()
            try connection.reply(403)
        }
        let client = try TestClient(environment: [variable: proxy.url("")])
        let end = try client.end(of: HTTPRequest(.get, "https://\(Self.name)/x"))
        #expect(proxy.requests.map(\.method) == ["CONNECT"])
        #expect(proxy.requests.map(\.target) == ["\(Self.name):443"])
        #expect(end.failure == .unreachable)
        #expect(!end.mayHaveArrived)
    }

    /// An environment, and an address that does not use the proxy.
    static let notAsked: [Case<[String: String], String>] = [
        Case("this machine", ["http_proxy": "PROXY"], "http://127.0.0.1:PORT/"),
        Case("its name", ["http_proxy": "PROXY"], "http://localhost:PORT/"),
        Case("its name in capitals", ["http_proxy": "PROXY"], "http://LOCALHOST:PORT/"),
        Case("its IPv6 address", ["http_proxy": "PROXY"], "http://[::1]:PORT/"),
        Case("its other addresses", ["http_proxy": "PROXY"], "http://127.8.9.10:PORT/"),
        Case(
            "with other exceptions", ["http_proxy": "PROXY", "no_proxy": "a.invalid, b.invalid"],
            "http://127.0.0.1:PORT/"),
        Case("an exception", ["http_proxy": "PROXY", "no_proxy": "x,\(name)"], "http://\(name)/"),
        Case("NO_PROXY", ["http_proxy": "PROXY", "NO_PROXY": ".invalid"], "http://\(name)/"),
        Case("all exceptions", ["http_proxy": "PROXY", "no_proxy": "*"], "http://\(name)/"),
        Case("HTTP_PROXY", ["HTTP_PROXY": "PROXY"], "http://\(name)/"),
        Case("https_proxy for http", ["https_proxy": "PROXY"], "http://\(name)/"),
        Case("http_proxy for https", ["http_proxy": "PROXY"], "https://\(name)/"),
        Case("nothing", [:], "http://\(name)/"),
    ]

    @Test(arguments: notAsked)
    func isBypassed(_ row: Case<[String: String], String>) throws {
        let proxy = try proxy()
        let closed = try Socket.bind()
        let client = try TestClient(
            environment: row.input.mapValues { $0 == "PROXY" ? proxy.url("") : $0 })
        let url = row.expected.replacing("PORT", with: "\(try closed.port())")
        let end = try client.end(of: HTTPRequest(.get, url))
        let isNamed = url.contains(Self.name)
        #expect(end.failure == (isNamed ? .cannotResolve(host: Self.name) : .refused))
        #expect(proxy.connectionCount == 0)
    }

    @Test func aFailingProxyIsReported() throws {
        let held = try Socket.bind()
        let url = "http://127.0.0.1:\(try held.port())"
        var end = try TestClient(environment: ["http_proxy": url]).end(
            of: HTTPRequest(.get, "http://\(Self.name)/"))
        #expect(end.failure == .refused)
        #expect(!end.mayHaveArrived)
        end = try TestClient(environment: ["http_proxy": "http://me:pw@b\(Self.name):3128"]).end(
            of: HTTPRequest(.get, "http://trove.example/"))
        #expect(end.failure == .cannotResolve(host: "b\(Self.name)"))
        #expect(!end.mayHaveArrived)
    }
}
