import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Everything that happens to an account is noted, once.
struct AccountEventTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    /// Returns what was noted since the last call.
    private func noted() -> [AccountEvent.Action] { server.takeEvents().map(\.action) }

    private func logIn(_ password: String, peer: String = "192.0.2.7") {
        let credentials = Credentials(
            email: "ann@example.org", password: password, device: "phone")
        _ = server.ask("POST", "/v1/login", body: credentials.bytes, peer: peer)
    }

    private func changePassword(_ old: String, to new: String = "a better password") {
        let body = PasswordChange(old: old, new: new).bytes
        _ = laptop.ask("POST", "/v1/password", body: body)
    }

    @Test func anEventNamesTheAccountTheDeviceAndTheClient() throws {
        _ = server.takeEvents()
        let phone = try server.logIn(peer: "192.0.2.7")
        #expect(
            server.takeEvents() == [
                AccountEvent(
                    .loggedIn, user: phone.user.id, device: phone.id, peer: "192.0.2.7")
            ])
    }

    @Test func signUps() {
        #expect(noted() == [.signedUp])
    }

    @Test func refusedSignUps() throws {
        _ = server.takeEvents()
        _ = try? server.signUp()
        #expect(noted() == [.signUpRefused])
        for signup in [SyncServer.Options.Signup.closed, .invite] {
            let server = TestServer(store: try .forTest()) { $0.signup = signup }
            _ = try? server.signUp()
            #expect(server.takeEvents().map(\.action) == [.signUpRefused], "\(signup)")
        }
    }

    @Test func tooManySignUps() throws {
        let server = TestServer(store: try .forTest()) { $0.signupsPerHour = 1 }
        for name in ["ann", "bob"] { _ = try? server.signUp("\(name)@example.org") }
        #expect(server.takeEvents().map(\.action) == [.signedUp, .signUpLimited])
    }

    @Test func logIns() {
        _ = server.takeEvents()
        logIn("a good password")
        logIn("a bad password")
        #expect(noted() == [.loggedIn, .logInFailed])
    }

    @Test func tooManyLogIns() {
        _ = server.takeEvents()
        for number in 0..<6 { logIn("a bad password", peer: "192.0.2.\(number)") }
        let events = server.takeEvents()
        #expect(
            events.map(\.action) == Array(repeating: .logInFailed, count: 5) + [.logInLimited])
        // The operator can end the pause of the account only if its number is known.
        #expect(events.allSatisfy { $0.user != nil })
    }

    @Test func logOuts() {
        _ = server.takeEvents()
        _ = laptop.ask("POST", "/v1/logout")
        #expect(noted() == [.loggedOut])
        // The token is not valid any more.
        _ = laptop.ask("POST", "/v1/logout")
        #expect(noted() == [])
    }

    @Test func passwordChanges() {
        _ = server.takeEvents()
        changePassword("a bad password")
        changePassword("a good password")
        #expect(noted() == [.passwordChangeFailed, .passwordChanged])
    }

    @Test func tooManyPasswordChanges() {
        _ = server.takeEvents()
        for _ in 0..<6 { changePassword("a bad password") }
        #expect(
            noted() == Array(repeating: .passwordChangeFailed, count: 5)
                + [.passwordChangeLimited])
    }

    @Test func devicesAreNoted() throws {
        _ = server.takeEvents()
        let reply = try laptop.ask("POST", "/v1/devices", body: NewDevice(name: "phone").bytes)
            .message(TokenReply.init)
        _ = laptop.ask("DELETE", "/v1/devices/\(reply.device)")
        let events = server.takeEvents()
        #expect(events.map(\.action) == [.deviceAdded, .deviceEnded])
        #expect(events.allSatisfy { $0.device == reply.device })
    }

    /// A device that ends because there are too many, or because it was not seen for long.
    @Test func devicesThatEndByThemselves() throws {
        _ = server.takeEvents()
        server.pass(seconds: 1)
        for _ in 0..<200 {
            server.pass(seconds: 1)
            _ = try server.logIn()
        }
        #expect(
            server.takeEvents().filter { $0.action == .deviceEnded }.map(\.device) == [laptop.id])
        server.pass(days: 181)
        // A clock that is wrong ends no device.
        try server.core.collectGarbage()
        #expect(server.takeEvents() == [])
        // It ends the longest unseen one, too.
        _ = try server.logIn()
        _ = server.takeEvents()
        try server.core.collectGarbage()
        let ended = server.takeEvents()
        #expect(ended.count == 199)
        #expect(ended.allSatisfy { $0.action == .deviceEnded && $0.peer == "upkeep" })
    }

    @Test func tokensAreNoted() throws {
        _ = server.takeEvents()
        let reply = try laptop.ask("POST", "/v1/token").message(TokenReply.init)
        #expect(noted() == [])
        laptop.token = reply.token
        for _ in 0..<2 { _ = try laptop.changes() }
        #expect(noted() == [.tokenRotated])
    }
}
