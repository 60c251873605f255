import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveSync
import TroveWire

@Suite struct EndpointsTests {
    private let endpoints = Endpoints(server: "https://trove.example.org/x", token: "trv_1")
    private static let credentials = Credentials(
        email: "ann@example.org", password: "secret", device: "laptop")

    private func line(_ request: HTTPRequest) -> String {
        "\(request.method.rawValue) \(request.url)"
    }

    private func value(_ name: String, _ request: HTTPRequest) -> String? {
        request.headers.first { $0.name == name }?.value
    }

    @Test func everyRequestHasItsAddress() {
        let server = "https://trove.example.org/x/v1"
        let cursor = Cursor(epoch: "e-1", sequence: 12, mark: 0xAB)
        let lines = [
            (endpoints.hello(), "GET \(server)/hello"),
            (endpoints.signUp(Self.credentials), "POST \(server)/signup"),
            (endpoints.logIn(Self.credentials), "POST \(server)/login"),
            (endpoints.logOut(), "POST \(server)/logout"),
            (endpoints.account(), "GET \(server)/account"),
            (endpoints.changePassword(from: "a", to: "b"), "POST \(server)/password"),
            (endpoints.devices(), "GET \(server)/devices"),
            (endpoints.makeDevice(named: "b\"x"), "POST \(server)/devices"),
            (endpoints.endDevice("d-2"), "DELETE \(server)/devices/d-2"),
            (endpoints.push([0x7B, 0x7D]), "POST \(server)/push"),
            (
                endpoints.changes(ChangesQuery(since: cursor.sequence, reached: cursor), wait: 20),
                "GET \(server)/changes?epoch=e-1&since=12&mark=ab&limit=1000&wait=20"
            ),
            (
                endpoints.changes(ChangesQuery(since: 7, reached: cursor), wait: 0),
                "GET \(server)/changes?epoch=e-1&since=7&at=12&mark=ab&limit=1000&wait=0"
            ),
            (endpoints.snapshot(after: nil), "GET \(server)/snapshot?limit=1000"),
            (endpoints.snapshot(after: "i"), "GET \(server)/snapshot?limit=1000&after=i"),
        ]
        for (request, expected) in lines { #expect(line(request) == expected) }
    }

    /// Addresses are logged, so they never contain a password or a token.
    @Test func addressesContainNoSecrets() {
        let requests = [
            endpoints.logIn(Self.credentials), endpoints.signUp(Self.credentials),
            endpoints.changePassword(from: "secret", to: "secret"), endpoints.devices(),
        ]
        for request in requests {
            #expect(!request.url.contains("secret"))
            #expect(!request.url.contains("trv_1"))
            #expect(value("Authorization", request) == "Bearer trv_1")
        }
        let bare = Endpoints(server: "http://a", token: nil).logIn(Self.credentials)
        #expect(value("Authorization", bare) == nil)
    }

    @Test func bodiesAreJSON() throws {
        let request = endpoints.changePassword(from: "o\"ld", to: "né")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"old":"o\"ld","new":"né"}"#)
        #expect(value("Content-Type", request) == "application/json")
        #expect(value("Content-Type", endpoints.hello()) == nil)
        #expect(
            String(decoding: endpoints.makeDevice(named: "三").body, as: UTF8.self)
                == #"{"name":"三"}"#)
        let json = try JSON(parsing: endpoints.logIn(Self.credentials).body)
        #expect(try Credentials(json) == Self.credentials)
    }

    /// A half-open connection is noticed within 30 s, and a parked request has its own deadline
    /// shortly after the server's.
    @Test func requestsHaveTimeouts() {
        let cursor = Cursor(epoch: "e", sequence: 0, mark: 0)
        #expect(
            endpoints.changes(ChangesQuery(since: cursor.sequence, reached: cursor), wait: 20)
                .timeout
                == .seconds(25))
        #expect(
            endpoints.changes(ChangesQuery(since: cursor.sequence, reached: cursor), wait: 0)
                .timeout
                == .seconds(10))
        #expect(endpoints.push([]).timeout <= .seconds(30))
        #expect(endpoints.snapshot(after: nil).timeout <= .seconds(30))
        let asked = endpoints.push([], timeout: .seconds(2))
        #expect(asked.timeout == .seconds(2))
        #expect(asked.connectTimeout == .seconds(2))
        #expect(endpoints.push([]).connectTimeout == .seconds(5))
    }
}
