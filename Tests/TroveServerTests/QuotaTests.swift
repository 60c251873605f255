import Testing
import TroveCodecs
import TroveModel
import TroveSQLite
import TroveServer
import TroveTesting
import TroveWire

/// A user can store a limited number of items.
struct QuotaTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest()) { $0.entries = 3 }
        laptop = try server.signUp()
        let results = try laptop.push(
            laptop.create(id(1), ("title", "a")), laptop.create(id(2), ("title", "b")),
            laptop.create(id(3), ("title", "c")), laptop.create(id(4), ("title", "d"))
        ).results
        #expect(results.map(\.error?.code) == [nil, nil, nil, .quota])
    }

    @Test func existingItemsCanBeChanged() throws {
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
        // Conflicts do not count as items, and their deletion makes no room for others.
        let conflict = try phone.everything().first { $0.kind == Conflict.kind }
        _ = try phone.push(phone.delete(try #require(conflict).id, kind: "conflict", base: 9))
        #expect(try phone.run(phone.create(id(7), ("title", "g"))).error?.code == .quota)
    }
}

/// A user can store a limited number of bytes, including what remains of past operations.
struct StoredQuotaTests {
    static let limit = 100_000

    private func server(_ change: (inout SyncServer.Options) -> Void = { _ in }) throws
        -> TestServer
    {
        TestServer(store: try .forTest()) {
            $0.stored = Self.limit
            $0.storedReserve = Self.limit
            change(&$0)
        }
    }

    private let note = ("note", JSON.string(String(repeating: "n", count: 5000)))

    /// The ways in which an account grows without more live items.
    enum Growth: CaseIterable { case items, tombstones, conflicts, skips, rejections }

    @Test(arguments: Growth.allCases) func allStoredDataCounts(_ growth: Growth) throws {
        let server = try server()
        let laptop = try server.signUp()
        let phone = try server.logIn()
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune"), note))
        var statuses: Set<PushResult.Status> = []
        var number: UInt64 = 1
        // Each round stores something; without a limit this would not end.
        for round in 0... {
            number += 1
            let device = growth == .conflicts ? phone : laptop
            let operations =
                switch growth {
                case .items: [laptop.create(id(number), ("title", "x"), note)]
                case .tombstones:
                    [
                        laptop.create(id(number), ("title", "x"), note),
                        laptop.delete(id(number), base: Version(rawValue: 1 << 40)),
                    ]
                case .conflicts:
                    [phone.update(id(1), base: 0, ("note", .string("\(number)" + note.1.written)))]
                case .skips: (0..<500).map { _ in laptop.skip() }
                case .rejections:
                    (0..<500).map { _ in laptop.create(id(number), kind: "conflict") }
                }
            let answer = device.tryPush(operations)
            guard answer.status == 200 else {
                // Only deletions are still accepted.
                #expect(answer.status == 507 && answer.header("Retry-After") == "3600")
                #expect(growth == .skips || growth == .rejections)
                break
            }
            let results = try answer.message(PushReply.init).results
            statuses.formUnion(results.map(\.status))
            if growth != .rejections, results.contains(where: { $0.error?.code == .quota }) {
                #expect(growth != .skips)
                #expect(round < 100)
                break
            }
            try #require(round < 2000, "the account has no limit")
        }
        laptop.number = try laptop.changes().acknowledged
        // Existing items can be deleted and read.
        let all = try laptop.everything()
        #expect(!all.isEmpty)
        for entry in all {
            #expect(
                try laptop.run(
                    laptop.delete(entry.id, kind: entry.kind, base: Version(rawValue: 1 << 40))
                ).status
                    == .applied)
        }
        #expect(try laptop.everything().isEmpty)
        // Another account is not affected.
        let other = try server.signUp("bea@example.org")
        #expect(try other.run(other.create(id(900), ("title", "x"))).status == .applied)
    }

    @Test func theRejectionExplainsItself() throws {
        let laptop = try server().signUp()
        var result = try laptop.run(laptop.create(id(1), ("title", "x"), note))
        for number in 2...50 where result.error == nil {
            result = try laptop.run(laptop.create(id(UInt64(number)), ("title", "x"), note))
        }
        #expect(result.error?.code == .quota)
        #expect(
            result.error?.message
                == "the account has reached its storage limit of 0 MiB")
        // A withdrawn operation still uses up its number.
        #expect(try laptop.run(laptop.skip()).status == .applied)
    }

    /// The running count equals a count of the rows.
    @Test func theCountMatchesTheRows() throws {
        let folder = try ScratchDirectory(name: "trove-stored")
        let server = TestServer(store: try .open(folder.path("server.db")))
        let laptop = try server.signUp()
        let phone = try server.logIn()
        let connection = try Connection(path: folder.path("server.db"), access: .readOnly)
        for round in 0..<20 {
            let base = UInt64(round * 10)
            _ = try laptop.push(
                laptop.create(id(base + 1), kind: "gem", ("name", .string("Ruby \(round)"))),
                laptop.create(id(base + 2), ("title", "Dune"), note),
                laptop.update(id(base + 2), base: 0, ("title", "Émile"), ("pages", 3)),
                laptop.update(id(base + 1), kind: "gem", base: 0, ("name", .string("R\(round)"))),
                laptop.delete(id(base + 2), base: Version(rawValue: 1 << 40)),
                laptop.delete(id(base + 3), base: 0),
                laptop.delete(id(base + 2), base: 0), laptop.skip(),
                laptop.create(id(base + 2), ("title", "Emma")),
                laptop.update(id(base + 9), base: 0, ("title", "nothing")))
            _ = try phone.push(
                phone.update(id(base + 2), base: 0, ("title", "Kim")),
                phone.delete(id(base + 1), kind: "gem", base: 0))
        }
        let counted = try connection.integer("SELECT stored FROM users")
        try server.core.collectGarbage()
        #expect(try connection.integer("SELECT stored FROM users") == counted)
        server.pass(days: 200)
        let tablet = try server.logIn()
        let end = try tablet.changes().next
        _ = try tablet.changes(since: end)
        _ = try server.core.collectGarbage(days: 0, deviceDays: 1)
        #expect(try connection.integer("SELECT stored FROM users") ?? 0 < counted ?? 0)
    }

    // MARK: The rate limit

    @Test func pushesAreRateLimited() throws {
        let server = try server {
            $0.pushRate.burst = 100_000
            $0.pushRate.perSecond = 1000
        }
        let laptop = try server.signUp()
        var answer = laptop.tryPush([laptop.skip()])
        var rounds = 0
        while answer.status == 200, rounds < 100 {
            rounds += 1
            answer = laptop.tryPush([laptop.skip()])
        }
        #expect((10...30).contains(rounds))
        #expect(answer.status == 429)
        let wait = try #require(answer.header("Retry-After").flatMap { Int($0) })
        #expect((1...10).contains(wait))
        // Others are not affected, and reads are unlimited.
        let other = try server.signUp("bea@example.org")
        #expect(try other.run(other.skip()).status == .applied)
        #expect(try laptop.changes().acknowledged == rounds)
        server.pass(seconds: wait)
        laptop.number -= 1
        #expect(try laptop.run(laptop.skip()).status == .applied)
    }
}
