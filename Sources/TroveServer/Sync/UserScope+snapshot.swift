import TroveModel
import TroveWire

/// A page of the living entries.
struct SnapshotPage {
    let cursor: Cursor
    let rows: [PageRow]
    let names: [Int: String]
    let hasMore: Bool

    /// The body of the reply.
    var bytes: [UInt8] {
        SnapshotReply.bytes(cursor: cursor, hasMore: hasMore) { writer in
            rows.append(to: &writer, names: names)
        }
    }
}

extension UserScope {
    private static let first = UserQuery.page(
        "ver, id, kind, deleted, fields, device", where: "deleted = 0", by: "id")
    private static let following = UserQuery.page(
        "ver, id, kind, deleted, fields, device", where: "id > ?3 AND deleted = 0", by: "id")

    /// Returns the living entries after an ID, or from the first on.
    func snapshot(
        after id: ItemID?, limit: Int, _ policy: any MergePolicy
    ) throws -> SnapshotPage {
        let state = try state()
        let statement = try statement(id == nil ? Self.first : Self.following)
        statement.bind(limit + 1, at: 2)
        if let id { statement.bind(id: id.high, id.low, at: 3) }
        defer { statement.reset() }
        var rows: [PageRow] = []
        var size = 0
        var count = 0
        var hasMore = false
        while try statement.step() {
            count += 1
            if count > limit || size >= Limits.pageBytes {
                hasMore = true
                break
            }
            let row = PageRow(statement)
            size += row.size
            guard policy.isCovered(row.version, at: state.cursor.sequence) else { continue }
            rows.append(row)
        }
        return SnapshotPage(
            cursor: state.cursor, rows: rows, names: try deviceNames(for: rows), hasMore: hasMore)
    }
}
