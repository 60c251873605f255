import TroveCodecs
import TroveModel
import TroveSystem
import TroveWire

/// A push while it runs in one transaction. Throwing rolls back all of it.
struct PushTransaction {
    let scope: UserScope
    let push: CheckedPush
    let now: Timestamp
    let limits: Allowance
    let policy: any MergePolicy
    let entries: EntryRows
    let nameRows: NameRows
    /// The fields with unique values that the user has defined.
    var ownFields: OwnUniqueFields
    private let ledger: Ledger
    /// The IDs of the conflicts of the current operation.
    var conflictIDs: HistoryMark.ConflictIDs
    let device: PushingDevice
    var state: UserState
    /// The bytes that the current operation adds.
    private let size: StoredSize.Counter
    /// The fields whose values were in `names` when the push began.
    private let followed: [OwnUniqueFields.Name]

    /// The limits of the account.
    struct Allowance {
        /// Living entries, without conflicts.
        let entries: Int
        /// Bytes, by `StoredSize`.
        let stored: Int
        /// Extra bytes for deletions and withdrawals, which eventually free space.
        let reserve: Int
        /// The processor time after which no further operation begins. Together with the waits for
        /// the database, a push may take four times as long.
        let time: Duration
    }

    /// What the operations of a push may use before no further one begins. The time counts from
    /// the creation of the value.
    private struct Budget {
        /// The bytes of the entries that are read and changed, by `EntryRows`.
        static let entries = 16 << 20
        /// The bytes of the results. Devices read answers of up to 8 MiB.
        static let results = 4 << 20

        private let end: Duration
        private let lateEnd: Duration

        init(time: Duration) {
            end = ThreadClock.processorTime + time
            lateEnd = MonotonicClock.uptime + time * 4
        }

        /// Whether the time is over.
        var isOver: Bool {
            ThreadClock.processorTime >= end || MonotonicClock.uptime >= lateEnd
        }
    }

    /// Runs a push in a transaction.
    ///
    /// - Returns: the reply.
    /// - Throws: `ServerRefusal`, `StoreFault`, `EntryRow.Damage`, `ImpossibleNumber`.
    static func run(
        _ push: CheckedPush, in scope: UserScope, limits: Allowance, isTokenOld: Bool,
        at now: Timestamp, policy: any MergePolicy
    ) throws -> PushReply {
        let reading = PushReading(scope, at: now)
        return try scope.write(sending: { try reading.statements(of: push) }) { rows in
            var transaction = try PushTransaction(
                push, reading, rows, limits: limits, policy: policy)
            return try transaction.run(isTokenOld: isTokenOld)
        }
    }

    /// Takes the rows that a push reads.
    private init(
        _ push: CheckedPush, _ reading: PushReading, _ rows: [any StoreRows], limits: Allowance,
        policy: any MergePolicy
    ) throws {
        self.push = push
        self.limits = limits
        self.policy = policy
        scope = reading.scope
        now = reading.now
        entries = reading.entries
        nameRows = reading.names
        ledger = reading.ledger
        size = reading.size
        state = try UserState(rows[0])
        conflictIDs = HistoryMark.ConflictIDs(of: state.cursor.mark)
        device = try PushingDevice(rows[1])
        let mark = try UserScope.mark(rows[2])
        ownFields = try OwnUniqueFields(rows[3])
        followed = try OwnUniqueFields.followed(rows[4])
        try entries.take(rows[5])
        try nameRows.take(rows[6])
        try scope.check(push.cursor, in: state, mark: mark, policy)
    }

    /// The version that the current operation gives to its changes.
    var version: FieldVersion {
        FieldVersion(sequence: state.cursor.sequence, device: scope.device)
    }

    private mutating func run(isTokenOld: Bool) throws -> PushReply {
        let before = state.cursor.sequence
        var last = device.lastNumber
        var results: [PushResult] = []
        let budget = Budget(time: limits.time)
        // The store may come from an earlier server, which did not follow definitions.
        try follow(followed)
        results.reserveCapacity(push.operations.count)
        let numbers = push.operations.map(\.operation.number)
        for operation in push.operations {
            // After this refusal, the device sends half as many operations, down to one, which is
            // never refused for this reason.
            guard results.isEmpty || hasLeft(budget) else {
                throw ServerRefusal.tooLarge(
                    "these operations take too much time or memory; send fewer at once")
            }
            let number = operation.operation.number
            guard let ledgerNumber = policy.ledgerNumber(of: number, after: last) else {
                results.append(try ledger.result(of: operation, among: numbers))
                continue
            }
            guard number <= last + 1 else { throw ServerRefusal.gap(behind: last, number) }
            guard try hasRoom(for: operation) else {
                throw ServerRefusal.storedQuota(limits.stored)
            }
            results.append(try run(operation, keepingUnder: ledgerNumber))
            last = max(last, number)
        }
        var saving = try savingRows()
        if state.cursor.sequence > before { saving.append(try scope.advancing(to: state)) }
        if let first = push.operations.first {
            saving.append(
                try scope.recordingProgress(
                    last: last, confirmed: max(device.confirmedNumber, first.operation.number - 1),
                    passed: push.cursor.sequence, at: now))
        }
        try scope.runBeforeCommit(saving)
        return PushReply(
            acknowledged: last, before: before, cursor: state.cursor, results: results,
            isTokenOld: isTokenOld)
    }

