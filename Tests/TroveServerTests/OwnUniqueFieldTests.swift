import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting
import TroveWire

/// Fields with unique values of the kinds that a user defines.
struct OwnUniqueFieldTests {
    let server: TestServer
    let laptop: TestDevice
    let phone: TestDevice

    private static let kind = Definition(
        subject: "vinyl", text: "kind vinyl\nfield title text unique:yes")
    private static let serial = Definition(
        subject: "vinyl.serial", text: "field serial text unique:yes")
    private static let plain = Definition(subject: "vinyl", text: "kind vinyl\nfield title text")

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
        phone = try server.logIn()
    }

    private func define(_ device: TestDevice, _ definition: Definition) -> PushOperation {
        device.create(
            definition.id, kind: "definition", ("subject", .string(definition.subject)),
            ("text", .string(definition.text)))
    }

    private func vinyl(
        _ device: TestDevice, _ number: UInt64, _ title: String, serial: String? = nil
    ) -> PushOperation {
        let serial = serial.map { [("serial", JSON.string($0))] } ?? []
        return device.operation(
            .create, id(number), kind: "vinyl", base: 0, [("title", .string(title))] + serial)
    }

    private func isTaken(_ result: PushResult, _ field: String) -> Bool {
        result.status == .rejected && result.error?.code == .nameTaken
            && result.error?.field == field
    }

    @Test(arguments: ["Blue", "BLUE"]) func aTakenTitleIsRejected(_ title: String) throws {
        _ = try laptop.push(define(laptop, Self.kind), vinyl(laptop, 1, "Blue"))
        #expect(isTaken(try phone.run(vinyl(phone, 2, title)), "title"))
        #expect(try phone.run(vinyl(phone, 3, "Hejira")).status == .applied)
        let rename = phone.update(id(3), kind: "vinyl", base: 3, ("title", .string(title)))
        #expect(isTaken(try phone.run(rename), "title"))
        // Another user may use it.
        let other = try server.signUp("bob@example.org")
        _ = try other.push(define(other, Self.kind))
        #expect(try other.run(vinyl(other, 9, title)).status == .applied)
    }

    @Test func theSameKindWithoutTheOptionAllowsIt() throws {
        _ = try laptop.push(define(laptop, Self.plain), vinyl(laptop, 1, "Blue"))
        #expect(try phone.run(vinyl(phone, 2, "Blue")).status == .applied)
    }

    @Test func deletingAndRenamingFreeTheName() throws {
        _ = try laptop.push(
            define(laptop, Self.kind), vinyl(laptop, 1, "Blue"), vinyl(laptop, 2, "Hejira"))
        _ = try laptop.push(
            laptop.delete(id(1), kind: "vinyl", base: 2),
            laptop.update(id(2), kind: "vinyl", base: 3, ("title", "Mingus")))
        #expect(try phone.run(vinyl(phone, 3, "Blue")).status == .applied)
        #expect(try phone.run(vinyl(phone, 4, "Hejira")).status == .applied)
        #expect(isTaken(try phone.run(vinyl(phone, 5, "Mingus")), "title"))
    }

    /// The titles of a field that becomes unique are read in pages.
    @Test func hundredsOfTitlesAreUnique() throws {
        _ = try laptop.push(define(laptop, Self.plain))
        for start in stride(from: UInt64(1), through: 401, by: 200) {
            let all = (start..<start + 200).map { vinyl(laptop, $0, "Title \($0)") }
            #expect(laptop.tryPush(all).status == 200)
        }
        let definition = laptop.update(
            Self.kind.id, kind: "definition", base: 1, ("text", .string(Self.kind.text)))
        _ = try laptop.push(definition)
        for (place, title) in [1, 499, 500, 501, 600].enumerated() {
            let number = UInt64(2000 + place)
            #expect(isTaken(try phone.run(vinyl(phone, number, "title \(title)")), "title"))
        }
        #expect(try phone.run(vinyl(phone, 3000, "Title 601")).status == .applied)
    }

    /// A push that defines the field is enforced from its next operation on.
    @Test func aFieldOfItsOwnDefinitionIsUnique() throws {
        _ = try laptop.push(
            define(laptop, Self.plain), vinyl(laptop, 1, "Blue", serial: "A1"),
            define(laptop, Self.serial))
        #expect(isTaken(try phone.run(vinyl(phone, 2, "Blue", serial: "a1")), "serial"))
        #expect(try phone.run(vinyl(phone, 3, "Blue", serial: "A2")).status == .applied)
    }

    @Test func aFieldOfABuiltInKindIsUnique() throws {
        let inventory = Definition(
            subject: "book.inventory", text: "field inventory text unique:yes")
        _ = try laptop.push(
            define(laptop, inventory), laptop.create(id(1), ("title", "Dune"), ("inventory", "7")))
        let second = phone.create(id(2), ("title", "Emma"), ("inventory", "7"))
        #expect(isTaken(try phone.run(second), "inventory"))
    }

    /// Values that were equal before stay, and their items can be changed.
    @Test func equalValuesFromBeforeStay() throws {
        _ = try laptop.push(
            define(laptop, Self.plain), vinyl(laptop, 1, "Blue"), vinyl(laptop, 2, "Blue"),
            laptop.update(
                Self.kind.id, kind: "definition", base: 1, ("text", .string(Self.kind.text))))
        let change = phone.update(id(2), kind: "vinyl", base: 3, ("serial", "A2"))
        #expect(try phone.run(change).status == .applied)
        #expect(isTaken(try phone.run(vinyl(phone, 3, "Blue")), "title"))
        // The name stays taken until neither has it.
        _ = try laptop.push(laptop.delete(id(1), kind: "vinyl", base: 2))
        let again = phone.update(id(2), kind: "vinyl", base: 5, ("serial", "A3"))
        #expect(try phone.run(again).status == .applied)
        #expect(isTaken(try phone.run(vinyl(phone, 4, "Blue")), "title"))
    }

    @Test func deletingTheDefinitionEndsIt() throws {
        _ = try laptop.push(define(laptop, Self.kind), vinyl(laptop, 1, "Blue"))
        _ = try laptop.push(laptop.delete(Self.kind.id, kind: "definition", base: 1))
        #expect(try phone.run(vinyl(phone, 2, "Blue")).status == .applied)
        _ = try laptop.push(define(laptop, Self.kind))
        #expect(isTaken(try phone.run(vinyl(phone, 3, "Blue")), "title"))
    }

    @Test func anUnreadableDefinitionHasNoEffect() throws {
        let newer = Definition(subject: "vinyl.serial", text: "field serial hologram unique:yes")
        _ = try laptop.push(
            define(laptop, newer), vinyl(laptop, 1, "Blue", serial: "A1"),
            vinyl(laptop, 2, "Blue", serial: "A1"))
        #expect(try phone.everything().count == 3)
    }

    /// A store of an earlier server has definitions and items, but none of their names.
    @Test func anEarlierStoreIsFollowed() throws {
        let folder = try ScratchDirectory(name: "trove-own-unique")
        let path = folder.path("server.db")
        let first = TestServer(store: try .open(path))
        let laptop = try first.signUp()
        _ = try laptop.push(define(laptop, Self.kind), vinyl(laptop, 1, "Blue"))
        let connection = try Connection(path: path, access: .readWrite)
        try connection.execute("DELETE FROM uniques; DELETE FROM names")
        let again = TestDevice(at: TestServer(store: try .open(path), seed: 2), like: laptop)
        #expect(isTaken(try again.run(vinyl(again, 2, "Blue")), "title"))
    }
}
