package import TroveModel

/// What `GET /v1/snapshot` was asked for.
package struct SnapshotQuery: Sendable, Hashable {
    /// The last id of the page before; nil for the first page.
    package var last: ItemID?
    /// Where the history stood when the page before was made; nil for the first page.
    package var former: Cursor?
    /// The point of the history that the server has told of, if the snapshot must be of that history.
    package var known: Cursor?

    package init(last: ItemID? = nil, former: Cursor? = nil, known: Cursor? = nil) {
        self.last = last
        self.former = former
        self.known = known
    }
}

extension SnapshotReply {
    /// Holds the page against what was asked for.
    ///
    /// - Throws: the member that does not belong to the request.
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
    /// Whether this id stands before another in the order of a snapshot.
    fileprivate func comes(before other: ItemID) -> Bool {
        (high, low) < (other.high, other.low)
    }
}
