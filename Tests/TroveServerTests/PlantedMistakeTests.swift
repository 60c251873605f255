import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveSimulation
import TroveWire

/// Each wrong policy that the simulation plants does harm, and the standard one does not.
struct PlantedMistakeTests {
    /// Runs a scenario on two servers, one of them with a mistake. Returns the outcome on each.
    private func compare<Outcome: Equatable>(
        _ mistake: Mistake, right: Outcome, wrong: Outcome,
        _ scenario: (TestServer, TestDevice, TestDevice) throws -> Outcome
    ) throws {
        for (planted, expected) in [(nil, right), (mistake, wrong)] {
            let server = TestServer(store: try .forTest(), policy: planted?.policy ?? .standard)
            let laptop = try server.signUp()
            let phone = try server.logIn()
            let outcome = try scenario(server, laptop, phone)
            #expect(outcome == expected, "\(planted.map { "\($0)" } ?? "no mistake")")
        }
    }

    @Test func rerunOperation() throws {
        try compare(.rerunOperation, right: "Emma", wrong: "Dune") { _, laptop, phone in
            let first = laptop.create(id(1), ("title", "Dune"))
            _ = try laptop.push(first, laptop.delete(id(1), base: 1))
            _ = try laptop.push(laptop.create(id(1), ("title", "Emma")))
            _ = try laptop.push(first)
            return try phone.entry(id(1))?["title"]?.text ?? ""
        }
    }

    @Test func selfConflict() throws {
        try compare(.selfConflict, right: 0, wrong: 1) { _, laptop, _ in
            _ = try laptop.push(
                laptop.create(id(1), ("title", "Dune")),
                laptop.update(id(1), base: 0, ("title", "x")))
            return try laptop.conflicts().count
        }
    }

    @Test func lastWriteWins() throws {
        try compare(.lastWriteWins, right: "Dune", wrong: "Emma") { _, laptop, phone in
            _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
            _ = try phone.push(phone.update(id(1), base: 0, ("title", "Emma")))
            return try phone.entry(id(1))?["title"]?.text ?? ""
        }
    }

    @Test func unlistedConflict() throws {
        try compare(.unlistedConflict, right: 3, wrong: 0) { _, laptop, phone in
            _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
            _ = try phone.push(
                phone.update(id(1), base: 0, ("title", "Emma")), phone.delete(id(1), base: 0))
            _ = try laptop.push(laptop.delete(id(1), base: 1))
            _ = try phone.push(phone.update(id(1), base: 1, ("title", "Ida")))
            return try phone.conflicts().count
        }
    }

    @Test func doubledConflict() throws {
        try compare(.doubledConflict, right: 1, wrong: 2) { _, laptop, phone in
            _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
            _ = try phone.push(
                phone.update(id(1), base: 0, ("title", "Emma")),
                phone.update(id(1), base: 0, ("title", "Ida")))
            return try phone.conflicts().count
        }
    }

    @Test func skippedChange() throws {
        try compare(.skippedChange, right: [1, 2, 3], wrong: [1, 3]) { _, laptop, phone in
            _ = try laptop.push(
                laptop.create(id(1), ("title", "a")), laptop.create(id(2), ("title", "b")),
                laptop.create(id(3), ("title", "c")))
            var seen: [Int] = []
            var page = try phone.changes(limit: 1)
            seen += page.entries.map(\.version.rawValue)
            while page.hasMore {
                page = try phone.changes(since: page.next, limit: 1)
                seen += page.entries.map(\.version.rawValue)
            }
            return seen
        }
    }

    @Test func staleSnapshot() throws {
        try compare(.staleSnapshot, right: 2, wrong: 1) { _, laptop, phone in
            _ = try laptop.push(
                laptop.create(id(1), ("title", "a")), laptop.create(id(2), ("title", "b")))
            let page = try phone.snapshot()
            return page.entries.count + (try phone.changes(since: page.cursor).entries.count)
        }
    }

    @Test func unraisedFloor() throws {
        try compare(.unraisedFloor, right: "expired", wrong: "") { server, laptop, phone in
            _ = try laptop.push(laptop.create(id(1), ("title", "a")))
            let early = try phone.changes().next
            let end = try laptop.push(laptop.delete(id(1), base: 1), laptop.skip()).cursor
            for device in [laptop, phone] { _ = try device.changes(since: end) }
            try server.core.collectGarbage(days: 0)
            return phone.askChanges(since: early).code ?? ""
        }
    }

    @Test func uncheckedHistory() throws {
        try compare(.uncheckedHistory, right: "rewound", wrong: "") { _, laptop, _ in
            var cursor = try laptop.push(laptop.skip()).cursor
            cursor.mark ^= 1
            return laptop.askChanges(since: cursor).code ?? ""
        }
    }

    @Test func sharedName() throws {
        try compare(.sharedName, right: 1, wrong: 2) { _, laptop, phone in
            _ = try laptop.push(laptop.create(id(1), kind: "gem", ("name", "Ruby")))
            _ = try phone.push(phone.create(id(2), kind: "gem", ("name", "Ruby")))
            return try phone.everything().count
        }
    }
}
