import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveWire

struct PagingTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    private static let limit = 3

    /// None, one, around the limit and around twice the limit.
    static let counts = [0, 1, limit - 1, limit, limit + 1, 2 * limit, 2 * limit + 1]

    private func create(_ count: Int) throws {
        _ = try laptop.tryPush(
            (0..<count).map { laptop.create(id(UInt64($0 + 1)), ("title", .string("\($0)"))) }
        ).message(PushReply.init)
    }

    @Test(arguments: counts) func changesComePageByPage(_ count: Int) throws {
        try create(count)
        var cursor = Cursor.start(of: laptop.epoch)
        var versions: [Int] = []
        var pages = 0
        while true {
            let page = try laptop.changes(since: cursor, limit: Self.limit)
            pages += 1
            #expect(page.since == cursor.sequence)
            versions += page.entries.map(\.version.rawValue)
            cursor = page.next
            #expect(page.hasMore == (versions.count < count))
            #expect(!page.hasMore || page.entries.count == Self.limit)
            if !page.hasMore { break }
        }
        #expect(versions == Array(1..<count + 1))
        #expect(pages == max(1, (count + Self.limit - 1) / Self.limit))
        #expect(try laptop.changes(since: cursor).entries.isEmpty)
    }

    @Test(arguments: counts) func aSnapshotComesPageByPage(_ count: Int) throws {
        try create(count)
        var ids: [ItemID] = []
        var pages = 0
        while true {
            let page = try laptop.snapshot(after: ids.last, limit: Self.limit)
            pages += 1
            ids += page.entries.map(\.id)
            #expect(page.cursor.sequence.rawValue == count)
            #expect(page.hasMore == (ids.count < count))
            if !page.hasMore { break }
        }
        #expect(ids == (1..<UInt64(count) + 1).map(id))
        #expect(pages == max(1, (count + Self.limit - 1) / Self.limit))
    }

    @Test func aSnapshotHasNoTombstones() throws {
        try create(4)
        _ = try laptop.push(laptop.delete(id(2), base: 2), laptop.delete(id(4), base: 4))
        let page = try laptop.snapshot(limit: 2)
        #expect(page.entries.map(\.id) == [id(1), id(3)] && !page.hasMore)
        let changes = try laptop.changes()
        #expect(changes.entries.map(\.isDeleted) == [false, false, true, true])
        #expect(changes.entries.map(\.id) == [id(1), id(3), id(2), id(4)])
    }

    /// With `entriesBefore` on the same page.
    @Test(arguments: 0...1) func anOperationsChangesStayTogether(entriesBefore: Int) throws {
        let phone = try server.logIn()
        for _ in 0..<entriesBefore { _ = try phone.push(phone.create(id(9), ("title", "Zadig"))) }
        try create(1)
        let base = Version(rawValue: entriesBefore + 1)
        let fields = (0..<5).map { ("f\($0)", JSON.integer($0)) }
        _ = try laptop.push(laptop.operation(.update, id(1), kind: "book", base: base, fields))
        let other = fields.map { ($0.0, JSON.integer(9)) } + [("pages", 3)]
        // Five conflicts and the entry itself.
        _ = try phone.push(phone.operation(.update, id(1), kind: "book", base: base, other))
        _ = try phone.push(phone.create(id(2), ("title", "Emma")))
        let page = try phone.changes(limit: 2)
        let version = Version(rawValue: entriesBefore + 3)
        #expect(page.entries.count == entriesBefore + 6)
        #expect(page.entries.dropFirst(entriesBefore).allSatisfy { $0.version == version })
        #expect(page.hasMore && page.next.sequence == version)
        let rest = try phone.changes(since: page.next, limit: 2)
        #expect(rest.entries.map(\.id) == [id(2)] && !rest.hasMore)
    }

    @Test func aPagesBytesAreLimited() throws {
        // 20 entries of 60 kB each.
        let fields = (0..<4).map { ("f\($0)", JSON.string(String(repeating: "x", count: 15_000))) }
        for number in 1...20 {
            let title = ("title", JSON.string("\(number)"))
            _ = try laptop.push(
                laptop.operation(
                    .create, id(UInt64(number)), kind: "book", base: 0, [title] + fields))
        }
        let changes = laptop.askChanges()
        #expect(changes.reply.body.count < Limits.pageBytes + Limits.entry)
        let page = try changes.message(ChangesReply.init)
        #expect(page.hasMore && page.entries.count == 18)
        #expect(try laptop.changes(since: page.next).entries.map(\.version) == [19, 20])
        let snapshot = try laptop.snapshot()
        #expect(snapshot.hasMore && snapshot.entries.count == 18)
        #expect(try laptop.everything().count == 20)
    }

    @Test func anOperationWithoutEffectMovesTheCursor() throws {
        try create(1)
        let before = try laptop.changes().next
        _ = try laptop.push(laptop.skip(), laptop.create(id(2), ("title", "")))
        let page = try laptop.changes(since: before)
        #expect(page.entries.isEmpty && page.next.sequence == 3 && page.next != before)
    }

    @Test func onlyTheLatestVersionOfAnEntryIsSent() throws {
        try create(2)
        let before = try laptop.changes().next
        _ = try laptop.push(
            laptop.update(id(1), base: 1, ("pages", 5)), laptop.update(id(1), base: 3, ("page", 2)))
        let page = try laptop.changes(since: before)
        #expect(page.entries.map(\.version) == [4])
    }

    // MARK: Waiting

    @Test func anUpToDateDeviceCanWait() throws {
        try create(1)
        let cursor = try laptop.changes().next
        let parked = laptop.askChanges(since: cursor, wait: 20)
        #expect(parked.parked == 20)
        // In the end the daemon asks again, and is answered.
        let last = laptop.askChanges(since: cursor, wait: 20, isLast: true)
        #expect(last.parked == nil)
        let page = try last.message(ChangesReply.init)
        #expect(page.entries.isEmpty && page.next == cursor && !page.hasMore)
    }

    @Test func anOutdatedDeviceDoesNotWait() throws {
        try create(2)
        let first = try laptop.changes(limit: 1).next
        #expect(laptop.askChanges(since: first, wait: 20).parked == nil)
        #expect(laptop.askChanges(wait: 20).parked == nil)
        let all = try laptop.changes().next
        #expect(laptop.askChanges(since: all).parked == nil)
        #expect(laptop.askChanges(since: all, wait: 0).parked == nil)
    }

    @Test func missingOnlyNoOpsDoesNotWait() throws {
        try create(1)
        let cursor = try laptop.changes().next
        _ = try laptop.push(laptop.skip())
        #expect(laptop.askChanges(since: cursor, wait: 20).parked == nil)
    }
}
