import TroveCodecs
import TroveModel
import TroveWire

/// Turns the changes of commands into operations in the outbox.
struct ChangeQueue {
    private let transaction: Transaction
    private var replica: Replica { transaction.replica }

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// Queues a change that was just performed.
    ///
    /// - Returns: whether it is an operation of its own, which can be reverted alone.
    @discardableResult
    func add(_ change: Change, at time: Timestamp) throws -> Bool {
        let kind = transaction.kinds[change.kind]
        if try !replica.problems.rejected(of: change.id).isEmpty {
            // Retries the rejected changes together with this one.
            try requeue(change.id)
            return false
        }
        if case .delete = change.action, try transaction.library.outbox.isUnseen(change.id) {
            // A creation and a deletion cancel each other out if the server has seen neither.
            for entry in try replica.outbox.entries(of: change.id) {
                try replica.outbox.skip(entry.number)
            }
            return false
        }
        let fields: [JSON.Member]
        let action: PushOperation.Action
        switch change.action {
        case .create(let values):
            action = .create
            fields = EntryFields.of(values, kind)
            try replica.shadow.noteNumber(change.number, of: change.id, kind: kind.storedName)
        case .update(let updates):
            action = .update
            fields = updates.map {
                JSON.Member(kind.fields[$0.field].storedName, $0.after?.json ?? .null)
            }
        case .delete:
            action = .delete
            fields = []
        }
        try replica.enqueue(
            QueuedOperation(
                action: action, kind: kind.storedName, id: change.id, item: change.number,
                base: try seenVersion(of: change.id, action, fields),
                fields: JSON.object(fields).written, at: time))
        return true
    }

    /// Returns the version that the user saw when they changed these fields: the server's, unless a
    /// queued operation on an older version had replaced some of these fields.
    private func seenVersion(
        of id: ItemID, _ action: PushOperation.Action, _ fields: [JSON.Member]
    ) throws -> Version {
        let known = try replica.shadow.version(of: id)
        guard known > 0 else { return 0 }
        var seen = known
        for entry in try replica.outbox.entries(of: id) where entry.operation.base < seen {
            let operation = entry.operation
            let isHiding =
                try action != .update || operation.action == .delete
                || EntryFields.parse(operation.fields).contains { hiding in
                    fields.contains { $0.name == hiding.name }
                }
            if isHiding { seen = operation.base }
        }
        return seen
    }

    /// Queues what lost in conflicts about an item that the server no longer has. As the user may not
    /// know the values that stand, it becomes a conflict again where another device has set them.
    func requeueLost(_ id: ItemID) throws {
        guard let shadow = try replica.shadow.entry(id) else { return }
        for problem in try replica.problems.lost(of: id) {
            let lost = problem.operation
            try replica.enqueue(
                QueuedOperation(
                    action: lost.action, kind: lost.kind, id: id, item: shadow.number, base: 0,
                    fields: lost.fields, at: lost.at))
            try replica.problems.remove(problem)
        }
    }

    /// Replaces an item's rejected and queued operations with one operation: the difference between
    /// the server's entry and the item's row. Its base is the oldest base of the rejected ones.
    func requeue(_ id: ItemID) throws {
        let problems = try replica.problems.rejected(of: id)
        guard let shadow = try replica.shadow.entry(id), let first = problems.first else { return }
        for problem in problems { try replica.problems.remove(problem) }
        for entry in try replica.outbox.entries(of: id) { try replica.outbox.skip(entry.number) }
        let kind = transaction.kind(named: shadow.kind)
        let row = try kind.flatMap { try transaction.stores[$0].row(shadow.number) }
        let shown = kind.flatMap { kind in
            row.map { EntryFields.of($0.values, transaction.kinds[kind]) }
        }
        let base = problems.map(\.operation.base).min() ?? 0
        let action: PushOperation.Action
        var fields: [JSON.Member] = []
        switch (shadow.isAlive, shown) {
        case (true, let shown?):
            action = .update
            // The row lacks the fields that this version does not know; they stay unchanged.
            fields = EntryFields.difference(from: shadow.fields, to: shown).filter { member in
                kind.flatMap { transaction.kinds[$0].index(ofStored: member.name) } != nil
            }
            if fields.isEmpty { return }
        case (true, nil): action = .delete
        case (false, let shown?):
            action = .create
            fields = shown
        case (false, nil):
            // Another device has deleted the item: the server lists the changes as a conflict. A
            // creation that the user has deleted, or a deletion, has nothing left to do.
            guard problems.allSatisfy({ $0.operation.action == .update }) else { return }
            action = .update
            for problem in problems {
                let newer = try EntryFields.parse(problem.operation.fields)
                fields.removeAll { member in newer.contains { $0.name == member.name } }
                fields += newer
            }
        }
        try replica.enqueue(
            QueuedOperation(
                action: action, kind: shadow.kind, id: id, item: shadow.number, base: base,
                fields: JSON.object(fields).written, at: first.operation.at))
    }
}
