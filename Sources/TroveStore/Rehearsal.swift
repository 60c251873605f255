package import TroveModel

/// What a rehearsed command has changed in the library, in a transaction that is rolled back.
package struct Rehearsal {
    /// The number of changes that are kept; memory does not grow with the command.
    static let keptChanges = 4096

    /// The first changes, in order.
    package private(set) var changes: [Change] = []
    /// The number of all changes, by kind and operation.
    package private(set) var counts: [Subject: Int] = [:]
    /// The number of the last change in the log before the command; nil before a transaction.
    package fileprivate(set) var lastChange: Int?
    /// The number of the last operation in the outbox before the command.
    package fileprivate(set) var lastOperation = OperationNumber(rawValue: 0)
    /// The kinds whose rows are read again after the rehearsal.
    var staleKinds: Set<KindIndex> = []
    /// Whether all of memory is read again after the rehearsal.
    fileprivate var isFarReaching = false
    /// The numbers of the next new items before the command.
    fileprivate var numbers = ItemNumbers()
    /// `Library.mayNeedMigration` before the command.
    fileprivate var mayNeedMigration = false

    /// An operation on the items of a kind.
    package struct Subject: Hashable, Sendable {
        /// The kind of the items.
        package let kind: KindIndex
        /// The operation on them.
        package let operation: Operation
    }

    /// The number of all changes.
    package var count: Int { counts.values.reduce(0, +) }

    /// Records changes that were made in memory. Those before the transaction are from other
    /// programs, and stay. `concernKinds` states whether an item of a hidden kind changes, which
    /// can affect more than its row.
    mutating func add(_ made: [Change], concernKinds: Bool) {
        guard lastChange != nil else { return }
        isFarReaching = isFarReaching || concernKinds
        for change in made {
            counts[Subject(kind: change.kind, operation: change.action.operation), default: 0] += 1
        }
        changes += made.prefix(max(0, Self.keptChanges - changes.count))
    }

    /// Whether all changes were kept, so that their inverses revert memory.
    fileprivate var isComplete: Bool { changes.count == count }
}

/// Trying a command without an effect.
extension Library {
    /// Runs `work`, and then discards everything that it changed, in the file and in memory.
    ///
    /// The changes are made in a transaction that is rolled back, so a crash leaves nothing behind,
    /// either. Memory is reverted by the inverse changes, so a small command costs little in a
    /// large library. `commit` has no effect meanwhile. No transaction may be open.
    ///
    /// - Throws: what `work` throws.
    package func rehearse<Result>(_ work: () throws -> Result) throws -> Result {
        rehearsal = Rehearsal()
        defer { endRehearsal() }
        return try work()
    }

    /// What was changed so far in the rehearsal that is running; nil outside of one.
    package var rehearsed: Rehearsal? { rehearsal }

    /// Records the state at the beginning of the transaction, with the changes of other programs.
    func noteStartOfRehearsal() {
        var start = Rehearsal()
        start.staleKinds = rehearsal?.staleKinds ?? []
        start.lastChange = log.last
        start.lastOperation = replica.state.lastNumber
        start.numbers = numbers
        start.mayNeedMigration = mayNeedMigration
        rehearsal = start
    }

    private func endRehearsal() {
        guard let rehearsal else { return }
        self.rehearsal = nil
        endReading()
        // After an error, the transaction is rolled back and memory is read again.
        guard isInTransaction, let lastChange = rehearsal.lastChange else { return }
        rollbackFile(to: rehearsal.numbers)
        log.goBack(to: lastChange)
        mayNeedMigration = rehearsal.mayNeedMigration
        guard !rehearsal.isFarReaching else { return forgetMemory() }
        do {
            try replica.read()
            try revert(rehearsal)
        } catch {
            forgetMemory()
        }
    }

    /// Reverts the changes of a rehearsal in memory, after they were rolled back in the file.
    private func revert(_ rehearsal: Rehearsal) throws {
        var stale = rehearsal.staleKinds
        if !rehearsal.isComplete { stale.formUnion(rehearsal.counts.keys.map(\.kind)) }
        var unloaded: Set<ItemNumber> = []
        for change in rehearsal.changes where !stores[change.kind].isLoaded(change.number) {
            // The duplicate index follows one change of an item that only the file has.
            if !unloaded.insert(change.number).inserted { stale.insert(change.kind) }
        }
        dropRows(of: stale)
        try apply(
            rehearsal.changes.reversed().filter { !stale.contains($0.kind) }.map(\.inverse))
    }
}
