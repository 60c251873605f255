package import TroveModel
package import TroveWire

/// The numbers of changes that wait for the server or for the user.
package struct QueueCounts: Sendable, Hashable {
    /// The operations in the outbox, without skips.
    package let waiting: Int
    /// The rejected operations, and those held behind them.
    package let problems: Int
    /// The conflicts that the user has not resolved.
    package let conflicts: Int

    /// Creates the counts.
    package init(waiting: Int, problems: Int, conflicts: Int) {
        self.waiting = waiting
        self.problems = problems
        self.conflicts = conflicts
    }
}

/// The operations of a library that wait to be pushed, and those that the server rejected.
package struct Outbox {
    let library: Library
    private var replica: Replica { library.replica }

    init(library: Library) {
        self.library = library
    }

    // MARK: Reading

    /// Counts the outbox, the rejected operations and the conflicts. All counts are 0 in a library
    /// that queues no changes.
    package func counts() throws(LibraryError) -> QueueCounts {
        guard library.isReplicating else {
            return QueueCounts(waiting: 0, problems: 0, conflicts: 0)
        }
        return try library.looking {
            try library.connection.reading {
                QueueCounts(
                    waiting: try replica.outbox.count(), problems: try replica.problems.count(),
                    conflicts: try replica.shadow.conflicts().count)
            }
        }
    }

    /// Returns whether the outbox has no operations, skips included.
    package func isEmpty() throws(LibraryError) -> Bool {
        guard library.isReplicating else { return true }
        return try library.looking { try replica.outbox.isEmpty() }
    }

    /// Returns the first operations behind a number, skips included, sorted by number.
    package func entries(
        limit: Int, behind number: OperationNumber = OperationNumber(rawValue: 0)
    ) throws(LibraryError) -> [OutboxEntry] {
        guard library.isReplicating else { return [] }
        return try library.looking {
            try replica.outbox.entries(limit: limit, behind: number)
        }
    }

    /// Returns the operations that the server rejected, and those held behind them.
    package func problems() throws(LibraryError) -> [ProblemEntry] {
        guard library.isReplicating else { return [] }
        return try library.looking { try replica.problems.entries() }
    }

    /// Returns the marks of items that differ from the server's, by item number.
    package func marks() throws(LibraryError) -> [ItemNumber: SyncMark] {
        guard library.isReplicating else { return [:] }
        return try library.looking { try replica.outbox.marks() }
    }

    /// Returns whether the server has never seen an item: it reported no version of it, and no
    /// operation on it may have been sent.
    package func isUnseen(_ id: ItemID) throws(LibraryError) -> Bool {
        guard library.isReplicating, !asked.contains(where: { $0.id == id }) else { return false }
        return try library.looking {
            guard try replica.shadow.version(of: id) == 0 else { return false }
            return try replica.outbox.entries(of: id).allSatisfy {
                !$0.isUnconfirmed && $0.number > replica.state.sentThrough
            }
        }
    }

    /// Returns whether a change reverts the last operation on its item, which the server cannot
    /// have seen. Then neither is sent.
    package func takesBack(_ change: Change) throws(LibraryError) -> Bool {
        guard library.isReplicating else { return false }
        return try library.looking {
            let waiting = try replica.outbox.entries(of: change.id)
            return try ChangeQueue(Transaction(library))
                .operation(revertedBy: change, among: waiting) != nil
        }
    }

    /// The highest number given to an operation of this device.
    package var lastNumber: OperationNumber { replica.state.lastNumber }

    // MARK: Sending

    /// Makes a push of the first operations behind a number, and records that they may reach the
    /// server. Both happen in one transaction: another shell may take back an operation that does
    /// not count as sent.
    ///
    /// - Parameters:
    ///   - limit: The largest number of operations.
    ///   - number: The number before the first one.
    ///   - make: Returns a push of operations that can be sent together, and the number of the last
    ///     one that it sends; nil to send nothing. It may be called twice.
    /// - Returns: The push; nil if there is nothing to send.
    /// - Throws: Why the library cannot be read or written.
    package func takePush<Push>(
        limit: Int, behind number: OperationNumber = OperationNumber(rawValue: 0),
        _ make: ([OutboxEntry]) -> (push: Push, last: OperationNumber)?
    ) throws(LibraryError) -> Push? {
        guard try !entries(limit: 1, behind: number).isEmpty else { return nil }
        // No shell takes back what counts as sent already.
        if replica.state.lastNumber <= replica.state.sentThrough {
            guard let (push, last) = make(try next(limit: limit, behind: number)) else {
                return nil
            }
            if last <= replica.state.sentThrough { return push }
        }
        var taken: Push?
        try library.writing { transaction in
            guard let (push, last) = make(try next(limit: limit, behind: number)) else { return }
            try transaction.state.noteSending(through: last)
            taken = push
        }
        return taken
    }

    /// Returns the first operations behind a number that can be sent together. The deletion of a
    /// conflict ends them if it waits for one of them; operations up to the number are not
    /// considered.
    private func next(
        limit: Int, behind number: OperationNumber
    ) throws(LibraryError) -> [OutboxEntry] {
        let entries = try entries(limit: limit, behind: number)
        guard entries.contains(where: \.operation.waitsForChange) else { return entries }
        return try library.looking {
            let end = try entries.indices.first { place in
                let operation = entries[place].operation
                guard operation.waitsForChange,
                    let item = try replica.shadow.conflict(operation.id)?.entry
                else { return false }
                return entries[..<place].contains { $0.operation.id == item }
            }
            return Array(entries[..<(end ?? entries.endIndex)])
        }
    }

    /// Sets whether queued operations are sent at once. If not, they count as not sent until
    /// `takePush`.
    package func setSendsAtOnce(_ sendsAtOnce: Bool) { replica.state.sendsAtOnce = sendsAtOnce }

    /// Records that a push of the operations up to a number, which a device made, got no answer.
    package func noteFailedPush(
        through number: OperationNumber, of device: String?
    ) throws(LibraryError) {
        try library.writing { transaction in
            guard transaction.state.account?.device == device else { return }
            try transaction.state.noteFailedPush(through: number)
        }
    }

    /// Returns how often an operation of the outbox was sent without an answer.
    package func attempts(of number: OperationNumber) -> Int {
        replica.state.failedPushes.count { $0 >= number }
    }

    /// Applies the server's answer to a push of a device. Operations that another shell has already
    /// settled are skipped. If another shell has since registered the library as another device,
    /// its operations have the same numbers, and the answer is ignored.
    package func apply(
        _ reply: PushReply, to device: String?, at time: Timestamp
    ) throws(LibraryError) -> PushOutcome {
        var outcome = PushOutcome()
        func merge(_ transaction: Transaction) throws {
            guard transaction.state.account?.device == device else { return }
            var merge = PushMerge(transaction, at: time)
            try merge.take(reply)
            outcome = merge.outcome
        }
        // After a power failure the device pushes the operations again, and the server repeats its
        // answer. A problem or a conflict that was announced must still be there, however.
        if reply.results.allSatisfy({ $0.status == .applied }) {
            try library.writingRepeatably(merge)
        } else {
            try library.writing(merge)
        }
        return outcome
    }

    /// Makes an operation of a device that the server considers invalid a problem, without sending
    /// it again.
    package func park(
        _ number: OperationNumber, of device: String?, _ rejection: Rejection
    ) throws(LibraryError) {
        try library.writing { transaction in
            guard transaction.state.account?.device == device else { return }
            let replica = transaction.replica
            guard let entry = try replica.outbox.entry(number), entry.operation.action != .skip
            else { return }
            try replica.outbox.skip(number)
            try replica.reject(
                entry.operation, rejection, number: number, sentThrough: number, asked: [],
                replica.outbox.resolutions())
        }
    }

    // MARK: Decisions of the user

    /// Queues rejected operations again, and what lost in conflicts that the server no longer has.
    ///
    /// - Returns: the number of problems of their items.
    package func retry(_ problems: [ProblemEntry], at time: Timestamp) throws(LibraryError) -> Int {
        var count = 0
        try library.writing { transaction in
            let queue = ChangeQueue(transaction)
            for id in problems.map(\.operation.id).unique {
                count += try transaction.replica.problems.entries(of: id).count
                try queue.requeue(id)
                try queue.requeueLost(id)
                try transaction.updateRows(
                    of: [id], from: Authorship.server, at: time)
            }
        }
        return count
    }

    /// Discards rejected operations, so that the items show the server's values.
    ///
    /// - Returns: the number of problems of their items.
    package func drop(_ problems: [ProblemEntry], at time: Timestamp) throws(LibraryError) -> Int {
        var count = 0
        try library.writing { transaction in
            let table = transaction.replica.problems
            for id in problems.map(\.operation.id).unique {
                for problem in try table.entries(of: id) {
                    try table.discard(problem.operation, at: time)
                    count += 1
                }
                try table.remove(of: id)
                try transaction.updateRows(
                    of: [id], from: Authorship.server, at: time)
            }
        }
        return count
    }

    // MARK: Operations that a command waits for

    /// The operations of the open transaction whose answers a command waits for.
    package var asked: [AskedOperation] { library.asked }

    /// Removes operations from the open transaction as if they had never been made.
    ///
    /// - Parameters:
    ///   - operations: the operations.
    ///   - areUsedUp: whether the server has seen their numbers.
    ///   - time: when the values became known that the operations hid.
    /// - Throws: why the library cannot be written.
    package func takeBack(
        _ operations: [AskedOperation], areUsedUp: Bool, at time: Timestamp
    ) throws(LibraryError) {
        try library.writing { transaction in
            let replica = transaction.replica
            // The numbers of the last operations may be free again.
            for operation in operations.sorted(by: { $0.number > $1.number }) {
                try replica.problems.remove(operation)
                if areUsedUp || replica.state.freeLast(operation.number) {
                    try replica.outbox.remove(operation.number)
                } else {
                    try replica.outbox.skip(operation.number)
                }
            }
            library.lastPast = LastPast()
            let sequences = operations.map(\.sequence)
            let made = try sequences.sorted(by: >).compactMap(library.log.change)
            try library.log.forget(sequences)
            try library.marks.keepWithin(transaction)
            for change in made { try revert(change, transaction) }
            // The log gets what the server has sent meanwhile.
            try transaction.updateRows(
                of: operations.map(\.id).unique, from: Authorship.server, at: time)
        }
        _ = removeAsked(operations)
    }

    /// Reverts in the rows what a change that the log has forgotten did, as far as that is still
    /// there.
    private func revert(_ change: Change, _ transaction: Transaction) throws {
        let present = try transaction.stores[change.kind].row(change.number)?.values
        let action: Change.Action
        switch (change.action, present) {
        case (.create, let values?): action = .delete(values)
        case (.delete(let values), nil): action = .create(values)
        case (.update(let fields), let values?):
            let kept = fields.filter { values[$0.field] == $0.after }
            guard !kept.isEmpty else { return }
            action = .update(
                kept.map { Change.FieldChange(field: $0.field, before: $0.after, after: $0.before) }
            )
        default: return
        }
        let reversal = Change(
            kind: change.kind, number: change.number, id: change.id, action: action)
        try library.writeRows([reversal])
        try library.apply([reversal])
    }

    /// Returns the unanswered operations of a command, given another operation of it that is
    /// settled.
    package func rest(
        ofCommandOf settled: AskedOperation?
    ) throws(LibraryError) -> [AskedOperation] {
        guard let settled, let first = asked.first else { return [] }
        return try library.looking {
            guard let command = try library.log.extent(ofCommandOf: first.sequence),
                command.contains(settled.sequence)
            else { return [] }
            return asked.filter { command.contains($0.sequence) }
        }
    }

    /// Stops waiting for operations that the server has carried out or that stay queued.
    package func stopWaiting(for operations: [AskedOperation]) throws(LibraryError) {
        let resolutions = removeAsked(operations).flatMap(\.resolutions)
        if !resolutions.isEmpty { try library.conflicts.delete(resolutions) }
    }

    /// Removes operations from those that a command waits for, and returns those that were among
    /// them.
    private func removeAsked(_ operations: [AskedOperation]) -> [AskedOperation] {
        let numbers = Set(operations.map(\.number))
        let removed = library.asked.filter { numbers.contains($0.number) }
        library.asked.removeAll { numbers.contains($0.number) }
        return removed
    }

    /// Keeps operations of the open transaction whose answer did not arrive in time.
    package func keepUnconfirmed(_ operations: [AskedOperation]) throws(LibraryError) {
        try library.writing { transaction in
            for operation in operations {
                try transaction.replica.outbox.markUnconfirmed(operation.number)
            }
        }
        try stopWaiting(for: operations)
    }
}
