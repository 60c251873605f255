package import TroveModel
import TroveWire

/// What waits for the server, and what it did not take.
extension Library {
    /// How much waits.
    package struct QueueCounts: Sendable, Hashable {
        /// Operations in the outbox, without those that only use a number up.
        package let waiting: Int
        /// Rejected operations, with those that are held behind them.
        package let problems: Int
        /// Conflicts that the user has not decided yet.
        package let conflicts: Int

        package init(waiting: Int, problems: Int, conflicts: Int) {
            self.waiting = waiting
            self.problems = problems
            self.conflicts = conflicts
        }
    }

    /// Whether changes are kept for a server: somebody has logged in.
    package var isReplicating: Bool { replica.isReplicating }

    /// Counts the outbox, the rejected operations and the conflicts.
    /// All counts are 0 in a library that keeps no changes for a server.
    package func queueCounts() throws(LibraryError) -> QueueCounts {
        guard isReplicating else { return QueueCounts(waiting: 0, problems: 0, conflicts: 0) }
        return try looking {
            QueueCounts(
                waiting: try replica.queueLength(), problems: try replica.problemCount(),
                conflicts: try replica.conflicts().count)
        }
    }

    /// The first operations that wait, in order, with those that only use a number up.
    package func outbox(limit: Int) throws(LibraryError) -> [OutboxEntry] {
        guard isReplicating else { return [] }
        return try looking { try replica.outbox(limit: limit) }
    }

    /// What the server did not take.
    package func problems() throws(LibraryError) -> [ProblemEntry] {
        guard isReplicating else { return [] }
        return try looking { try replica.problems() }
    }

    /// What is to be decided.
    package func conflicts() throws(LibraryError) -> [ConflictEntry] {
        guard isReplicating else { return [] }
        return try looking { try replica.conflicts() }
    }

    /// What the server calls the thing that an operation is about; nil where it does not know it.
    package func serverTitle(for operation: QueuedOperation) throws(LibraryError) -> String? {
        guard let kind = catalog.kinds.all.first(where: { $0.name == operation.kind }) else {
            return nil
        }
        return try looking {
            try replica.shadow(operation.id)?.fields
                .first { $0.name == kind.fields[Kind.titleIndex].name }?.value.text
        }
    }

    /// The marks of things that the server does not have as they are shown, by number.
    package func marks() throws(LibraryError) -> [Int: SyncMark] {
        guard isReplicating else { return [:] }
        return try looking { try replica.marks() }
    }

    /// Whether the server has never seen a thing: it has no version of it, and nothing of what waits may
    /// have been sent.
    package func isUnseen(_ id: ItemID) throws(LibraryError) -> Bool {
        guard isReplicating, !asked.contains(where: { $0.id == id }) else { return false }
        return try looking {
            guard try replica.version(of: id) == 0 else { return false }
            return try replica.pending(of: id).allSatisfy {
                !$0.isUnconfirmed && $0.number > replica.sentThrough
            }
        }
    }

    /// Remembers, before it is sent, that operations up to a number may reach the server.
    package func noteSending(through number: Int) throws(LibraryError) {
        guard number > replica.sentThrough else { return }
        try writing { try replica.noteSending(through: number) }
    }

    // MARK: Putting in

    /// Puts a change that was just performed into the outbox.
    ///
    /// - Returns: whether it is an operation of its own, which can be taken back alone.
    @discardableResult
    func enqueue(_ change: Change, at time: Timestamp) throws -> Bool {
        let kind = catalog.kinds[change.kind]
        if try !replica.problems(of: change.id).isEmpty {
            // Whatever was not taken is tried again, with this change in it.
            try requeue(change.id, at: time)
            return false
        }
        if case .delete = change.action, try isUnseen(change.id) {
            // An addition and a deletion that the server never hears of cancel each other out.
            for entry in try replica.pending(of: change.id) { try replica.makeSkip(entry.number) }
            return false
        }
        let fields: [JSON.Member]
        let action: PushOperation.Action
        switch change.action {
        case .create(let values):
            action = .create
            fields = Members.of(values, kind)
            try replica.noteNumber(change.number, of: change.id, kind: kind.name)
        case .update(let updates):
            action = .update
            fields = updates.map {
                JSON.Member(kind.fields[$0.field].name, $0.after?.json ?? .null)
            }
        case .delete:
            action = .delete
            fields = []
        }
        try replica.enqueue(
            QueuedOperation(
                action: action, kind: kind.name, id: change.id, item: change.number,
                base: try seenVersion(of: change.id, action, fields),
                fields: JSON.object(fields).written, at: time))
        return true
    }

