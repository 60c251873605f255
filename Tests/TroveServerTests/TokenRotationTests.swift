import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting
import TroveWire

/// Exchanging the token of a device. No failure in between locks the device out.
struct TokenRotationTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    private func hasOldToken(_ device: TestDevice) throws -> Bool {
        try device.changes().isTokenOld
    }

    /// Lets a device use its token for some days.
    private func use(_ device: TestDevice, days: Int) throws {
        for _ in 0..<days / 30 {
            server.pass(days: 30)
            _ = try device.changes()
        }
    }

    /// Asks for another token of a device.
    private func exchange(_ device: TestDevice) throws -> String {
        let reply = try device.ask("POST", "/v1/token").message(TokenReply.init)
        #expect(reply.device == device.id)
        return reply.token
    }

    private func isAccepted(_ token: String) -> Bool {
        server.ask("GET", "/v1/account", token: token).status == 200
    }

    @Test func aTokenIsOldAfterNinetyDays() throws {
        try use(laptop, days: 60)
        #expect(try !hasOldToken(laptop))
        try use(laptop, days: 30)
        #expect(try hasOldToken(laptop))
        #expect(try laptop.push(laptop.skip()).isTokenOld)
        // Other answers stay as they were, and a new token is not old.
        #expect(!laptop.askChanges().text.contains("\"rotate\":false"))
        #expect(try !hasOldToken(server.logIn()))
    }

    @Test func theFirstUseEndsTheFormerToken() throws {
        try use(laptop, days: 90)
        let former = laptop.token
        laptop.token = try exchange(laptop)
        #expect(isAccepted(former) && laptop.token != former)
        #expect(try !hasOldToken(laptop))
        #expect(!isAccepted(former))
        #expect(isAccepted(laptop.token))
        #expect(
            server.takeEvents().filter { $0.action == .tokenRotated }.map(\.device)
                == [laptop.id])
    }

    /// A device that did not get an answer asks again. The token in the lost answer ends.
    @Test func aLostAnswerLocksNobodyOut() throws {
        let lost = try exchange(laptop)
        let second = try exchange(laptop)
        #expect(isAccepted(laptop.token) && !isAccepted(lost))
        #expect(isAccepted(second) && !isAccepted(laptop.token))
    }

    @Test func aDeviceNeedsNoOtherToken() throws {
        try use(laptop, days: 600)
        #expect(try hasOldToken(laptop))
        let unused = try exchange(laptop)
        try use(laptop, days: 90)
        #expect(isAccepted(laptop.token))
        #expect(isAccepted(unused))
    }

    /// What ends the token of a device ends the one that it was offered, too.
    @Test(arguments: ["logout", "end", "password", "resume"])
    func anOfferEndsWithItsToken(_ how: String) throws {
        let offered = try exchange(laptop)
        switch how {
        case "logout": #expect(laptop.ask("POST", "/v1/logout").status == 204)
        case "end": #expect(laptop.ask("DELETE", "/v1/devices/\(laptop.id)").status == 204)
        case "password":
            let body = PasswordChange(old: "a good password", new: "a better password").bytes
            #expect(laptop.ask("POST", "/v1/password", body: body).status == 200)
        default: _ = try server.logIn(device: "laptop", resumed: laptop.id)
        }
        #expect(!isAccepted(laptop.token) && !isAccepted(offered))
    }

    /// A token works only for its own user, also while it is offered.
    @Test func anOfferNamesItsUser() throws {
        let other = try server.signUp("bob@example.org")
        let offered = try exchange(laptop)
        // The digits of the user in front of the random ones.
        let forged = other.token.prefix(15) + offered.dropFirst(15)
        #expect(!isAccepted(String(forged)) && isAccepted(offered))
    }

    /// The age of a token from an earlier server counts from the first upkeep, so that a new server
    /// does not ask all devices at once.
    @Test func earlierTokensAgeFromTheUpgrade() throws {
        let folder = try ScratchDirectory(name: "trove-tokens")
        let path = folder.path("server.db")
        let server = TestServer(store: try .open(path))
        let device = try server.signUp()
        let file = try Connection(path: path, access: .readWrite)
        try file.execute("UPDATE tokens SET created = NULL")
        for _ in 0..<4 {
            server.pass(days: 30)
            #expect(try !device.changes().isTokenOld)
        }
        try server.core.collectGarbage()
        for _ in 0..<2 {
            server.pass(days: 30)
            #expect(try !device.changes().isTokenOld)
        }
        server.pass(days: 30)
        #expect(try device.changes().isTokenOld)
    }
}
