import TroveModel
import TroveWire

/// The parameters of `GET /v1/changes`.
struct ChangesRequest: Sendable {
    /// The page begins after this version.
    let since: Version
    /// The last cursor that the device knows: where the page begins, or later.
    let reached: Cursor
    /// The most entries wanted. The entries of one operation stay together, so a page may have
    /// more.
    let limit: Int
    /// How long to wait for a change, in seconds.
    let wait: Int
}

/// A page of changes; without entries if there is nothing new.
struct ChangesPage {
    let since: Version
    let entries: PageEntries
    let next: Cursor
    let hasMore: Bool
    let acknowledged: Int
    /// The version up to which the device had the history before.
    let passed: Version

    /// Returns the body of the reply.
    func bytes(isTokenOld: Bool) -> [UInt8] {
        ChangesReply.bytes(
            since: since, next: next, hasMore: hasMore, acknowledged: acknowledged,
            isTokenOld: isTokenOld
        ) { entries.append(to: &$0) }
    }
}

extension UserScope {
    private static let page = UserQuery.page(
        PageEntries.columns, where: "ver > ?3", by: "ver")
    private static let operation = UserQuery.select(
        PageEntries.columns, from: .entries, where: "ver = ?2")
    private static let mark = UserQuery.select("mark", from: .ledger, where: "seq = ?2")

    /// Returns the page after a cursor.
    ///
    /// - Throws: a refusal for a cursor of another history or one that was collected;
    ///   `StoreFault`.
    func changes(_ request: ChangesRequest, _ policy: any MergePolicy) throws -> ChangesPage {
        let since = request.since
        let reached = request.reached
        let page = try statement(Self.page)
        page.bind(request.limit + 1, at: 2)
        page.bind(since, at: 3)
        let reading: [any StoreRows] = [
            try readingState(), try readingMark(at: reached.sequence), try readingAskingDevice(),
            page,
        ]
        try send(reading)
        defer { page.reset() }
        let state = try UserState(reading[0])
        let mark = try Self.mark(reading[1])
        let device = try PushingDevice(reading[2])
        // This comes first: a restored server may lack what the device has reached, even if it has
        // also collected what comes after `since`.
        try check(reached, in: state, mark: mark, policy)
        guard since >= state.floor else { throw ServerRefusal.expired }
        var (entries, hasMore) = try entries(of: page, limit: request.limit)
        try entries.readNames(in: self)
        var next = state.cursor
        if hasMore, let last = entries.last {
            next.sequence = policy.pageEnd(at: last.version)
            guard let mark = try self.mark(at: next.sequence) else {
                throw EntryRow.Damage(id: last.id)
            }
            next.mark = mark
        }
        return ChangesPage(
            since: since, entries: entries, next: next, hasMore: hasMore,
            acknowledged: device.lastNumber, passed: device.passed)
    }

    /// Checks that a cursor is from this history, and that its following changes are complete.
    ///
    /// - Parameters:
    ///   - cursor: the cursor of a device.
    ///   - state: the state of the history.
    ///   - mark: the mark of the operation at the cursor; nil if it was collected.
    ///   - policy: decides which cursors are known.
    /// - Throws: a refusal if not.
    func check(
        _ cursor: Cursor, in state: UserState, mark: UInt64?, _ policy: any MergePolicy
    ) throws {
        guard cursor.epoch == state.cursor.epoch else { throw ServerRefusal.otherEpoch }
        guard cursor.sequence <= state.cursor.sequence else { throw ServerRefusal.rewound }
        guard cursor.sequence >= state.floor else { throw ServerRefusal.expired }
        let kept = cursor.sequence == .none ? 0 : mark
        guard policy.isKnown(cursor.mark, kept: kept) else { throw ServerRefusal.rewound }
    }

    /// Returns the mark of an operation; nil if it was collected.
    func mark(at sequence: Version) throws(StoreFault) -> UInt64? {
        try Self.mark(readingMark(at: sequence))
    }

    /// Returns the statement that reads the mark of an operation, for `mark(_:)`.
    func readingMark(at sequence: Version) throws(StoreFault) -> any StoreRows {
        let statement = try statement(Self.mark)
        statement.bind(sequence, at: 2)
        return statement
    }

    /// Takes the row of `readingMark`; nil if there is none.
    static func mark(_ row: any StoreRows) throws(StoreFault) -> UInt64? {
        defer { row.reset() }
        return try row.step() ? UInt64(UInt(bitPattern: row.integer(0))) : nil
    }

    /// Returns the entries that a statement reads in the order of their versions, up to the limit
    /// and the size of a page, and whether there are more. Keeps the changes of one operation
    /// together.
    private func entries(
        of statement: any StoreStatement, limit: Int
    ) throws(StoreFault) -> (entries: PageEntries, hasMore: Bool) {
        var entries = PageEntries()
        while try statement.step() {
            let isFull = entries.count >= limit || entries.size >= Limits.pageBytes
            if isFull, statement.version(0) != entries.last?.version {
                statement.reset()
                return (entries, true)
            }
            entries.append(statement)
        }
        guard entries.count > limit || entries.size >= Limits.pageBytes,
            let last = entries.last?.version
        else { return (entries, false) }
        // The limit may have cut the changes of one operation.
        entries.removeLast(last)
        let operation = try self.statement(Self.operation)
        operation.bind(last, at: 2)
        while try operation.step() { entries.append(operation) }
        let next = try self.statement(Self.page)
        next.bind(1, at: 2)
        next.bind(last, at: 3)
        defer { next.reset() }
        return (entries, try next.step())
    }
}
