import TroveCodecs
import TroveModel
import TroveWire

/// Turns the changes of commands into operations in the outbox.
final class ChangeQueue {
    private let transaction: Transaction
    /// The deletions of conflicts that wait for changes; nil until they are needed. Those that the
    /// command itself adds follow its changes.
    private var resolutions: [OutboxEntry]?
    private var replica: Replica { transaction.replica }

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    /// Queues a change that was just performed. With `isAsked`, its command waits for the answer.
    ///
    /// - Returns: whether it is an operation of its own, which can be reverted alone.
    @discardableResult
    func add(_ change: Change, isAsked: Bool = false, at time: Timestamp) throws -> Bool {
        let kind = transaction.kinds[change.kind]
        if case .create = change.action {
            try replica.shadow.noteNumber(change.number, of: change.id, kind: kind.storedName)
        }
        // The server knows the other item with the id.
        if case .delete = change.action, let number = try replica.shadow.number(of: change.id),
            number != change.number
        {
            return false
        }
        let rejected = try replica.problems.rejected(of: change.id)
        if !rejected.isEmpty {
            // Retries the rejected changes together with this one.
            try requeue(change.id)
            if case .create(let values) = change.action {
                try keepHidden(rejected, behind: EntryFields.of(values, kind))
            }
            return false
        }
        if case .delete = change.action, !isAsked,
            try transaction.library.outbox.isUnseen(change.id)
        {
            // A creation and a deletion cancel each other out if the server has seen neither. If a
            // command waits for other changes, the deletion must be possible to take back.
            for entry in try replica.outbox.entries(of: change.id) {
                try replica.outbox.skip(entry.number)
            }
            return false
        }
        let known = try replica.shadow.version(of: change.id)
        let waiting = known > 0 ? try replica.outbox.entries(of: change.id) : []
        if !isAsked, let reverted = try operation(revertedBy: change, among: waiting) {
            try takeBack(reverted)
            return false
        }
        // By index, because copying thousands of operations takes time.
        let hiding = waiting.indices.filter { waiting[$0].operation.base < known }
            .map { waiting[$0].operation }
        let subject = Subject(kind: kind.storedName, id: change.id, number: change.number)
        let oldest = hiding.reduce(known) { min($0, $1.base) }
        switch change.action {
        case .create(let values):
            try enqueue(.create, subject, EntryFields.of(values, kind), base: oldest, at: time)
        case .update(let updates):
            var parts = try parts(of: updates, kind, known: known, hiding: hiding)
            // A change that its command waits for can be taken back whole.
            if isAsked, let first = parts.first { parts = [(first.seen, updates)] }
            for part in parts {
                let fields = part.updates.map {
                    JSON.Member(kind.fields[$0.field].storedName, $0.after?.json ?? .null)
                }
                try enqueue(.update, subject, fields, base: part.seen, at: time)
            }
            return parts.count == 1
        case .delete:
            try enqueue(.delete, subject, [], base: oldest, at: time)
        }
        return true
    }

    /// The item that an operation is about.
    private struct Subject {
        let kind: String
        let id: ItemID
        let number: ItemNumber
    }

    private func enqueue(
        _ action: PushOperation.Action, _ subject: Subject, _ fields: [JSON.Member],
        base: Version, at time: Timestamp
    ) throws {
        try replica.enqueue(
            QueuedOperation(
                action: action, kind: subject.kind, id: subject.id, item: subject.number,
                base: base, fields: JSON.object(fields).written, at: time))
    }

