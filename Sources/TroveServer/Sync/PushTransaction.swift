import TroveModel
import TroveWire

/// A push while it runs in one transaction. Throwing rolls back all of it.
struct PushTransaction {
    let scope: UserScope
    let push: CheckedPush
    let now: Timestamp
    let limits: Allowance
    let policy: any MergePolicy
    let entries: EntryStatements
    let nameStatements: NameStatements
    /// The fields with unique values that the user has defined.
    var ownFields: OwnUniqueFields
    private let ledger: Ledger
    /// The device that pushes.
    let device: PushingDevice
    var state: UserState
    /// Generates the IDs of conflicts.
    var random: any RandomNumberGenerator & Sendable
    /// The bytes that the current operation adds.
    private let size = StoredSize.Counter()

    /// The limits of the account.
    struct Allowance {
        /// Living entries, without conflicts.
        let entries: Int
        /// Bytes, by `StoredSize`.
        let stored: Int
        /// Extra bytes for deletions and withdrawals, which eventually free space.
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
        nameStatements = try NameStatements(scope, size: size)
        ownFields = try OwnUniqueFields(scope)
        ledger = try Ledger(scope, at: now, size: size)
        state = try scope.state()
        try scope.check(push.cursor, in: state, policy)
        device = try scope.pushingDevice()
    }

    /// The version that the current operation gives to its changes.
    var version: FieldVersion {
        FieldVersion(sequence: state.cursor.sequence, device: scope.device)
    }

    mutating func run() throws -> PushReply {
        let before = state.cursor.sequence
        var last = device.lastNumber
        var results: [PushResult] = []
        // A store of an earlier server has followed no definitions.
        try nameStatements.follow(ownFields)
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

    /// Runs an operation and stores its result in the ledger. Every operation takes a sequence
    /// number, even a rejected one.
    private mutating func run(
        _ operation: CheckedOperation, keepingUnder ledgerNumber: Int
    ) throws -> PushResult {
        state.cursor.sequence = state.cursor.sequence.next
        let result = try effect(of: operation)
        if operation.operation.kind == Kind.definition.storedName { try readDefinitions() }
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

    /// Passes the bytes of an operation's fields to `body`.
    func fields<Result>(
        of operation: CheckedOperation, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try body(push.bytes.span.extracting(operation.fields))
    }
}

extension Mark {
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
