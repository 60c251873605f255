package import TroveModel
import TroveSQLite
package import TroveWire

/// What the server makes of what was pushed.
extension Library {
    /// What an answer brought.
    package struct PushOutcome: Sendable {
        /// The operations that were not taken, by number, and are problems now.
        package var rejected: [Int: Rejection] = [:]
        /// The operations that lost something to another device.
        package var lost: Set<Int> = []
        /// How many things show something else now than before.
        package var changed = 0
        /// How many operations have left the outbox.
        package var settled = 0
        /// Those of them that a person made.
        package var done: [SettledChange] = []
    }

    /// An operation that the server has dealt with.
    package struct SettledChange: Sendable, Hashable {
        /// Its number among the device's operations.
        package let number: Int
        /// What the operation did to the item.
        package let action: PushOperation.Action
        /// The name of the item's kind.
        package let kind: String
        /// What it was called before the answer; nil where that is not known.
        package let title: String?
        /// Whether somebody had waited for the answer in vain.
        package let isUnconfirmed: Bool
        /// Why it was not done; nil where it was.
        package let rejection: Rejection?
    }

    /// Takes in what became of operations. Those that another shell has dealt with are left alone.
    package func apply(
        _ reply: PushReply, at time: Timestamp
    ) throws(LibraryError) -> PushOutcome {
        var outcome = PushOutcome()
        try writing {
            var touched: [ItemID] = []
            var isPlain = true
            let known = account?.cursor?.sequence ?? 0
            for result in reply.results {
                guard let entry = try replica.outboxEntry(result.number) else {
                    isPlain = false
                    continue
                }
                outcome.settled += 1
                try replica.removeOutbox(entry.number)
                let operation = entry.operation
                if operation.action == .skip {
                    // It was sent before an earlier one of the same thing turned out a problem.
                    outcome.rejected[result.number] = result.error
                    continue
                }
                outcome.done.append(
                    SettledChange(
                        number: entry.number, action: operation.action, kind: operation.kind,
                        title: entry.isUnconfirmed ? try title(of: operation) : nil,
                        isUnconfirmed: entry.isUnconfirmed, rejection: result.error))
                if result.status != .applied || result.isDuplicate { isPlain = false }
                // What an operation made before the cursor is in the shadow, or has gone since.
                let isKnown =
                    try result.isDuplicate || replica.version(of: operation.id) >= result.version
                let isPast = result.version <= known && isKnown
                switch result.status {
                case .rejected:
                    try reject(
                        operation, result.error ?? Rejection(.invalid, ""), number: entry.number)
                    outcome.rejected[result.number] = result.error
                    touched.append(operation.id)
                case .conflict, .merged:
                    if result.status == .conflict { outcome.lost.insert(result.number) }
                    fallthrough
                case .applied:
                    if isPast {
                        touched.append(operation.id)
                    } else if let state = result.entry {
                        _ = try takeIn(state)
                        touched.append(operation.id)
                    } else if try !applied(operation, version: result.version) {
                        // Others have changed it since, and it is their change that shows now.
                        touched.append(operation.id)
                    }
                }
            }
            outcome.changed = try settle(unique(touched), by: Library.server, at: time)
            try advance(after: reply, isPlain: isPlain)
            try replica.writeContact(time)
        }
        return outcome
    }

    /// What the thing of an operation is called, here or on the server.
    private func title(of operation: QueuedOperation) throws -> String? {
        guard let kind = catalog.kinds.all.firstIndex(where: { $0.name == operation.kind }) else {
            return nil
        }
        if let row = try stores[kind].row(operation.item),
            case .text(let title)? = row.values[Kind.titleIndex]
        {
            return title
        }
        let name = catalog.kinds[kind].fields[Kind.titleIndex].name
        return try replica.shadow(operation.id)?.fields.first { $0.name == name }?.value.text
    }

    /// Who is named in the log for what the server decided.
    static let server = "server"

    /// Each once, in the order of the first time.
    func unique(_ ids: [ItemID]) -> [ItemID] {
        var seen: Set<ItemID> = []
        return ids.filter { seen.insert($0).inserted }
    }

    /// Keeps an entry of the server, unless something newer is known; whether it was news.
    func takeIn(_ entry: Entry) throws -> Bool {
        let shadow = try replica.shadow(entry.id)
        guard entry.version > shadow?.version ?? 0 else { return false }
        if let shadow, shadow.number > 0 || shadow.kind == entry.kind {
            guard shadow.kind == entry.kind else { return false }
            try replica.write(entry, number: shadow.number)
        } else {
            try replica.write(entry, number: try number(forNew: entry))
        }
        return true
    }

