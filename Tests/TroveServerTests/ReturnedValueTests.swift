import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveWire

/// Changes that restore a value that the server already has, as devices push them after the server
/// was restored from a backup.
struct ReturnedValueTests {
    let laptop: TestDevice
    let phone: TestDevice

    init() throws {
        let server = TestServer(store: try .forTest())
        laptop = try server.signUp()
        phone = try server.logIn()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune"), ("pages", 5)))
    }

    /// The phone has changed the title to Emma and back, and the laptop knows only Emma.
    @Test func aValueThatWasSetAgainIsNotReplacedUnseen() throws {
        let again = try phone.run(phone.update(id(1), base: 1, ("title", "Dune")))
        #expect(again.status == .applied && again.version == 2)
        let tablet = try laptop.server.logIn(device: "tablet")
        let lost = try tablet.run(tablet.update(id(1), base: 1, ("title", "Emma")))
        #expect(lost.status == .conflict)
        #expect(try laptop.entry(id(1))?["title"] == "Dune")
        #expect(try laptop.conflicts().map(\.mine) == ["Emma"])
    }

    /// A device that repeats a value which it has not seen does not make it its own.
    @Test func aRepeatedValueKeepsItsVersion() throws {
        _ = try phone.run(phone.update(id(1), base: 1, ("title", "Emma")))
        let repeated = try laptop.run(laptop.update(id(1), base: 1, ("title", "Emma")))
        #expect(repeated.status == .merged && repeated.version == 2)
        let tablet = try laptop.server.logIn(device: "tablet")
        #expect(
            try tablet.run(tablet.update(id(1), base: 2, ("title", "Ida"))).status == .applied)
    }

    /// The phone has deleted and restored the item, and the tablet knows only the deletion.
    @Test func anItemThatWasRestoredIsNotDeletedUnseen() throws {
        let restored = PushOperation(
            number: 1, action: .create, kind: "book", id: id(1), base: 1,
            fields: [JSON.Member("title", "Dune"), JSON.Member("pages", 5)], at: phone.server.now)
        let result = try phone.run(restored)
        #expect(result.status == .applied && result.version == 2)
        let tablet = try laptop.server.logIn(device: "tablet")
        #expect(try tablet.run(tablet.delete(id(1), base: 1)).status == .conflict)
        #expect(try laptop.entry(id(1))?["title"] == "Dune")
    }

    // MARK: Who wrote the value that stands

    @Test func aConflictNamesTheWriterOfTheField() throws {
        _ = try phone.run(phone.update(id(1), base: 1, ("title", "Emma")))
        let tablet = try laptop.server.logIn(device: "tablet")
        _ = try laptop.push(laptop.update(id(1), base: 2, ("pages", 9)))
        // The tablet's own change of another field is merged at the same time.
        let both = tablet.update(id(1), base: 1, ("title", "Ida"), ("author", "Ann"))
        #expect(try tablet.run(both).status == .conflict)
        #expect(try laptop.conflicts().map(\.keptBy) == ["phone"])
    }

    @Test func aConflictNamesTheDeviceThatDeleted() throws {
        _ = try phone.run(phone.delete(id(1), base: 1))
        let tablet = try laptop.server.logIn(device: "tablet")
        #expect(
            try tablet.run(tablet.update(id(1), base: 1, ("pages", 6))).status == .conflict)
        #expect(try laptop.conflicts().map(\.keptBy) == ["phone"])
    }

    @Test func aRefusedDeletionNamesTheUnseenChange() throws {
        _ = try phone.run(phone.update(id(1), base: 1, ("title", "Emma")))
        let tablet = try laptop.server.logIn(device: "tablet")
        _ = try tablet.run(tablet.update(id(1), base: 1, ("pages", 6)))
        #expect(try tablet.run(tablet.delete(id(1), base: 1)).status == .conflict)
        #expect(try laptop.conflicts().map(\.keptBy) == ["phone"])
    }

    /// Conflicts of earlier servers do not name it.
    @Test func aConflictMayLackTheName() throws {
        _ = try phone.run(phone.update(id(1), base: 0, ("title", "Emma")))
        let fields = try #require(
            try phone.everything().first { $0.kind == Conflict.kind }?.fields)
        #expect(try Conflict(fields: fields).keptBy == "laptop")
        #expect(try Conflict(fields: fields.filter { $0.name != "by" }).keptBy == nil)
    }
}
