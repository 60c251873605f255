import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveWire

struct DeviceTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    private func devices(_ device: TestDevice) throws -> [Device] {
        try device.ask("GET", "/v1/devices").message(Device.list)
    }

    @Test func areListed() throws {
        server.pass(seconds: 120)
        let phone = try server.logIn()
        let start = Timestamp(milliseconds: TestServer.start)
        #expect(
            try devices(phone) == [
                Device(
                    id: laptop.id, name: "laptop", created: start, seen: start, isCurrent: false,
                    format: 1),
                Device(
                    id: phone.id, name: "phone", created: server.now, seen: server.now,
                    isCurrent: true, format: 1),
            ])
    }

    /// Two machines may have the same name, and conflicts tell devices by their names.
    @Test func haveDifferentNames() throws {
        let second = try server.logIn(device: "laptop")
        let third = try server.logIn(device: "laptop")
        let long = String(repeating: "三", count: 100)
        _ = try server.logIn(device: long)
        _ = try server.logIn(device: long)
        #expect(
            try devices(laptop).map(\.name) == [
                "laptop", "laptop-2", "laptop-3", long, long.dropLast(2) + "-2",
            ])
        // A device keeps its name when it logs in again, and a name that is free is used again.
        _ = try server.logIn(device: "laptop", resumed: second.id)
        #expect(second.ask("DELETE", "/v1/devices/\(laptop.id)").code == "bad_token")
        #expect(third.ask("DELETE", "/v1/devices/\(laptop.id)").status == 204)
        _ = try server.logIn(device: "laptop", resumed: second.id)
        #expect(try devices(third).map(\.name).prefix(2) == ["laptop", "laptop-3"])
        let added = try third.ask("POST", "/v1/devices", body: NewDevice(name: "laptop").bytes)
            .message(TokenReply.init)
        #expect(added.name == "laptop-2")
    }

    /// A device tells its version with each request; earlier ones tell nothing.
    @Test func tellTheirVersion() throws {
        let phone = try server.logIn()
        #expect(laptop.ask("GET", "/v1/account", format: 2).status == 200)
        #expect(try devices(phone).map(\.format) == [2, 1])
        #expect(try devices(phone).map(\.isEarlier) == [false, true])
        // It is that of the last request, also of the one that asks.
        let reply = phone.ask("GET", "/v1/devices", format: 3)
        #expect(try reply.message(Device.list).map(\.format) == [2, 3])
        #expect(laptop.ask("GET", "/v1/account").status == 200)
        #expect(try devices(phone).map(\.format) == [1, 1])
    }

    /// The request that makes or resumes a device counts as its first.
    @Test func tellTheirVersionBeforeTheyAsk() throws {
        let phone = try server.logIn(format: 2)
        #expect(try devices(laptop).map(\.format) == [1, 2])
        _ = try server.logIn(format: 3, resumed: phone.id)
        #expect(try devices(laptop).map(\.format) == [1, 3])
        let added = laptop.ask(
            "POST", "/v1/devices", format: 2, body: NewDevice(name: "copy").bytes)
        #expect(added.status == 200)
        #expect(try devices(laptop).map(\.format) == [1, 3, 2])
    }

    @Test func lastSeenHasMinutePrecision() throws {
        server.pass(seconds: 59)
        #expect(try devices(laptop)[0].seen.milliseconds == TestServer.start)
        server.pass(seconds: 1)
        _ = try devices(laptop)
        #expect(try devices(laptop)[0].seen == server.now)
    }

    @Test func canBeRemoved() throws {
        let phone = try server.logIn()
        _ = try phone.push(phone.create(id(1), ("title", "Dune")))
        #expect(laptop.ask("DELETE", "/v1/devices/\(phone.id)").status == 204)
        #expect(phone.ask("GET", "/v1/account").code == "bad_token")
        #expect(try devices(laptop).map(\.id) == [laptop.id])
        #expect(laptop.ask("DELETE", "/v1/devices/\(phone.id)").status == 404)
        // Its earlier changes remain.
        #expect(try laptop.entry(id(1))?.by == "phone")
        #expect(laptop.ask("DELETE", "/v1/devices/\(laptop.id)").status == 204)
        #expect(laptop.ask("GET", "/v1/account").code == "bad_token")
    }

    @Test(arguments: ["x", "0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f"])
    func unknownDevicesCannotBeRemoved(_ id: String) {
        #expect(laptop.ask("DELETE", "/v1/devices/\(id)").status == 404)
    }

    @Test func canBeReplacedByANewOne() throws {
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")), laptop.skip())
        let body = JSON.object([JSON.Member("name", "new laptop")]).bytes
        let answer = try laptop.ask("POST", "/v1/devices", body: body).message { $0 }
        let new = TestDevice(at: server, like: laptop)
        new.token = answer["token"]?.text ?? ""
        new.id = answer["device"]?.text ?? ""
        #expect(try devices(new).map(\.name) == ["laptop", "new laptop"])
        #expect(try devices(new).map(\.isCurrent) == [false, true])
        // It counts from the beginning, and is another device with regard to conflicts.
        new.number = 0
        let result = try new.run(new.update(id(1), base: 0, ("title", "Emma")))
        #expect(result.number == 1 && result.status == .conflict)
        #expect(try laptop.push(laptop.skip()).acknowledged == 3)
    }

    @Test(arguments: [#"{"name":""}"#, #"{"name":7}"#, "{}", "[]", ""])
    func needAName(_ body: String) {
        let answer = laptop.ask("POST", "/v1/devices", body: Array(body.utf8))
        #expect(answer.status == 400 && answer.code == "bad_request")
        #expect(laptop.ask("GET", "/v1/account").status == 200)
    }
}
