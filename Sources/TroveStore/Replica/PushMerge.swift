import TroveCodecs
import TroveModel
import TroveSQLite
import TroveWire

/// Applies the server's answer to a push: each operation leaves the outbox, and the shadow and the
/// rows are updated.
struct PushMerge {
    private let transaction: Transaction
    private let time: Timestamp
    /// The sequence number of the cursor.
    private let known: Version
    private(set) var outcome = PushOutcome()
    /// The entries whose rows may have to change.
    private var touched: [ItemID] = []
    /// The other devices that made the changes of some of these entries.
    private var writers: [ItemID: String] = [:]
    /// The items of the settled changes that have a title.
    private var named: Set<ItemID> = []
    /// Whether every operation was applied as it was sent, and for the first time.
    private var isPlain = true
    /// Whether no operation is left in the outbox.
    private var isOutboxEmpty = false
    /// The entries for which the shadow lacks an operation: another operation after the cursor has
    /// replaced the version that it made, and comes with a later page.
    private var incomplete: Set<ItemID> = []
    /// The versions that the operations behind the settled ones on an entry are based on, and those
    /// that they will be based on. They are written once for each entry: thousands may wait.
    private var bases: [ItemID: (former: Version, current: Version)] = [:]
    /// The deletions of conflicts that wait for changes; nil until they are needed.
    private var resolutions: [OutboxEntry]?
    /// The operations whose answers a command waits for.
    private let asked: Set<OperationNumber>
    private var replica: Replica { transaction.replica }

    init(_ transaction: Transaction, at time: Timestamp) {
        self.transaction = transaction
        self.time = time
        asked = Set(transaction.library.asked.map(\.number))
        known = transaction.state.account?.cursor?.sequence ?? 0
    }

    mutating func take(_ reply: PushReply) throws {
        let former = transaction.kinds
        // A push that got no answer may have had more operations.
        let last = max(
            OperationNumber(rawValue: reply.results.last?.number ?? 0),
            transaction.state.failedPushes.max() ?? OperationNumber(rawValue: 0))
        let removed = try removeAll(of: reply)
        for (index, result) in reply.results.enumerated() {
            guard let entry = try removed?[index] ?? remove(result.number) else {
                isPlain = false
                continue
            }
            outcome.settled += 1
            if entry.operation.action == .skip {
                // It was sent before an earlier operation on the same entry was rejected.
                outcome.rejected[entry.number] = result.error
                // The server carried it out nevertheless: a pull brings what it made.
                if result.version > 0 { isPlain = false }
                continue
            }
            try take(result, of: entry, sentThrough: last)
        }
        for id in Array(bases.keys) { try writeBase(of: id) }
        let changes = try transaction.updateRows(
            of: touched.unique, from: Authorship.server, writers: writers, at: time)
        // The command that waits for the answer shows it.
        let asked = Set(transaction.library.asked.map(\.id))
        let news = changes.filter { !asked.contains($0.id) }
        for writer in Set(writers.values).sorted() + [Authorship.server] {
            try outcome.changes.add(
                news.filter { writers[$0.id] ?? Authorship.server == writer }, from: writer,
                title: transaction.library.title(of:))
        }
        outcome.hidden = try transaction.hiddenData(since: former)
        try advance(after: reply)
        if outcome.settled > 0 { try transaction.state.forgetFailedPushes() }
        try transaction.state.writeContact(time)
    }

    /// Removes all operations of an answer from the outbox with one statement, and returns them.
    ///
    /// Returns nil, and removes nothing, if removing one after the other may have another result: a
    /// rejection, or an answer with an entry, changes the operations behind it, and the version of
    /// an operation is the base of the next one on its entry.
    private mutating func removeAll(of reply: PushReply) throws -> [OutboxEntry]? {
        guard let first = reply.results.first, let last = reply.results.last,
            first.number < last.number,
            reply.results.allSatisfy({ $0.status == .applied && $0.entry == nil })
        else { return nil }
        let numbers = OperationNumber(first.number)...OperationNumber(last.number)
        let entries = try replica.outbox.entries(numbers)
        guard entries.map(\.number.rawValue) == reply.results.map(\.number),
            Set(entries.map(\.operation.id)).count == entries.count
        else { return nil }
        try replica.outbox.remove(numbers)
        isOutboxEmpty = try replica.outbox.isEmpty()
        return entries
    }

    /// Removes an operation from the outbox, and returns it; nil if it is not there.
    private func remove(_ number: Int) throws -> OutboxEntry? {
        guard let entry = try replica.outbox.entry(OperationNumber(number)) else { return nil }
        try replica.outbox.remove(entry.number)
        guard let bases = bases[entry.operation.id], bases.former == entry.operation.base else {
            return entry
        }
        return OutboxEntry(
            number: entry.number, operation: entry.operation.based(on: bases.current),
            isUnconfirmed: entry.isUnconfirmed)
    }

