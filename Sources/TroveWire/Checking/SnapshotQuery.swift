package import TroveModel

/// The parameters of `GET /v1/snapshot`.
package struct SnapshotQuery: Sendable, Hashable {
    /// The last ID of the previous page; nil for the first page.
    package var last: ItemID?
    /// The cursor of the previous page; nil for the first page.
    package var former: Cursor?
    /// The newest known cursor, if the snapshot must be of the same history.
    package var known: Cursor?

    /// Creates a query.
    package init(last: ItemID? = nil, former: Cursor? = nil, known: Cursor? = nil) {
        self.last = last
        self.former = former
        self.known = known
    }
}

extension SnapshotReply {
    /// Checks that the page answers the query.
    ///
    /// - Throws: the member that does not match it.
    package func check(against query: SnapshotQuery) throws(WireError) {
        for point in [query.former, query.known].compactMap({ $0 }) {
            guard cursor.epoch == point.epoch else { throw WireError("epoch") }
            guard cursor.sequence >= point.sequence else { throw WireError("seq") }
            guard cursor.sequence != point.sequence || cursor.mark == point.mark else {
                throw WireError("mark")
            }
        }
        guard !hasMore || !entries.isEmpty else { throw WireError("more") }
        var last = query.last
        for entry in entries {
            if let last, !last.comes(before: entry.id) { throw WireError("entries.id") }
            last = entry.id
            guard (1...max(1, cursor.sequence)).contains(entry.version) else {
                throw WireError("entries.ver")
            }
            guard !entry.isDeleted else { throw WireError("entries.deleted") }
        }
    }
}

extension ItemID {
    /// Returns whether this ID precedes another in a snapshot.
    fileprivate func comes(before other: ItemID) -> Bool {
        (high, low) < (other.high, other.low)
    }
}
