extension PushReply {
    /// Checks that the reply answers a push.
    ///
    /// - Parameters:
    ///   - sent: the operations of the push, in order.
    ///   - cursor: the cursor of the push.
    /// - Throws: the member that does not match.
    package func check(
        against sent: [SentOperation], at cursor: Cursor
    ) throws(WireError) {
        guard self.cursor.epoch == cursor.epoch else { throw WireError("epoch") }
        guard before >= cursor.sequence else { throw WireError("before") }
        guard results.count == sent.count else { throw WireError("results") }
        // Each new operation takes one sequence number, a repeated one none.
        guard
            self.cursor.sequence.distance(from: before) == results.count(where: { !$0.isDuplicate })
        else {
            throw WireError("seq")
        }
        guard acknowledged >= sent.last?.number ?? 0 else { throw WireError("ack") }
        for (result, operation) in zip(results, sent) {
            try result.check(against: operation, upTo: self.cursor.sequence)
        }
    }
}

extension PushResult {
    fileprivate func check(
        against sent: SentOperation, upTo last: Version
    ) throws(WireError) {
        guard number == sent.number else { throw WireError("results.n") }
        guard version <= last else { throw WireError("results.ver") }
        guard sent.action != .skip else {
            guard status == .applied, entry == nil else { throw WireError("results.status") }
            return
        }
        // Every effect has a version, except the deletion of a conflict that is already gone.
        guard version > .none || status == .rejected || sent.kind == Conflict.kind else {
            throw WireError("results.ver")
        }
        guard let entry else {
            // The entry is included unless it is exactly what was sent.
            guard status == .applied || status == .rejected else {
                throw WireError("results.entry")
            }
            return
        }
        guard status != .rejected, entry.id == sent.id, entry.kind == sent.kind,
            entry.version == version
        else { throw WireError("results.entry") }
    }
}
