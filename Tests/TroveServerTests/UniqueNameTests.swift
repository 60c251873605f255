import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting
import TroveWire

/// Two gems of a user cannot have the same name.
struct UniqueNameTests {
    let server: TestServer
    let laptop: TestDevice
    let phone: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
        phone = try server.logIn()
        _ = try laptop.push(gem(laptop, 1, "Ruby"))
    }

    private func gem(_ device: TestDevice, _ number: UInt64, _ name: String) -> PushOperation {
        device.create(id(number), kind: "gem", ("name", .string(name)))
    }

    private func rename(
        _ device: TestDevice, _ number: UInt64, base: Version, _ name: String
    ) -> PushOperation {
        device.update(id(number), kind: "gem", base: base, ("name", .string(name)))
    }

    private func isTaken(_ result: PushResult) -> Bool {
        result.status == .rejected && result.error?.code == .nameTaken
            && result.error?.field == "name"
    }

    @Test(arguments: ["Ruby", "ruby", "RUBY"])
    func aTakenNameIsRejected(_ name: String) throws {
        #expect(isTaken(try phone.run(gem(phone, 2, name))))
        #expect(try phone.everything().count == 1)
    }

    /// An index of PostgreSQL has no longer keys.
    @Test func aLongNameIsUnique() throws {
        var random = SeededRandom(seed: 1)
        let digits = (0..<6000).map { _ in String(Int.random(in: 0..<36, using: &random), radix: 36)
        }
        let name = digits.joined()
        #expect(try laptop.run(gem(laptop, 2, name)).status == .applied)
        #expect(isTaken(try phone.run(gem(phone, 3, name.uppercased()))))
        #expect(try phone.run(gem(phone, 4, name + "x")).status == .applied)
        #expect(try laptop.run(laptop.delete(id(2), kind: "gem", base: 2)).status == .applied)
        #expect(try phone.run(gem(phone, 5, name)).status == .applied)
    }

    /// An earlier server stored long names as they are.
    @Test func upkeepShortensLongNames() throws {
        let folder = try ScratchDirectory(name: "trove-names")
        let server = TestServer(store: try .open(folder.path("server.db")))
        let laptop = try server.signUp()
        let name = String(repeating: "x", count: 3000)
        _ = try laptop.push(gem(laptop, 1, name))
        let file = try Connection(path: folder.path("server.db"), access: .readWrite)
        try file.execute("UPDATE names SET folded = CAST('\(name)' AS BLOB)")
        try server.core.collectGarbage()
        #expect(isTaken(try laptop.run(gem(laptop, 2, name))))
        _ = try laptop.push(laptop.delete(id(1), kind: "gem", base: 1))
        #expect(try file.integer("SELECT count(*) FROM names") == 0)
    }

    @Test func equivalentSpellingsAreOneName() throws {
        _ = try laptop.push(gem(laptop, 2, "\u{C9}meraude"))
        #expect(isTaken(try phone.run(gem(phone, 3, "e\u{301}meraude"))))
    }

    @Test func renamingTakesTheNewNameAndFreesTheOld() throws {
        _ = try laptop.push(rename(laptop, 1, base: 1, "Rubin"))
        #expect(isTaken(try phone.run(gem(phone, 2, "rubin"))))
        #expect(try phone.run(gem(phone, 3, "Ruby")).status == .applied)
        #expect(isTaken(try laptop.run(rename(laptop, 1, base: 2, "Ruby"))))
    }

    @Test func renamingToAnotherCaseKeepsTheName() throws {
        #expect(try laptop.run(rename(laptop, 1, base: 1, "RUBY")).status == .applied)
        #expect(isTaken(try phone.run(gem(phone, 2, "ruby"))))
    }

    @Test func anotherChangeKeepsTheName() throws {
        _ = try laptop.push(laptop.update(id(1), kind: "gem", base: 1, ("color", "red")))
        #expect(isTaken(try phone.run(gem(phone, 2, "Ruby"))))
    }

    @Test func aDeletionFreesTheName() throws {
        _ = try laptop.push(laptop.delete(id(1), kind: "gem", base: 1))
        #expect(try phone.run(gem(phone, 2, "Ruby")).status == .applied)
        // Restoring the first one fails, because the name is taken.
        #expect(isTaken(try laptop.run(gem(laptop, 1, "Ruby"))))
        #expect(try laptop.run(gem(laptop, 1, "Old Ruby")).status == .applied)
        #expect(isTaken(try phone.run(gem(phone, 3, "old ruby"))))
    }

    @Test func restoringTakesTheNameAgain() throws {
        _ = try laptop.push(laptop.delete(id(1), kind: "gem", base: 1), gem(laptop, 1, "Ruby"))
        #expect(isTaken(try phone.run(gem(phone, 2, "Ruby"))))
    }

    @Test func repeatedCreationKeepsTheName() throws {
        #expect(try phone.run(gem(phone, 1, "Ruby")).status == .merged)
        #expect(isTaken(try phone.run(gem(phone, 2, "Ruby"))))
    }

    @Test func aRejectedCreationTakesNothing() throws {
        let bad = phone.create(
            id(2), kind: "gem", ("name", "Opal"), ("hardness", 11))
        #expect(try phone.run(bad).error?.code == .invalid)
        #expect(try phone.run(gem(phone, 3, "Opal")).status == .applied)
    }

    @Test func aRejectedRenamingChangesNothing() throws {
        _ = try laptop.push(gem(laptop, 2, "Opal"))
        let both = phone.update(
            id(2), kind: "gem", base: 2, ("color", "white"), ("name", "Ruby"))
        #expect(isTaken(try phone.run(both)))
        #expect(try phone.entry(id(2))?["color"] == nil)
        #expect(isTaken(try phone.run(gem(phone, 3, "Opal"))))
    }

    @Test func aLosingNameIsNotTaken() throws {
        _ = try laptop.push(rename(laptop, 1, base: 1, "Rubin"))
        #expect(try phone.run(rename(phone, 1, base: 1, "Garnet")).status == .conflict)
        #expect(try phone.run(gem(phone, 2, "Garnet")).status == .applied)
    }

    @Test func otherUsersAndKindsHaveSeparateNames() throws {
        let other = try server.signUp("bea@example.org")
        #expect(try other.run(gem(other, 2, "Ruby")).status == .applied)
        let movie = laptop.create(id(3), kind: "movie", ("name", "Ruby"))
        #expect(try laptop.run(movie).status == .applied)
    }
}
