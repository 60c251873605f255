import TroveCodecs
import TroveModel
import TroveWire

/// Applies pulled entries to the shadow and to the rows.
struct PullMerge {
    private let transaction: Transaction
    private var outcome = PullOutcome()
    /// The new conflicts.
    private var arrived: [Conflict] = []
    /// The conflicts that are gone, and the devices that have resolved them.
    private var gone: [(conflict: Conflict, device: String)] = []

    private init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// Applies entries. The changes of each device become one command of the log.
    static func take(
        _ entries: [Entry], in transaction: Transaction, at time: Timestamp
    ) throws -> PullOutcome {
        var merge = PullMerge(transaction)
        // Definitions come first, because they add the kinds of other items.
        let isDefinition = { (entry: Entry) in entry.kind == Kind.definition.storedName }
        let former = transaction.kinds
        try merge.take(entries.filter(isDefinition), at: time)
        try merge.take(entries.filter { !isDefinition($0) }, at: time)
        merge.outcome.hidden = try transaction.hiddenData(since: former)
        try merge.nameConflicts()
        return merge.outcome
    }

    private mutating func take(_ entries: [Entry], at time: Timestamp) throws {
        var changes: [String: [Change]] = [:]
        for entry in entries {
            guard let change = try keep(entry) else { continue }
            changes[entry.by, default: []].append(change)
        }
        for (device, changes) in changes.sorted(by: { $0.key < $1.key }) {
            try transaction.perform(changes, from: device, at: time)
            try outcome.changes.add(changes, from: device, title: transaction.library.title(of:))
        }
    }

    /// Writes an entry to the shadow, and returns the change of its row; nil if the row stays.
    private mutating func keep(_ entry: Entry) throws -> Change? {
        let replica = transaction.replica
        if let known = try replica.shadow.entry(entry.id) {
            guard try transaction.keep(entry) else { return nil }
            // A page may come before the answer to the push that resolves a conflict.
            if entry.kind == Conflict.kind, known.isAlive, entry.isDeleted,
                try replica.outbox.entries(of: entry.id).isEmpty,
                let conflict = try? Conflict(fields: known.fields)
            {
                gone.append((conflict, entry.by))
            }
            return try transaction.view.change(of: entry.id)
        }
        // No operation is queued for an unknown entry.
        if entry.isDeleted, entry.kind == Conflict.kind { return nil }
        let number = try transaction.number(forNew: entry)
        try replica.shadow.write(entry, number: number)
        if entry.kind == Conflict.kind, let conflict = try? Conflict(fields: entry.fields) {
            arrived.append(conflict)
        }
        guard !entry.isDeleted, let kind = transaction.kind(named: entry.kind),
            let values = transaction.view.values(entry.fields, of: kind)
        else { return nil }
        return Change(kind: kind, number: number, id: entry.id, action: .create(values))
    }

    /// Adds the conflicts to the outcome. A conflict that a later value of its device has replaced
    /// does not count as resolved.
    private mutating func nameConflicts() throws {
        var (conflicts, resolved) = (ConflictNews(), ConflictNews())
        for conflict in arrived { try conflicts.add { try name(of: conflict) } }
        for (conflict, device) in gone
        where !arrived.contains(where: {
            $0.entry == conflict.entry && $0.field == conflict.field
        }) {
            try resolved.add(resolvedBy: device) { try name(of: conflict) }
        }
        (outcome.conflicts, outcome.resolved) = (conflicts, resolved)
    }

    private func name(of conflict: Conflict) throws -> ConflictNews.Named {
        ConflictNews.Named(
            field: conflict.field == Conflict.wholeEntry ? nil : conflict.field,
            title: try transaction.title(of: conflict.entry, kind: conflict.kind)
                ?? transaction.title(in: conflict.mine.members ?? [], kind: conflict.kind))
    }
}
