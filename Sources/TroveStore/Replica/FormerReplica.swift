import TroveModel
import TroveSQLite
import TroveWire

/// The replica of a library that was disconnected. A later login to the same account puts it back,
/// and the library continues as if it had only been offline.
///
/// It consists of copies of the tables for syncing, and, in `meta`, of the position in the server's
/// history and the kinds that the library had. An earlier version of the program ignores all this,
/// but deletes the values in `meta` when it disconnects the library. Then the copy is not used any
/// more, because it lacks what that version has synced.
struct FormerReplica {
    private let transaction: Transaction
    private var meta: MetaTable { transaction.replica.meta }

    init(_ transaction: Transaction) { self.transaction = transaction }

    private typealias Key = MetaTable.Key

    /// The state of syncing that is kept.
    private static let state = [
        Key.device, Key.deviceName, Key.epoch, Key.sequence, Key.mark, Key.checkpoints,
        Key.reached, Key.nextNumber, Key.sentThrough, Key.failedPushes,
    ]
    /// The key of the kinds with their fields, by their stored names:
    /// `book(title,author) gem(name)`.
    private static let kinds = Key.prefixOfCopies + "kinds"
    /// The tables that are kept, with their columns.
    private static let tables = [
        ("shadow", "id, kind, number, version, deleted, fields, by"),
        ("outbox", "n, unconfirmed, action, kind, id, number, base, fields, at"),
        (
            "problems",
            "problem, n, code, field, message, action, kind, id, number, base, fields, at"
        ),
    ]

    /// Returns the key of the copy of a value.
    private static func copy(of key: String) -> String { Key.prefixOfCopies + key }
    /// Returns the name of the copy of a table.
    private static func former(_ table: String) -> String { "former_" + table }

    /// Returns the device that the library was before it was disconnected; nil for none.
    static func device(in meta: MetaTable) throws -> ResumableDevice? {
        try meta.text(copy(of: Key.device)).map {
            ResumableDevice(id: $0, name: try meta.text(copy(of: Key.deviceName)))
        }
    }

    /// Copies the replica of a connected library. A library that is not logged in keeps the copy
    /// that it has.
    func keep() throws {
        guard transaction.state.account?.device != nil else { return }
        try discard()
        try transaction.state.writeNextNumber()
        for (table, columns) in Self.tables {
            try transaction.database.execute(
                "CREATE TABLE \(Self.former(table)) AS SELECT \(columns) FROM \(table)")
        }
        for key in Self.state { try meta.set(Self.copy(of: key), meta.text(key)) }
        let kinds = transaction.kinds.stored.map { kind in
            let fields = Schema.joined(kind.fields.map(\.storedName), by: ",")
            return "\(kind.storedName)(\(fields))"
        }
        try meta.set(Self.kinds, Schema.joined(kinds, by: " "))
    }

    /// Puts the copy in place of the present replica, which knows nothing of the server, if it
    /// belongs to the same user and epoch. In any case, the copy is removed.
    ///
    /// - Returns: the kinds and fields that have become known since, whose values the library
    ///   lacks; nil if there is no copy, or if it belongs to another history.
    func restore(for login: LoginReply) throws -> [Adoption]? {
        guard try isOf(login) == true, let kinds = try meta.text(Self.kinds)
        else {
            try discard()
            return nil
        }
        for key in Self.state { try meta.set(key, meta.text(Self.copy(of: key))) }
        for (table, columns) in Self.tables {
            try transaction.database.execute(
                """
                REPLACE INTO \(table) (\(columns))
                SELECT \(columns) FROM \(Self.former(table))
                """)
        }
        try discard()
        try transaction.replica.read()
        return Adoption.new(in: transaction.kinds, since: kinds)
    }

    private func discard() throws {
        for key in Self.state.map(Self.copy) + [Self.kinds] { try meta.set(key, nil) }
        for (table, _) in Self.tables {
            try transaction.database.execute("DROP TABLE IF EXISTS \(Self.former(table))")
        }
    }

    /// Returns whether the copy belongs to the user and the epoch of a login; nil if there is none.
    func isOf(_ login: LoginReply) throws -> Bool? {
        guard let epoch = try meta.text(Self.copy(of: Key.epoch)) else { return nil }
        return try epoch == login.epoch && transaction.state.formerUser()?.id == login.user.id
    }

