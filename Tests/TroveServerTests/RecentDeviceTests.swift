import Testing
import TroveModel
import TroveServer
import TroveWire

/// Devices that the server knows from their last request.
@Suite struct RecentDeviceTests {
    /// A token that has ended gives access to nothing, at once.
    @Test func anEndedDeviceIsRefusedAtOnce() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        let phone = try server.logIn()
        _ = try phone.push(phone.create(id(1), ("title", "Dune")))
        _ = try phone.changes()
        #expect(laptop.ask("DELETE", "/v1/devices/\(phone.id)").status == 204)
        #expect(phone.askChanges().status == 401)
        #expect(phone.tryPush([phone.create(id(2), ("title", "Emma"))]).status == 401)
        #expect(try laptop.snapshot().entries.count == 1)
    }

    /// When a device was seen is still written down, once in a minute.
    @Test func aBusyDeviceIsSeen() throws {
        let server = TestServer(store: try .forTest())
        let laptop = try server.signUp()
        for _ in 0..<20 {
            _ = try laptop.changes()
            server.pass(seconds: 10)
        }
        let phone = try server.logIn()
        let devices = try phone.ask("GET", "/v1/devices").message(Device.list)
        let seen = devices.first { !$0.isCurrent }?.seen.milliseconds
        #expect(server.now.milliseconds - (seen ?? 0) <= 100_000)
    }
}