    private mutating func take(
        _ result: PushResult, of entry: OutboxEntry, sentThrough last: OperationNumber
    ) throws {
        let operation = entry.operation
        let title =
            isNamed(entry)
            ? try transaction.title(
                of: operation.id, numbered: operation.item, kind: operation.kind) : nil
        if title != nil { named.insert(operation.id) }
        outcome.done.append(
            SettledChange(
                number: entry.number, action: operation.action, kind: operation.kind, title: title,
                isUnconfirmed: entry.isUnconfirmed, rejection: result.error))
        if result.status != .applied || result.isDuplicate { isPlain = false }
        // The shadow contains the effect of an operation before the cursor, or what replaced it.
        let isPast =
            try result.version <= known
            && (result.isDuplicate
                || replica.shadow.version(of: operation.id) >= result.version)
        switch result.status {
        case .rejected:
            try writeBase(of: operation.id)
            let resolutions = try resolutions ?? replica.outbox.resolutions()
            self.resolutions = resolutions
            try replica.reject(
                operation, result.error ?? Rejection(.invalid, ""), number: entry.number,
                sentThrough: last, asked: asked, resolutions)
            outcome.rejected[entry.number] = result.error
            touched.append(operation.id)
        case .conflict, .merged:
            if result.status == .conflict { outcome.lost.insert(entry.number) }
            fallthrough
        case .applied:
            if asked.contains(entry.number) {
                try replica.problems.replace(
                    OperationNumber(rawValue: 1)...entry.number, of: operation.id, by: operation)
            }
            if isPast {
                if try replica.shadow.version(of: operation.id) < result.version {
                    incomplete.insert(operation.id)
                }
                if operation.action == .delete { try keepTombstone(of: operation, result) }
                touched.append(operation.id)
            } else if let state = result.entry {
                if try transaction.keep(state) { noteWriter(of: state) }
                touched.append(operation.id)
            } else if try !advanceShadow(by: operation, version: result.version) {
                // Other devices have changed it since, and the row shows their change.
                touched.append(operation.id)
            }
        }
    }

    /// Remembers a deletion that the snapshot, which the device has read since, does not mention. A
    /// restored server may not know of it.
    private func keepTombstone(of operation: QueuedOperation, _ result: PushResult) throws {
        guard result.status == .applied, result.version > 0,
            try replica.shadow.version(of: operation.id) == 0
        else { return }
        try replica.shadow.write(
            operation.id, kind: operation.kind, number: operation.item, version: result.version,
            isDeleted: true, fields: "{}", by: "")
    }

    /// Notes which other device changed an entry last. If this one did, the entry does not say
    /// whose changes it also contains.
    private mutating func noteWriter(of entry: Entry) {
        let isOther = !entry.by.isEmpty && entry.by != transaction.state.account?.deviceName
        writers[entry.id] = isOther ? entry.by : nil
    }

    /// Whether the title of an operation's item is looked up: the first items are announced with
    /// it.
    private func isNamed(_ entry: OutboxEntry) -> Bool {
        entry.isUnconfirmed || named.count < PushOutcome.namedLimit
            || named.contains(entry.operation.id)
    }

    /// Applies an operation to the shadow, if the server applied it exactly as it was sent. Returns
    /// false if the shadow is newer, or lacks the rest of the entry.
    private mutating func advanceShadow(
        by operation: QueuedOperation, version: Version
    ) throws -> Bool {
        guard !incomplete.contains(operation.id) else { return false }
        let shadow = try replica.shadow.entry(operation.id)
        guard version >= shadow?.version ?? 0 else { return false }
        // The rest of the entry comes with a later page.
        if operation.action == .update, shadow?.isAlive != true { return false }
        var fields = operation.fields
        if operation.action == .update || shadow?.isAlive == true {
            var merged = shadow?.fields ?? []
            try EntryFields.merge(EntryFields.parse(operation.fields), into: &merged)
            fields = JSON.object(merged).written
        }
        try replica.shadow.write(
            operation.id, kind: operation.kind, number: shadow?.number ?? operation.item,
            version: version, isDeleted: operation.action == .delete,
            fields: operation.action == .delete ? "{}" : fields, by: "")
        // When the user made later changes to the entry, they saw the effect of this operation.
        if !isOutboxEmpty { try replaceBase(operation.base, with: version, of: operation.id) }
        // Changes that were made after a pull brought this version are based on it already.
        if version == shadow?.version { try writeBase(of: operation.id) }
        return true
    }

    /// Sets a new base version for the operations on an entry that have the base `former`, when
    /// `writeBase` is called.
    private mutating func replaceBase(
        _ former: Version, with version: Version, of id: ItemID
    ) throws {
        if let bases = bases[id], bases.current == former {
            self.bases[id]?.current = version
        } else {
            try writeBase(of: id)
            bases[id] = (former, version)
        }
    }

    /// Writes the new base version of the operations on an entry, if it has one.
    private mutating func writeBase(of id: ItemID) throws {
        guard let bases = bases.removeValue(forKey: id) else { return }
        try replica.outbox.replaceBase(bases.former, with: bases.current, of: id)
    }

    /// Moves the cursor to the end of the push if nothing else happened on the server; else records
    /// that end beside the cursor.
    private func advance(after reply: PushReply) throws {
        guard let cursor = transaction.state.account?.cursor, cursor.epoch == reply.cursor.epoch,
            reply.cursor.sequence > cursor.sequence
        else { return }
        if isPlain, cursor.sequence == reply.before {
            try transaction.state.write(reply.cursor)
        } else {
            try transaction.state.noteReached(reply.cursor)
        }
    }
}
