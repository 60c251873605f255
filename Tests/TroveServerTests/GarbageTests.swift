import Testing
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

struct GarbageTests {
    let folder: ScratchDirectory
    let server: TestServer
    let laptop: TestDevice
    let phone: TestDevice
    /// The end of the history after a book was deleted.
    let end: Cursor

    init() throws {
        folder = try ScratchDirectory(name: "trove-garbage")
        server = TestServer(store: try .open(folder.path("server.db")))
        laptop = try server.signUp()
        phone = try server.logIn()
        _ = try laptop.push(
            laptop.create(id(1), ("title", "Dune")), laptop.create(id(2), ("title", "Emma")))
        end = try laptop.push(laptop.delete(id(1), base: 1)).cursor
    }

    private func count(_ table: String) throws -> Int {
        try StoredRows.count(table, in: folder.path("server.db"))
    }

    /// Lets both devices acknowledge everything.
    private func passAll() throws {
        for device in [laptop, phone] {
            _ = try device.changes(since: end)
            device.cursor = end
        }
    }

    @Test func oldHistorySeenByAllIsRemoved() throws {
        try passAll()
        server.pass(days: 89)
        #expect(try server.core.collectGarbage() == CollectedGarbage())
        try passAll()
        server.pass(days: 1)
        let collected = try server.core.collectGarbage()
        #expect(collected.tombstones == 1 && collected.results == 2 && collected.devices == 0)
        #expect(try count("entries") == 1)
        #expect(try laptop.changes(since: end).entries.isEmpty)
        #expect(try server.core.collectGarbage() == CollectedGarbage())
    }

    /// The thread that collects garbage may run after the program has closed the store.
    @Test func nothingIsCollectedOnceTheStoreIsClosed() throws {
        try passAll()
        server.pass(days: 90)
        server.core.close()
        #expect(try server.core.collectGarbage() == CollectedGarbage())
        #expect(try count("entries") == 2)
    }

    @Test func unseenHistoryIsKept() throws {
        let early = try phone.changes(limit: 1).next
        _ = try laptop.changes(since: end)
        _ = try phone.changes(since: early)
        #expect(try server.core.collectGarbage(days: 0).tombstones == 0)
        #expect(try count("entries") == 2)
        let page = try phone.changes(since: early)
        #expect(page.entries.map(\.isDeleted) == [true])
    }

    @Test func aCursorBehindTheFloorIsExpired() throws {
        let early = try phone.changes(limit: 1).next
        try passAll()
        try server.core.collectGarbage(days: 0)
        for cursor in [early, .start(of: phone.epoch)] {
            let answer = phone.askChanges(since: cursor)
            #expect(answer.status == 410 && answer.code == "expired")
        }
        #expect(try phone.changes(since: end).next == end)
        #expect(try phone.snapshot().entries.map(\.id) == [id(2)])
        // The history continues from there.
        let next = try laptop.push(laptop.create(id(3), ("title", "Ida")))
        #expect(try phone.changes(since: end).next == next.cursor)
    }

    @Test func theFloorStillDistinguishesHistories() throws {
        try passAll()
        try server.core.collectGarbage(days: 0)
        let other = Cursor(epoch: end.epoch, sequence: end.sequence, mark: end.mark ^ 1)
        #expect(phone.askChanges(since: other).code == "rewound")
    }

    /// A device that stopped before the floor has pushed what the server has lost since.
    @Test func aLostPushIsNoticedBehindTheFloor() throws {
        let early = try phone.changes(limit: 1).next
        try passAll()
        try server.core.collectGarbage(days: 0)
        let beyond = Cursor(epoch: end.epoch, sequence: 99, mark: 9)
        let other = Cursor(epoch: end.epoch, sequence: end.sequence, mark: end.mark ^ 1)
        for reached in [beyond, other] {
            #expect(phone.askChanges(since: early, at: reached).code == "rewound")
        }
        #expect(phone.askChanges(since: early, at: end).code == "expired")
    }

    @Test func aForgottenResultIsAFork() throws {
        try passAll()
        try server.core.collectGarbage(days: 0)
        laptop.number = 0
        #expect(laptop.tryPush([laptop.create(id(1), ("title", "Dune"))]).code == "fork")
    }

    @Test func theResultsOfTheLastPushAreKept() throws {
        let last = laptop.delete(id(2), base: 2)
        // The reply is lost, but the server recorded what the device has seen.
        let cursor = try laptop.push(last).cursor
        for device in [laptop, phone] {
            _ = try device.changes(since: cursor)
            device.cursor = cursor
        }
        #expect(try server.core.collectGarbage(days: 0).results == 3)
        _ = try phone.push(phone.skip())
        let next = try phone.push(phone.skip()).cursor
        for device in [laptop, phone] { _ = try device.changes(since: next) }
        #expect(try server.core.collectGarbage(days: 0).results == 1)
        laptop.cursor = next
        let again = try laptop.run(last)
        #expect(again.isDuplicate && again.status == .applied)
    }

    @Test func aLongInactiveDeviceIsRemoved() throws {
        _ = try laptop.changes(since: end)
        server.pass(days: 60)
        _ = try laptop.changes(since: end)
        server.pass(days: 60)
        _ = try laptop.changes(since: end)
        server.pass(days: 59)
        _ = try laptop.changes(since: end)
        #expect(try server.core.collectGarbage() == CollectedGarbage())
        server.pass(days: 2)
        // The clock alone ends no device: it may be wrong.
        #expect(try server.core.collectGarbage() == CollectedGarbage())
        _ = try laptop.changes(since: end)
        let collected = try server.core.collectGarbage()
        #expect(collected.devices == 1 && collected.tombstones == 1)
        #expect(phone.ask("GET", "/v1/account").status == 401)
        #expect(try server.logIn(resumed: phone.id).id != phone.id)
        #expect(try count("tokens") == 2)
    }

    @Test func aRemovedDeviceDoesNotHoldHistory() throws {
        _ = try laptop.changes(since: end)
        _ = laptop.ask("DELETE", "/v1/devices/\(phone.id)")
        #expect(try server.core.collectGarbage(days: 0).tombstones == 1)
    }

    @Test func aPushReportsTheDevicesPosition() throws {
        _ = try laptop.changes(since: end)
        phone.cursor = end
        _ = try phone.push(phone.skip())
        #expect(try server.core.collectGarbage(days: 0).tombstones == 1)
        // A device behind the floor may not push: its base versions are forgotten.
        let tablet = try server.logIn(device: "tablet")
        #expect(tablet.tryPush([tablet.skip()]).code == "expired")
    }

    @Test func liveEntriesAreKept() throws {
        _ = try phone.push(phone.create(id(2), ("title", "Other")))
        let cursor = try laptop.changes().next
        for device in [laptop, phone] { _ = try device.changes(since: cursor) }
        try server.core.collectGarbage(days: 0)
        #expect(try laptop.everything().count == 2)
        #expect(try laptop.conflicts().count == 1)
    }

    @Test func anUpdateOfAForgottenEntryIsInvalid() throws {
        try passAll()
        try server.core.collectGarbage(days: 0)
        let result = try phone.run(phone.update(id(1), base: 1, ("pages", 3)))
        #expect(result.error?.code == .invalid)
    }
}
