import TroveModel
import TroveSQLite
import TroveWire

/// A push while it is run, within one transaction. Whatever it throws undoes all of it.
struct PushTransaction {
    let scope: UserScope
    let push: CheckedPush
    let now: Timestamp
    let limits: Allowance
    let policy: any MergePolicy
    let entries: EntryStatements
    private let ledger: Ledger
    /// The device that pushes.
    let device: PushingDevice
    var state: UserState
    /// Gives the ids of conflicts.
    var random: any RandomNumberGenerator & Sendable
    /// What the operation that is run stores.
    private let size = StoredSize.Counter()

    /// What the user may have.
    struct Allowance {
        /// Items, conflicts not counted.
        let entries: Int
        /// Bytes, by `StoredSize`.
        let stored: Int
        /// Bytes beyond that for deleting and withdrawing, which make room in time.
        let reserve: Int
    }

    init(
        _ push: CheckedPush, in scope: UserScope, limits: Allowance, at now: Timestamp,
        random: any RandomNumberGenerator & Sendable, policy: any MergePolicy
    ) throws {
        self.push = push
        self.scope = scope
        self.limits = limits
        self.now = now
        self.random = random
        self.policy = policy
        entries = try EntryStatements(scope, size: size)
        ledger = try Ledger(scope, at: now, size: size)
        state = try scope.state()
        try scope.check(push.cursor, in: state, policy)
        device = try scope.pushingDevice()
    }

    /// The version that the operation which is run now gives to what it changes.
    var version: FieldVersion {
        FieldVersion(sequence: state.cursor.sequence, device: scope.device)
    }

    mutating func run() throws -> PushReply {
        let before = state.cursor.sequence
        var last = device.lastNumber
        var results: [PushResult] = []
        results.reserveCapacity(push.operations.count)
        for operation in push.operations {
            let number = operation.operation.number
            guard let ledgerNumber = policy.ledgerNumber(of: number, after: last) else {
                results.append(try ledger.result(of: operation))
                continue
            }
            guard number <= last + 1 else { throw ServerRefusal.gap(behind: last, number) }
            guard try hasRoom(for: operation) else {
                throw ServerRefusal.storedQuota(limits.stored)
            }
            results.append(try run(operation, keepingUnder: ledgerNumber))
            last = max(last, number)
        }
        if state.cursor.sequence > before { try scope.advance(to: state) }
        if let first = push.operations.first {
            try scope.recordProgress(
                last: last, confirmed: max(device.confirmedNumber, first.operation.number - 1),
                passed: push.cursor.sequence, at: now)
        }
        return PushReply(
            acknowledged: last, before: before, cursor: state.cursor, results: results)
    }

    /// Runs an operation, which takes a sequence number whatever comes of it, and keeps the result in
    /// the ledger.
    private mutating func run(
        _ operation: CheckedOperation, keepingUnder ledgerNumber: Int
    ) throws -> PushResult {
        state.cursor.sequence = state.cursor.sequence.next
        let result = try effect(of: operation)
        state.cursor.mark = Mark.next(
            after: state.cursor.mark, device: (device.id.high, device.id.low),
            digest: operation.digest, base: operation.operation.base,
            outcome: Mark.word(of: result))
        try ledger.keep(
            result, of: operation, number: ledgerNumber, sequence: state.cursor.sequence,
            mark: state.cursor.mark)
        state.stored += size.take()
        return result
    }

    /// Whether there is room for what becomes of an operation, in the reserve at least. A deletion
    /// of what is there needs little and cannot be repeated, so there always is.
    private func hasRoom(for operation: CheckedOperation) throws -> Bool {
        guard state.stored >= limits.stored + limits.reserve else { return true }
        guard operation.operation.action == .delete,
            let row = try entries.find(operation.operation.id)
        else { return false }
        return !row.isDeleted
    }

    /// Refuses what would store more where the account is full.
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

    /// Whether the device that pushes has not seen some change of an entry that it saw at `base`.
    func hasUnseen(_ row: EntryRow, at base: Version) -> Bool {
        row.versions.hasUnseen(by: scope.device, at: base, fields: row.fields, policy: policy)
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

    /// The bytes of an operation's fields.
    func fields<Result>(
        of operation: CheckedOperation, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try body(push.bytes.span.extracting(operation.fields))
    }
}

extension Mark {
    /// What of a result goes into the mark.
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
