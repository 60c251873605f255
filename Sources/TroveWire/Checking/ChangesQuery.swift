import TroveModel

/// The parameters of `GET /v1/changes`.
package struct ChangesQuery: Sendable, Hashable {
    /// The version after which the page begins.
    package let since: Version
    /// The last cursor that the device knows: at `since`, or later.
    package let reached: Cursor

    /// Creates a query.
    package init(since: Version, reached: Cursor) {
        self.since = since
        self.reached = reached
    }
}

extension ChangesReply {
    /// Checks that the page answers the query.
    ///
    /// - Throws: the member that does not match it.
    package func check(against query: ChangesQuery) throws(WireError) {
        guard next.epoch == query.reached.epoch else { throw WireError("epoch") }
        guard since == query.since else { throw WireError("since") }
        guard next.sequence >= since else { throw WireError("next") }
        // Only a page with more to follow may end before the cursor that the device knows.
        guard hasMore || next.sequence >= query.reached.sequence else { throw WireError("next") }
        // At the same version of the same history, the mark is the same.
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