    // MARK: Changes since then

    /// Returns the changes that the user has made since: those that lead from the restored replica
    /// to the items of the library, which are loaded, in an order that the server accepts.
    ///
    /// The library lacks the values of `adoptions`, kinds and fields that have become known, but
    /// its user has not removed them. `showProgress` is called from time to time with the fraction
    /// of the items that are compared.
    func changes(
        except adoptions: [Adoption], showProgress: (Double) -> Void
    ) throws -> [Change] {
        let known = try knownNumbers()
        let items = transaction.library.catalog.items
        let present = Set(items.map(\.number))
        let numbers = Dictionary(items.map { ($0.id, $0.number) }) { first, _ in first }
        var changes: [Change] = []
        for (index, (id, former)) in known.enumerated() {
            if index & 1023 == 1023 { showProgress(Double(index) / Double(known.count)) }
            // An item that was deleted and imported again has another number.
            if !present.contains(former), let number = numbers[id] {
                try transaction.replica.shadow.setNumber(number, of: id)
            }
            if let difference = try transaction.view.change(of: id),
                let change = try change(revertedBy: difference, except: adoptions)
            {
                changes.append(change)
            }
        }
        let ids = Set(known.map(\.id))
        changes += try items.filter { !ids.contains($0.id) }.map { try creation(of: $0) }
        return RestoreOrder(transaction.kinds).sorted(changes)
    }

    private func creation(of item: Item) throws -> Change {
        .create(try transaction.stores[item.kind].withHiddenValues(item))
    }

    /// Returns the items that the server may know, without those of kinds that were unknown, which
    /// have no number.
    private func knownNumbers() throws -> [(id: ItemID, number: ItemNumber)] {
        let rows = try transaction.database.prepare(
            "SELECT id, number FROM shadow WHERE number > 0 AND kind <> '\(Conflict.kind)'")
        var known: [(ItemID, ItemNumber)] = []
        while try rows.step() {
            guard let words = rows.words(0) else { continue }
            known.append((ItemID(high: words.high, low: words.low), ItemNumber(rows.integer(1))))
        }
        return known
    }

    /// Returns the inverse of a change without values that the library could not know; nil if
    /// nothing else is in it.
    private func change(
        revertedBy difference: Change, except adoptions: [Adoption]
    ) throws -> Change? {
        let change = difference.inverse
        let kind = transaction.kinds[change.kind]
        switch change.action {
        case .delete: return change
        case .create(let values):
            return try creation(
                of: Item(kind: change.kind, number: change.number, id: change.id, values: values))
        case .update(let updates):
            let rest = updates.filter { update in
                let field = kind.fields[update.field].storedName
                return update.after != nil
                    || !adoptions.contains(.values(of: kind.storedName, field: field))
            }
            guard !rest.isEmpty else { return nil }
            return Change(
                kind: change.kind, number: change.number, id: change.id, action: .update(rest))
        }
    }

    // MARK: What waits

    /// Returns what the copy has that the server may lack: queued changes, rejected ones, and
    /// conflicts that are not resolved.
    func counts() throws -> QueueCounts {
        guard try meta.text(Self.kinds) != nil else {
            return QueueCounts(waiting: 0, problems: 0, conflicts: 0)
        }
        func count(_ condition: String) throws -> Int {
            try transaction.database.integer("SELECT count(*) FROM \(condition)") ?? 0
        }
        return QueueCounts(
            waiting: try count(
                "former_outbox WHERE action <> 'skip' AND kind <> '\(Conflict.kind)'"),
            problems: try count("former_problems"),
            conflicts: try count(
                """
                former_shadow WHERE kind = '\(Conflict.kind)' AND deleted = 0
                AND id NOT IN (SELECT id FROM former_outbox WHERE action = 'delete')
                """))
    }
}

/// The device that a login can continue.
package struct ResumableDevice: Sendable, Hashable {
    /// Its id on the server.
    package let id: String
    /// Its name on the server; nil if an earlier version did not store it.
    package let name: String?
}
