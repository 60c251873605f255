import TroveCodecs
import TroveModel
import TroveWire

/// Compares the shadow with the entries of a server whose history differs, and queues what the
/// server has lost.
struct HistoryComparison {
    private let transaction: Transaction
    /// The last sequence number up to which both histories are known to be the same.
    private let common: Version
    private let time: Timestamp
    private let returned: ReturnedValues?
    private var replica: Replica { transaction.replica }

    /// Creates a comparison. `returned` is nil if the server's history is the known one.
    init(
        _ transaction: Transaction, common: Version, returned: ReturnedValues?, at time: Timestamp
    ) {
        self.transaction = transaction
        self.common = common
        self.returned = returned
        self.time = time
    }

    /// Compares one entry with the server's, which is nil if the server lacks it. Returns whether
    /// the entry is sent again.
    func compare(_ id: ItemID, with found: Entry?) throws -> Bool {
        let known = try replica.shadow.entry(id)
        if let found { return try realign(known, found) }
        guard let known else { return false }
        return try realignMissing(id, known)
    }

    /// Compares an entry that the server has.
    private func realign(
        _ known: ShadowEntry?, _ found: Entry
    ) throws -> Bool {
        let waiting = try replica.outbox.entries(of: found.id)
        try rebase(waiting, known, found)
        // An earlier version may not have known the kind.
        let former = known?.number ?? 0
        let number = former > 0 ? former : try transaction.number(forNew: found)
        try replica.shadow.write(found, number: number)
        // Within the shared history, the server has the newer state.
        guard let known, known.version > common else { return false }
        func sendAgain(
            _ action: PushOperation.Action, _ fields: [JSON.Member], base: Version
        ) throws {
            try replica.enqueue(
                QueuedOperation(
                    action: action, kind: found.kind, id: found.id, item: number, base: base,
                    fields: JSON.object(fields).written, at: time))
        }
        // The user has not seen any version of the server's new history.
        let base = found.version <= common ? found.version : 0
        if known.isDeleted {
            // A deleted entry stays deleted, unless it was created again since.
            guard waiting.isEmpty else { return false }
            try sendAgain(.delete, [], base: base)
            return true
        }
        if found.kind == Conflict.kind { return false }
        // Queued operations are newer than the lost fields.
        var newer: Set<String> = []
        for entry in waiting {
            if entry.operation.action == .delete { return false }
            newer.formUnion(try EntryFields.parse(entry.operation.fields).map(\.name))
        }
        var lost = EntryFields.difference(from: found.fields, to: known.fields)
        var returning = returned?.members(of: found.id, in: known.fields) ?? []
        returning.removeAll { member in lost.contains { $0.name == member.name } }
        if base > 0 {
            lost += returning
            returning = []
        }
        lost.removeAll { newer.contains($0.name) }
        returning.removeAll { newer.contains($0.name) }
        if !lost.isEmpty { try sendAgain(.update, lost, base: base) }
        // The server has these values already, so nothing that the user has not seen is replaced.
        if !returning.isEmpty { try sendAgain(.update, returning, base: found.version) }
        return !lost.isEmpty || !returning.isEmpty
    }

    /// Sets the base versions of queued and rejected operations. The base is the server's version
    /// if that is older than what the user saw, or if the changed fields are as the user saw them
    /// or already have the new values. Otherwise it is 0.
    private func rebase(
        _ waiting: [OutboxEntry], _ known: ShadowEntry?, _ found: Entry
    ) throws {
        // One version with two contents, or a shared version that the server has not reached: what
        // the device knows belongs to another history, which the server has lost, even if nothing
        // else shows that any more.
        let isOther =
            known.map {
                $0.version == found.version && $0.isAlive && Set($0.fields) != Set(found.fields)
                    || $0.version > found.version && $0.version <= common
            } ?? false
        // Versions in the shared history are still valid.
        guard known?.version ?? 0 > common || isOther else { return }
        let isOlder = found.version <= common && !isOther
        let fields = known.flatMap { $0.isAlive ? $0.fields : nil }
        func base(of operation: QueuedOperation) throws -> Version {
            guard operation.base > common || isOther else { return operation.base }
            // What the server already has replaces nothing that the user has not seen.
            let members = try EntryFields.parse(operation.fields)
            let isThere =
                operation.action != .delete
                && members.allSatisfy { EntryFields.value($0.name, in: found.fields) == $0.value }
            let isSame: Bool
            if operation.base < known?.version ?? 0 {
                // Another device has changed the entry since, without the user's knowledge.
                isSame = false
            } else if operation.action == .delete {
                isSame = fields.map { Set($0) == Set(found.fields) } ?? false
            } else {
                isSame = members.allSatisfy { member in
                    fields.map {
                        EntryFields.value(member.name, in: $0)
                            == EntryFields.value(member.name, in: found.fields)
                    } ?? false
                }
            }
            return isOlder || isSame || isThere ? found.version : 0
        }
        for entry in waiting {
            try replica.outbox.setBase(base(of: entry.operation), of: entry.number)
        }
        for problem in try replica.problems.rejected(of: found.id) {
            try replica.problems.setBase(base(of: problem.operation), of: problem)
        }
    }