    /// The number under which a thing, or a conflict, that was not known is shown.
    func number(forNew entry: Entry) throws -> Int {
        if entry.kind == Conflict.kind { return try replica.nextConflictNumber() }
        return catalog.kinds.all.contains { $0.name == entry.kind } ? try takeNumber() : 0
    }

    /// An operation did just what it said; whether that is still how things stand.
    private func applied(_ operation: QueuedOperation, version: Version) throws -> Bool {
        let shadow = try replica.shadow(operation.id)
        guard version >= shadow?.version ?? 0 else { return false }
        // The rest of the thing comes with a later page.
        if operation.action == .update, shadow?.isAlive != true { return false }
        var fields = operation.fields
        if operation.action == .update || shadow?.isAlive == true {
            var merged = shadow?.fields ?? []
            try Members.merge(Members.parse(operation.fields), into: &merged)
            fields = JSON.object(merged).written
        }
        try replica.writeShadow(
            operation.id, kind: operation.kind, number: shadow?.number ?? operation.item,
            version: version, isDeleted: operation.action == .delete,
            fields: operation.action == .delete ? "{}" : fields, by: "")
        // What waits of the same thing was done in the knowledge of this.
        let later = try replica.statement(
            "UPDATE outbox SET base = ?2 WHERE id = ?1 AND base = ?3")
        later.bind(blob: operation.id.high, operation.id.low, at: 1)
        later.bind(version, at: 2)
        later.bind(operation.base, at: 3)
        try later.run()
        return true
    }

    /// An operation was not taken: it becomes a problem, and what waits of the same thing is held
    /// behind it.
    private func reject(
        _ operation: QueuedOperation, _ rejection: Rejection, number: Int
    ) throws {
        // The resolution of a conflict that is gone has nothing left to do.
        guard operation.kind != Conflict.kind else { return }
        try replica.addProblem(operation, rejection, number: number)
        for entry in try replica.pending(of: operation.id) {
            try replica.addProblem(
                entry.operation, Rejection(.held, "an earlier change of it was not taken"),
                number: entry.number)
            try replica.makeSkip(entry.number)
        }
    }

    /// When nothing else happened on the server, its history is known up to the push.
    private func advance(after reply: PushReply, isPlain: Bool) throws {
        guard let cursor = account?.cursor, cursor.epoch == reply.cursor.epoch,
            reply.cursor.sequence > cursor.sequence
        else { return }
        if isPlain, cursor.sequence == reply.before {
            try replica.write(reply.cursor)
        } else {
            try replica.noteReached(reply.cursor)
        }
    }

    /// An operation that the server calls senseless becomes a problem without being asked again.
    package func park(_ number: Int, _ rejection: Rejection) throws(LibraryError) {
        try writing {
            guard let entry = try replica.outboxEntry(number), entry.operation.action != .skip
            else { return }
            try replica.makeSkip(number)
            try reject(entry.operation, rejection, number: number)
        }
    }

    // MARK: Operations somebody waits for

    /// Takes operations of the open transaction back, as if they had never been; `areUsedUp` says
    /// whether the server has seen their numbers.
    package func takeBack(
        _ operations: [AskedOperation], areUsedUp: Bool
    ) throws(LibraryError) {
        try writing {
            for operation in operations {
                try replica.removeProblem(number: operation.number)
                if areUsedUp {
                    try replica.removeOutbox(operation.number)
                } else {
                    try replica.makeSkip(operation.number)
                }
            }
            try log.forget(operations.map(\.sequence))
            let changes = try unique(operations.map(\.id)).compactMap(settling)
            try writeRows(changes)
            try apply(changes)
        }
        let numbers = Set(operations.map(\.number))
        asked.removeAll { numbers.contains($0.number) }
    }

    /// Keeps operations of the open transaction whose answer did not come.
    package func keepUnconfirmed(_ operations: [AskedOperation]) throws(LibraryError) {
        try writing {
            for operation in operations {
                try replica.markUnconfirmed(operation.number...operation.number)
            }
        }
        asked = []
    }

    /// The operations of the open transaction up to this number are settled.
    package func forgetAsked(through number: Int) {
        asked.removeAll { $0.number <= number }
    }
}

/// An operation in the open transaction that is committed when the server has answered.
package struct AskedOperation: Sendable, Hashable {
    /// Its number among the device's operations.
    package let number: Int
    /// The id of the item that it changes.
    package let id: ItemID
    /// Where its change stands in the log.
    let sequence: Int
}