    /// Returns the last of the operations that wait on an item if a change reverts it and the
    /// server cannot have seen it; else nil.
    func operation(
        revertedBy change: Change, among waiting: [OutboxEntry]
    ) throws -> OutboxEntry? {
        let kind = transaction.kinds[change.kind]
        guard let last = waiting.last, last.number > replica.state.sentThrough,
            // Its command still waits for the answer, and may itself take it back.
            !transaction.library.asked.contains(where: { $0.number == last.number })
        else { return nil }
        let earlier = waiting.dropLast()
        switch (change.action, last.operation.action) {
        case (.update(let updates), .update):
            let reverted = updates.map {
                JSON.Member(kind.fields[$0.field].storedName, $0.after?.json ?? .null)
            }
            let names = Set(reverted.map(\.name))
            guard try Set(EntryFields.parse(last.operation.fields).map(\.name)) == names,
                let before = try Replica.values(
                    of: names, in: replica.shadow.entry(change.id), after: earlier),
                reverted.allSatisfy({ EntryFields.value($0.name, in: before) == $0.value })
            else { return nil }
            return last
        case (.create(let values), .delete):
            let created = EntryFields.of(values, kind)
            guard let before = try fields(of: change.id, after: earlier),
                EntryFields.difference(from: before, to: created).isEmpty
            else { return nil }
            return last
        case (.delete, .create):
            return try fields(of: change.id, after: earlier) == nil ? last : nil
        default: return nil
        }
    }

    private func fields(
        of id: ItemID, after operations: ArraySlice<OutboxEntry>
    ) throws -> [JSON.Member]? {
        try Replica.fields(
            of: replica.shadow.entry(id), after: operations.map(\.operation))
    }

    /// Removes an operation that the server cannot have seen, because a change has reverted it.
    /// Sent together, the two would conflict with what another device has done meanwhile, although
    /// the user has changed nothing. A conflict that the operation resolves is listed again.
    private func takeBack(_ entry: OutboxEntry) throws {
        let resolutions = try resolutions ?? replica.outbox.resolutions()
        self.resolutions = resolutions
        try replica.keepConflicts(resolvedBy: entry.operation, entry.number, resolutions)
        if replica.state.freeLast(entry.number) {
            try replica.outbox.remove(entry.number)
        } else {
            try replica.outbox.skip(entry.number)
        }
    }

    /// Returns the fields of an update whose values on the server the user saw: those that no
    /// operation sets. The fields of a rule stay together, unless the server's entry satisfies the
    /// rule with those that the user saw.
    private func seenFields(
        _ fields: [JSON.Member], of entry: [JSON.Member], behind hiding: [QueuedOperation],
        _ kind: KindIndex?
    ) throws -> [JSON.Member] {
        guard hiding.allSatisfy({ $0.action == .update }) else { return [] }
        let hidden = Set(try hiding.flatMap { try EntryFields.parse($0.fields).map(\.name) })
        let seen = fields.filter { !hidden.contains($0.name) }
        guard let kind = kind.map({ transaction.kinds[$0] }), let progress = kind.progress else {
            return seen
        }
        let bound = [progress.current, progress.total].map { kind.fields[$0].storedName }
        let values = bound.map { name -> Int? in
            let member = seen.first { $0.name == name }
            return (member?.value ?? EntryFields.value(name, in: entry)).int
        }
        if let current = values[0], let total = values[1], current > total,
            !hidden.isDisjoint(with: bound)
        {
            return seen.filter { !bound.contains($0.name) }
        }
        return seen
    }

    /// Groups updates by the version of their field that the user saw, oldest first. That is the
    /// server's, unless a waiting operation on an older version hides the field. The fields of a
    /// rule stay together, so that the server never checks one without the other.
    private func parts(
        of updates: [Change.FieldChange], _ kind: Kind, known: Version, hiding: [QueuedOperation]
    ) throws -> [(seen: Version, updates: [Change.FieldChange])] {
        var seen = Array(repeating: known, count: updates.count)
        for operation in hiding {
            let hidden = try EntryFields.parse(operation.fields)
            for (index, update) in updates.enumerated() {
                let name = kind.fields[update.field].storedName
                guard operation.action == .delete || hidden.contains(where: { $0.name == name })
                else { continue }
                seen[index] = min(seen[index], operation.base)
            }
        }
        if let progress = kind.progress {
            let bound = updates.indices.filter {
                [progress.current, progress.total].contains(updates[$0].field)
            }
            let oldest = bound.reduce(known) { min($0, seen[$1]) }
            for index in bound { seen[index] = oldest }
        }
        return Set(seen).sorted().map { version in
            (version, updates.indices.filter { seen[$0] == version }.map { updates[$0] })
        }
    }

