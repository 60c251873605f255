import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// The tables of a library file for syncing. They are used in the library's transactions.
///
/// The items that the user sees are the shadow with the problems and the outbox applied to it; see
/// `Documentation/sync-protocol.md`.
final class Replica {
    let statements: StatementCache
    let state: ReplicaState
    let offlineRules: OfflineRuleTable
    private let outboxCache = OutboxCache()

    init(connection: Connection) {
        statements = StatementCache(connection)
        state = ReplicaState(MetaTable(statements))
        offlineRules = OfflineRuleTable(statements)
    }

    /// The single values of the file.
    var meta: MetaTable { MetaTable(statements) }
    var outbox: OutboxTable { OutboxTable(statements: statements, cache: outboxCache) }
    var problems: ProblemTable { ProblemTable(statements: statements) }
    var shadow: ShadowTable { ShadowTable(statements: statements) }

    /// Moves to another connection to the same file.
    func use(_ connection: Connection) { statements.use(connection) }

    /// Forgets operations that were rolled back.
    func forget() { outboxCache.empty() }

    /// Reads the state and the rules, which another program may have changed.
    func read() throws {
        outboxCache.empty()
        try state.read()
        try offlineRules.read()
    }

    /// Adds an operation to the outbox under the next number.
    func enqueue(_ operation: QueuedOperation) throws(SQLiteError) {
        try outbox.append(operation, number: state.takeNumber())
    }

    /// Makes a rejected operation a problem, and holds the queued operations on the same entry
    /// behind it. Those that the server may have seen are not held: it answers each of them, and
    /// what they set is no longer part of the problem. A command that waits for one may still take
    /// it back.
    ///
    /// - Parameters:
    ///   - operation: the rejected operation.
    ///   - rejection: why.
    ///   - number: its number.
    ///   - last: the last operation that may have been sent.
    ///   - asked: the operations whose answers a command waits for.
    ///   - resolutions: the deletions of conflicts that wait for changes.
    /// - Throws: if the library file cannot be read or written.
    func reject(
        _ operation: QueuedOperation, _ rejection: Rejection, number: OperationNumber,
        sentThrough last: OperationNumber, asked: Set<OperationNumber>,
        _ resolutions: [OutboxEntry]
    ) throws {
        // A conflict that no longer exists needs no resolution.
        guard operation.kind != Conflict.kind else { return }
        try problems.add(operation, rejection, number: number)
        try keepConflicts(resolvedBy: operation, number, resolutions)
        for entry in try outbox.entries(of: operation.id) where entry.number > number {
            guard entry.number > last else {
                if !asked.contains(entry.number) {
                    try problems.replace(
                        number...number, of: operation.id, by: entry.operation)
                }
                continue
            }
            try problems.add(
                entry.operation, .isHeld, number: entry.number)
            try outbox.skip(entry.number)
            try keepConflicts(resolvedBy: entry.operation, entry.number, resolutions)
        }
    }

    /// Keeps the conflicts whose resolution needs an operation that the server does not carry out:
    /// their deletions, which wait for it, are not sent.
    func keepConflicts(
        resolvedBy operation: QueuedOperation, _ number: OperationNumber,
        _ resolutions: [OutboxEntry]
    ) throws {
        for resolution in resolutions where resolution.number > number {
            guard let conflict = try shadow.conflict(resolution.operation.id),
                conflict.entry == operation.id, try operation.sets(conflict.field),
                try outbox.entry(resolution.number)?.operation == resolution.operation
            else { continue }
            try outbox.skip(resolution.number)
        }
    }

    /// Returns the deletions of conflicts that wait for an operation on an entry.
    func resolutions(behindChangesOf id: ItemID) throws -> [OutboxEntry] {
        let resolutions = try outbox.resolutions()
        guard !resolutions.isEmpty, let first = try outbox.entries(of: id).first else { return [] }
        return try resolutions.filter {
            try $0.number > first.number && shadow.conflict($0.operation.id)?.entry == id
        }
    }

    /// Returns the fields of an entry with its queued and its rejected operations applied; nil if
    /// it does not exist or is deleted. Without the rejected ones, these are the fields that the
    /// server will have.
    ///
    /// Rejected operations come last, because the user's next change takes their place: only a
    /// realignment queues operations beside them, which send older changes again. What lost in a
    /// conflict is not applied, because the user has not chosen it.
    func fields(
        of id: ItemID, _ shadow: ShadowEntry?, withProblems: Bool = true
    ) throws -> [JSON.Member]? {
        let rejected = withProblems ? try problems.rejected(of: id).map(\.operation) : []
        return try Self.fields(
            of: shadow, after: outbox.entries(of: id).map(\.operation) + rejected)
    }

    /// Returns the fields of an entry of the server after operations on it; nil if it does not
    /// exist or is deleted then.
    static func fields(
        of shadow: ShadowEntry?, after operations: [QueuedOperation]
    ) throws -> [JSON.Member]? {
        var fields = shadow.flatMap { $0.isAlive ? $0.fields : nil }
        for operation in operations {
            switch operation.action {
            case .create:
                var made = fields ?? []
                EntryFields.merge(try EntryFields.parse(operation.fields), into: &made)
                fields = made
            case .update:
                guard var changed = fields else { continue }
                EntryFields.merge(try EntryFields.parse(operation.fields), into: &changed)
                fields = changed
            case .delete: fields = nil
            case .skip: break
            }
        }
        return fields
    }

    /// Returns the values of some fields of an entry after operations on it; nil if it does not
    /// exist or is deleted then. Begins with the last operation, because thousands may wait.
    static func values(
        of names: Set<String>, in shadow: ShadowEntry?, after operations: ArraySlice<OutboxEntry>
    ) throws -> [JSON.Member]? {
        guard operations.indices.allSatisfy({ operations[$0].operation.action == .update }) else {
            return try fields(of: shadow, after: operations.map(\.operation))
        }
        guard let shadow, shadow.isAlive else { return nil }
        var values: [JSON.Member] = []
        var missing = names
        for entry in operations.reversed() where !missing.isEmpty {
            for member in try EntryFields.parse(entry.operation.fields)
            where missing.remove(member.name) != nil {
                values.append(member)
            }
        }
        return values + shadow.fields.filter { missing.contains($0.name) }
    }

    /// Renumbers the operations in the outbox for a new device, from 1 in the same order.
    func renumber() throws(SQLiteError) {
        outboxCache.empty()
        try statements.connection.execute("DELETE FROM outbox WHERE action = 'skip'")
        var numbers: [Int] = []
        let rows = try statements.statement("SELECT n FROM outbox ORDER BY n")
        while try rows.step() { numbers.append(rows.integer(0)) }
        // Operations that were sent under their old numbers may have reached the server.
        let sent = numbers.count { $0 <= state.sentThrough.rawValue }
        let change = try statements.statement("UPDATE outbox SET n = ?2 WHERE n = ?1")
        // In ascending order, so that a new number is never still in use.
        for (index, number) in numbers.enumerated() where number != index + 1 {
            change.bind(number, at: 1)
            change.bind(index + 1, at: 2)
            try change.run()
        }
        let last = try statements.connection.integer("SELECT max(n) FROM outbox") ?? 0
        try state.restartNumbers(
            at: OperationNumber(rawValue: last), sentThrough: OperationNumber(rawValue: sent))
    }
}