    /// Whether another operation may begin.
    private func hasLeft(_ budget: Budget) -> Bool {
        !budget.isOver && entries.bytes < Budget.entries && ledger.resultBytes < Budget.results
    }

    /// Returns the statements that save the changes so far.
    private func savingRows() throws(StoreFault) -> [any StoreRows] {
        var rows: [any StoreRows] = []
        if let entries = try entries.saving() { rows.append(entries) }
        if let ledger = try ledger.saving() { rows.append(ledger) }
        return try rows + nameRows.saving()
    }

    /// Saves the changes so far, for a statement that reads them.
    func save() throws(StoreFault) {
        for statement in try savingRows() { try statement.run() }
    }

    /// Runs an operation and keeps its result in the ledger. Every operation takes a sequence
    /// number, even a rejected one.
    private mutating func run(
        _ operation: CheckedOperation, keepingUnder ledgerNumber: Int
    ) throws -> PushResult {
        state.cursor.sequence = state.cursor.sequence.next
        let attempt = HistoryMark.attempt(
            after: state.cursor.mark, device: (device.id.high, device.id.low),
            digest: operation.digest, base: operation.operation.base)
        conflictIDs = HistoryMark.ConflictIDs(of: attempt)
        let result = try effect(of: operation)
        if operation.operation.kind == Kind.definition.storedName { try readDefinitions() }
        state.cursor.mark = HistoryMark.next(after: attempt, outcome: HistoryMark.word(of: result))
        ledger.keep(
            result, of: operation, number: ledgerNumber, sequence: state.cursor.sequence,
            mark: state.cursor.mark)
        state.stored += size.take()
        return result
    }

    /// Returns whether the result of an operation fits into the account, including the reserve.
    /// Deleting an existing entry always fits: it needs little space and happens only once.
    private func hasRoom(for operation: CheckedOperation) throws -> Bool {
        guard state.stored >= limits.stored + limits.reserve else { return true }
        guard operation.operation.action == .delete,
            let row = try entries.find(operation.operation.id)
        else { return false }
        return !row.isDeleted
    }

    /// Throws a rejection if the account is full, for operations that would store more.
    private func checkRoom() throws(Rejection) {
        guard state.stored < limits.stored else { throw .stored(limits.stored) }
    }

    private mutating func effect(of operation: CheckedOperation) throws -> PushResult {
        do {
            if let rejection = operation.rejection { throw rejection }
            switch operation.operation.action {
            case .skip: return result(.applied, operation, version: 0)
            case .create:
                try checkRoom()
                return try create(operation)
            case .update:
                try checkRoom()
                guard let row = try entries.find(operation.operation.id) else {
                    let isHeld = try ledger.hasRejected(operation.operation.id)
                    throw isHeld ? Rejection.isHeld : .isUnknown
                }
                try check(operation, isOfKindOf: row)
                return row.isDeleted
                    ? try conflict(of: operation, withTombstone: row)
                    : try merge(operation, into: row)
            case .delete: return try delete(operation)
            }
        } catch let rejection as Rejection {
            return result(.rejected, operation, version: 0, error: rejection)
        }
    }

    /// Returns whether the entry has a change that the pushing device has not seen, if it saw the
    /// entry at `base`.
    func hasUnseen(_ row: EntryRow, at base: Version) -> Bool {
        lastUnseen(row, at: base) != nil
    }

    /// Returns the newest change of an entry that the pushing device has not seen, if it saw the
    /// entry at `base`; nil if it has seen all.
    private func lastUnseen(_ row: EntryRow, at base: Version) -> FieldVersion? {
        row.versions.lastUnseen(by: scope.device, at: base, fields: row.fields, policy: policy)
    }

    /// Returns the number of the device whose change of an entry stands against an operation.
    func opponent(of operation: CheckedOperation, _ row: EntryRow) -> Int {
        lastUnseen(row, at: operation.operation.base)?.device ?? row.device
    }

    func check(_ operation: CheckedOperation, isOfKindOf row: EntryRow) throws(Rejection) {
        guard operation.operation.kind.isExactly(row.kind) else { throw .isOfAnotherKind }
    }

    func result(
        _ status: PushResult.Status, _ operation: CheckedOperation, version: Version,
        error: Rejection? = nil, entry: Entry? = nil
    ) -> PushResult {
        PushResult(
            number: operation.operation.number, status: status, version: version, error: error,
            entry: entry)
    }

    /// Returns the bytes of an operation's fields.
    func fields(of operation: CheckedOperation) -> [UInt8] {
        Array(push.bytes[operation.fields])
    }
}

extension HistoryMark {
    /// Returns the part of a result that goes into the mark.
    static func word(of result: PushResult) -> Int {
        let status =
            switch result.status {
            case .applied: 0
            case .merged: 1
            case .conflict: 2
            case .rejected: 3
            }
        return result.version.rawValue << 2 | status
    }
}
