import Testing
import TroveModel
import TroveServer
import TroveWire

/// A user has only so many things.
struct QuotaTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .inMemory()) { $0.entries = 3 }
        laptop = try server.signUp()
        let results = try laptop.push(
            laptop.create(id(1), ("title", "a")), laptop.create(id(2), ("title", "b")),
            laptop.create(id(3), ("title", "c")), laptop.create(id(4), ("title", "d"))
        ).results
        #expect(results.map(\.error?.code) == [nil, nil, nil, .quota])
    }

    @Test func whatIsThereCanBeChanged() throws {
        #expect(try laptop.run(laptop.update(id(1), base: 1, ("pages", 3))).status == .applied)
        #expect(try laptop.run(laptop.create(id(2), ("title", "b"))).status == .applied)
    }

    @Test func aDeletionMakesRoomForOne() throws {
        _ = try laptop.push(laptop.delete(id(1), base: 1))
        #expect(try laptop.run(laptop.create(id(5), ("title", "e"))).status == .applied)
        #expect(try laptop.run(laptop.create(id(1), ("title", "a"))).error?.code == .quota)
        _ = try laptop.push(laptop.delete(id(2), base: 2))
        #expect(try laptop.run(laptop.create(id(1), ("title", "a"))).status == .applied)
        #expect(try laptop.run(laptop.create(id(6), ("title", "f"))).error?.code == .quota)
    }

    @Test func conflictsAreAlwaysListed() throws {
        let phone = try server.logIn()
        #expect(try phone.run(phone.create(id(1), ("title", "x"))).status == .conflict)
        #expect(try phone.conflicts().count == 1)
        // They take nobody's place, and make none when they go.
        let conflict = try phone.everything().first { $0.kind == Conflict.kind }
        _ = try phone.push(phone.delete(try #require(conflict).id, kind: "conflict", base: 9))
        #expect(try phone.run(phone.create(id(7), ("title", "g"))).error?.code == .quota)
    }
}
