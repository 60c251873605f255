import TroveModel
import TroveWire

/// Applies pulled entries to the shadow and to the rows.
struct PullMerge {
    private let transaction: Transaction
    private var outcome = PullOutcome()

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
        try merge.take(entries.filter(isDefinition), at: time)
        try merge.take(entries.filter { !isDefinition($0) }, at: time)
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
        guard try replica.shadow.entry(entry.id) == nil else {
            guard try transaction.keep(entry) else { return nil }
            return try transaction.view.change(of: entry.id)
        }
        // No operation is queued for an unknown entry.
        if entry.isDeleted, entry.kind == Conflict.kind { return nil }
        let number = try transaction.number(forNew: entry)
        try replica.shadow.write(entry, number: number)
        if entry.kind == Conflict.kind { outcome.conflicts += 1 }
        guard !entry.isDeleted, let kind = transaction.kind(named: entry.kind),
            let values = transaction.view.values(entry.fields, of: kind)
        else { return nil }
        return Change(kind: kind, number: number, id: entry.id, action: .create(values))
    }
}