    /// Compares an entry that the server no longer has.
    private func realignMissing(_ id: ItemID, _ known: ShadowEntry) throws -> Bool {
        guard known.version > common else {
            // It was deleted in the shared history or later.
            if known.isAlive { try markDeleted(id, known, version: known.version) }
            return false
        }
        if known.isDeleted {
            // Its version belongs to the lost history. The same number may now be that of a
            // deletion that the user has not seen.
            try markDeleted(id, known, version: 0)
            let waiting = try replica.outbox.entries(of: id)
            for entry in waiting where entry.operation.base > common {
                try replica.outbox.setBase(0, of: entry.number)
            }
            try deleteAgain(id, known)
            return false
        }
        if known.kind == Conflict.kind { return try keepLostConflict(id, known) }
        // Their versions belong to the lost history.
        for problem in try replica.problems.rejected(of: id) where problem.operation.base > common {
            try replica.problems.setBase(0, of: problem)
        }
        // One operation replaces all queued ones. The problems stay.
        let shown = try replica.fields(of: id, known, withProblems: false)
        for entry in try replica.outbox.entries(of: id) { try replica.outbox.skip(entry.number) }
        try replica.shadow.write(
            id, kind: known.kind, number: known.number, version: 0, isDeleted: false,
            fields: "{}", by: Authorship.server)
        guard let shown else {
            try deleteAgain(id, known)
            return false
        }
        try replica.enqueue(
            QueuedOperation(
                action: .create, kind: known.kind, id: id, item: known.number, base: 0,
                fields: JSON.object(shown).written, at: time))
        return true
    }

    private func markDeleted(_ id: ItemID, _ known: ShadowEntry, version: Version) throws {
        try replica.shadow.write(
            id, kind: known.kind, number: known.number, version: version, isDeleted: true,
            fields: "{}", by: Authorship.server)
    }

    /// Queues a deletion that the server has lost. Otherwise a device that has not seen the
    /// deletion could send the entry again.
    private func deleteAgain(_ id: ItemID, _ known: ShadowEntry) throws {
        guard known.kind != Conflict.kind, try replica.outbox.entries(of: id).isEmpty
        else { return }
        try replica.enqueue(
            QueuedOperation(
                action: .delete, kind: known.kind, id: id, item: known.number, base: 0,
                fields: "{}", at: time))
    }

    /// Turns a conflict that the server has lost into a problem, which keeps the lost value.
    private func keepLostConflict(_ id: ItemID, _ known: ShadowEntry) throws -> Bool {
        let isResolved = try replica.outbox.entries(of: id).contains {
            $0.operation.action == .delete
        }
        try markDeleted(id, known, version: 0)
        guard !isResolved, let conflict = try? Conflict(fields: known.fields) else { return false }
        let isWhole = conflict.field == Conflict.wholeEntry
        let action: PushOperation.Action =
            isWhole ? (conflict.mine.isNull ? .delete : .create) : .update
        let fields =
            isWhole
            ? conflict.mine.members ?? []
            : [JSON.Member(conflict.field, conflict.mine)]
        try replica.problems.add(
            QueuedOperation(
                action: action, kind: conflict.kind, id: conflict.entry,
                item: try replica.shadow.entry(conflict.entry)?.number ?? 0, base: 0,
                fields: JSON.object(fields).written, at: conflict.at),
            Rejection(.invalid, "the server has lost the conflict that this change was part of"),
            number: nil
        )
        return false
    }
}
