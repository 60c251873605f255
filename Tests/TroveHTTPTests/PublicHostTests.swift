import Testing
import TroveLoopback
import TroveTesting

@testable import TroveHTTP

@Suite struct PublicHostTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1",
        "192.167.1.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
        "2002:808:808::1",
    ])
    func areOfTheInternet(_ address: String) {
        #expect(PublicAddress.contains(address))
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.8.7",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1",
        "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::a00:1", "64:ff9b:1:a00:0:100:808:808",
        "2002:a00:1::1", "2001:db8::1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "fc00::1",
        "fd12::1", "fe80::1",
        "fe80::1%eth0", "ff02::1", "", "localhost",
    ])
    func areNotOfTheInternet(_ address: String) {
        #expect(!PublicAddress.contains(address))
    }

    /// A server that answers each request.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.reply(203) }
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "2130706433"])
    func nothingIsSentToThisMachine(_ name: String) throws {
        let server = try server()
        let client = try TestClient()
        let url = server.url("/x").replacing("127.0.0.1", with: name)
        let end = try client.end(of: HTTPRequest(.get, url, isForPublicHosts: true))
        #expect(end.failure == .notPublic)
        #expect(!end.mayHaveArrived)
        #expect(server.requests.isEmpty)
        #expect(try client.reply(to: HTTPRequest(.get, url)).status == 203)
    }

    @Test func aConnectionThatIsOpenIsNotUsed() throws {
        let server = try server()
        let client = try TestClient()
        #expect(try client.reply(to: HTTPRequest(.get, server.url("/x"))).status == 203)
        let request = HTTPRequest(.get, server.url("/y"), isForPublicHosts: true)
        #expect(try client.end(of: request).failure == .notPublic)
        #expect(server.requests.map(\.target) == ["/x"])
    }

    @Test func aProxyThatIsSwitchedOffIsNotUsed() throws {
        let proxy = try server()
        let client = try TestClient(environment: ["http_proxy": proxy.url(""), "no_proxy": "*"])
        let request = HTTPRequest(.get, proxy.url("/x"), isForPublicHosts: true)
        #expect(try client.end(of: request).failure == .notPublic)
        #expect(proxy.requests.isEmpty)
    }

    @Test func aProxyDecidesForItself() throws {
        let proxy = try server()
        let client = try TestClient(
            environment: ["http_proxy": proxy.url(""), "no_proxy": "10.0.0.0/8"])
        let request = HTTPRequest(.get, "http://10.1.2.3/x", isForPublicHosts: true)
        #expect(try client.reply(to: request).status == 203)
        #expect(proxy.requests.map(\.target) == ["http://10.1.2.3/x"])
    }
}
