import TroveModel
import TroveWire

/// A page of the living entries.
struct SnapshotPage {
    let cursor: Cursor
    let entries: PageEntries
    let hasMore: Bool

    /// The body of the reply.
    var bytes: [UInt8] {
        SnapshotReply.bytes(cursor: cursor, hasMore: hasMore) { entries.append(to: &$0) }
    }
}

extension UserScope {
    private static let first = UserQuery.page(
        PageEntries.columns, where: "deleted = 0", by: "id")
    private static let following = UserQuery.page(
        PageEntries.columns, where: "id > ?3 AND deleted = 0", by: "id")

    /// Returns the living entries after an ID, or from the first one on.
    ///
    /// - Throws: a refusal if the token of the device has ended; `StoreFault`, `ImpossibleNumber`.
    func snapshot(
        after id: ItemID?, limit: Int, _ policy: any MergePolicy
    ) throws -> SnapshotPage {
        let statement = try statement(id == nil ? Self.first : Self.following)
        statement.bind(limit + 1, at: 2)
        if let id { statement.bind(id: id.high, id.low, at: 3) }
        let reading: [any StoreRows] = [
            try readingState(), try readingAskingDevice(), statement,
        ]
        try send(reading)
        defer { statement.reset() }
        let state = try UserState(reading[0])
        // The token may have ended since it was shown.
        _ = try PushingDevice(reading[1])
        var entries = PageEntries()
        var count = 0
        var hasMore = false
        while try statement.step() {
            count += 1
            if count > limit || entries.size >= Limits.pageBytes {
                hasMore = true
                break
            }
            guard policy.isCovered(statement.version(0), at: state.cursor.sequence) else {
                continue
            }
            entries.append(statement)
        }
        try entries.readNames(in: self)
        return SnapshotPage(
            cursor: state.cursor, entries: entries, hasMore: hasMore)
    }
}
