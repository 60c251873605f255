import TroveModel

/// What `GET /v1/changes` was asked for.
package struct ChangesQuery: Sendable, Hashable {
    /// The page begins behind this number.
    package let since: Version
    /// The last point of the history that the device knows: `since`, or behind it.
    package let reached: Cursor

    package init(since: Version, reached: Cursor) {
        self.since = since
        self.reached = reached
    }
}

extension ChangesReply {
    /// Holds the page against what was asked for.
    ///
    /// - Throws: the member that does not belong to the request.
    package func check(against query: ChangesQuery) throws(WireError) {
        guard next.epoch == query.reached.epoch else { throw WireError("epoch") }
        guard since == query.since else { throw WireError("since") }
        guard next.sequence >= since else { throw WireError("next") }
        // Only a page that ends early may end before what the device knows.
        guard hasMore || next.sequence >= query.reached.sequence else { throw WireError("next") }
        // The same point of the same history has the same mark.
        guard next.sequence != query.reached.sequence || next.mark == query.reached.mark else {
            throw WireError("mark")
        }
        guard !hasMore || !entries.isEmpty else { throw WireError("more") }
        var ids: Set<ItemID> = []
        var last = since.next
        for entry in entries {
            guard entry.version >= last, entry.version <= next.sequence else {
                throw WireError("entries.ver")
            }
            last = entry.version
            guard ids.insert(entry.id).inserted else { throw WireError("entries.id") }
        }
    }
}