    /// The version of a thing that a person saw when they changed these fields: the one that is known
    /// of the server, unless what waits hid some of it from them.
    private func seenVersion(
        of id: ItemID, _ action: PushOperation.Action, _ fields: [JSON.Member]
    ) throws -> Version {
        let known = try replica.version(of: id)
        guard known > 0 else { return 0 }
        var seen = known
        for entry in try replica.pending(of: id) where entry.operation.base < seen {
            let operation = entry.operation
            let isHiding =
                try action != .update || operation.action == .delete
                || Members.parse(operation.fields).contains { hiding in
                    fields.contains { $0.name == hiding.name }
                }
            if isHiding { seen = operation.base }
        }
        return seen
    }

    /// Puts one operation in the place of a thing's problems: the difference between what the
    /// server has and what is shown, on the oldest of their bases.
    func requeue(_ id: ItemID, at time: Timestamp) throws {
        let problems = try replica.problems(of: id)
        guard let shadow = try replica.shadow(id), let first = problems.first else { return }
        try replica.removeProblems(of: id)
        for entry in try replica.pending(of: id) { try replica.makeSkip(entry.number) }
        let kind = catalog.kinds.all.firstIndex { $0.name == shadow.kind }
        let row = try kind.flatMap { try stores[$0].row(shadow.number) }
        let shown = kind.flatMap { kind in row.map { Members.of($0.values, catalog.kinds[kind]) } }
        let base = problems.map(\.operation.base).min() ?? 0
        let action: PushOperation.Action
        var fields: [JSON.Member] = []
        switch (shadow.isAlive, shown) {
        case (true, let shown?):
            action = .update
            // Fields that this program does not know are not shown, and stay.
            fields = Members.difference(from: shadow.fields, to: shown).filter { member in
                kind.flatMap { catalog.kinds[$0].index(ofField: member.name) } != nil
            }
            if fields.isEmpty { return }
        case (true, nil): action = .delete
        case (false, let shown?):
            action = .create
            fields = shown
        case (false, nil): return
        }
        try replica.enqueue(
            QueuedOperation(
                action: action, kind: shadow.kind, id: id, item: shadow.number, base: base,
                fields: JSON.object(fields).written, at: first.operation.at))
    }

    // MARK: What a person decides

    /// Tries once more what the server did not take.
    ///
    /// - Returns: how many problems there were of the same things.
    package func retry(_ problems: [ProblemEntry], at time: Timestamp) throws(LibraryError) -> Int {
        var count = 0
        try writing {
            for id in unique(problems.map(\.operation.id)) {
                count += try replica.problems(of: id).count
                try requeue(id, at: time)
            }
        }
        return count
    }

    /// Gives up what the server did not take, and shows what it has.
    package func drop(_ problems: [ProblemEntry], at time: Timestamp) throws(LibraryError) -> Int {
        var count = 0
        try writing {
            for id in unique(problems.map(\.operation.id)) {
                for problem in try replica.problems(of: id) {
                    try replica.discard(problem.operation, at: time)
                    count += 1
                }
                try replica.removeProblems(of: id)
                _ = try settle([id], by: account?.user?.name ?? "", at: time)
            }
        }
        return count
    }
}

extension Library {
    /// The highest number that an operation of this device has got.
    package var lastOperation: Int { replica.lastNumber }
}