    /// Keeps as a problem what rejected updates of a deleted item would have set, when the item is
    /// created again with other values: the user did not see these updates.
    private func keepHidden(
        _ rejected: [ProblemEntry], behind shown: [JSON.Member]
    ) throws {
        var hidden: [JSON.Member] = []
        for problem in rejected {
            let operation = problem.operation
            guard operation.action == .update else {
                hidden = []
                continue
            }
            let newer = try EntryFields.parse(operation.fields)
            hidden.removeAll { member in newer.contains { $0.name == member.name } }
            hidden += newer
        }
        hidden.removeAll { EntryFields.value($0.name, in: shown) == $0.value }
        guard let last = rejected.last, !hidden.isEmpty else { return }
        let operation = last.operation
        try replica.problems.add(
            QueuedOperation(
                action: .update, kind: operation.kind, id: operation.id, item: operation.item,
                base: 0, fields: JSON.object(hidden).written, at: operation.at),
            last.rejection, number: nil)
    }

    /// Queues the values that lost conflicts about an item, if the server no longer has those
    /// conflicts. The user may not know the current values, so a value conflicts again if another
    /// device has set the current one.
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

    /// Replaces an item's rejected and queued operations with the difference between the server's
    /// entry and the item's row. The fields that those operations set get the oldest of their base
    /// versions, because the operations hide the server's values. The user saw the server's values
    /// of the other fields. These are sent first, because they do not depend on what was rejected.
    func requeue(_ id: ItemID) throws {
        let problems = try replica.problems.rejected(of: id)
        guard let shadow = try replica.shadow.entry(id), let first = problems.first else { return }
        let resolutions = try replica.resolutions(behindChangesOf: id)
        for problem in problems { try replica.problems.remove(problem) }
        let queued = try replica.outbox.entries(of: id)
        for entry in queued { try replica.outbox.skip(entry.number) }
        let subject = Subject(kind: shadow.kind, id: id, number: shadow.number)
        let kind = transaction.kind(named: shadow.kind)
        let row = try kind.flatMap { try transaction.stores[$0].row(shadow.number) }
        let shown = kind.flatMap { kind in
            row.map { EntryFields.of($0.values, transaction.kinds[kind]) }
        }
        let hiding =
            problems.map(\.operation) + queued.map(\.operation).filter { $0.base < shadow.version }
        let base = hiding.map(\.base).min() ?? 0
        let action: PushOperation.Action
        var fields: [JSON.Member] = []
        switch (shadow.isAlive, shown) {
        case (true, let shown?):
            action = .update
            // The row lacks what this version does not know, and what its fields cannot hold; that
            // stays unchanged.
            fields = EntryFields.difference(from: shadow.fields, to: shown).filter { member in
                guard let kind = kind.map({ transaction.kinds[$0] }),
                    let field = kind.index(ofStored: member.name)
                else { return false }
                let former = EntryFields.value(member.name, in: shadow.fields)
                return !member.value.isNull || former.isNull
                    || (try? kind.fields[field].value(from: former)) != nil
            }
            let seen = try seenFields(fields, of: shadow.fields, behind: hiding, kind)
            if !seen.isEmpty {
                fields.removeAll { member in seen.contains { $0.name == member.name } }
                try enqueue(.update, subject, seen, base: shadow.version, at: first.operation.at)
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
        try enqueue(action, subject, fields, base: base, at: first.operation.at)
        for resolution in resolutions {
            try replica.outbox.skip(resolution.number)
            try replica.enqueue(resolution.operation)
        }
    }
}
