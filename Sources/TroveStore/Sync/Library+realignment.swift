package import TroveModel
import TroveSQLite
package import TroveWire

/// Finding the way back to a server whose history is not the one that the library knows.
extension Library {
    /// Why the library's cursor is worth nothing.
    package enum Misalignment: Sendable, Hashable {
        /// The history is the same, but what comes behind the cursor was collected as garbage.
        case expired
        /// The server was restored from an older copy, or begun anew.
        case rewound
    }

    /// Begins to read the server's snapshot.
    package func beginRealignment() throws(LibraryError) {
        try writing { try connection.execute("DELETE FROM incoming") }
    }

    /// Keeps a page of the snapshot for the comparison.
    package func keep(_ page: SnapshotReply) throws(LibraryError) {
        try writing {
            let row = try replica.statement(
                "REPLACE INTO incoming (id, kind, version, fields, by) VALUES (?1, ?2, ?3, ?4, ?5)")
            for entry in page.entries {
                row.bind(blob: entry.id.high, entry.id.low, at: 1)
                row.bind(entry.kind, at: 2)
                row.bind(entry.version, at: 3)
                row.bind(JSON.object(entry.fields).written, at: 4)
                row.bind(entry.by, at: 5)
                try row.run()
            }
        }
    }

    /// Points of the history that the library knew, the oldest first: the server's history may still
    /// be the same up to one of them.
    package var checkpoints: [Cursor] {
        replica.checkpoints + (replica.reached.map { [$0] } ?? [])
    }

    /// Compares the snapshot, the first page of which was made at a cursor, with what the server was
    /// known to hold. Up to the number `common` the server's history is the one that the library
    /// knows; more of it may be. Gives how many things were put into the outbox again because the
    /// server had lost them.
    package func finishRealignment(
        _ reason: Misalignment, at cursor: Cursor, common: Version, time: Timestamp
    ) throws(LibraryError) -> Int {
        var count = 0
        let common = reason == .expired ? .max : common
        try writing {
            var touched: [ItemID] = []
            for id in try realignedIDs() {
                let known = try replica.shadow(id)
                if let found = try incoming(id) {
                    if try realign(known, found, common, at: time) { count += 1 }
                } else if let known {
                    if try realignMissing(id, known, common, at: time) { count += 1 }
                }
                touched.append(id)
            }
            _ = try settle(touched, by: Library.server, at: time)
            try connection.execute("DELETE FROM incoming")
            if reason == .rewound { try forgetServerPhotos() }
            replica.forgetCheckpoints(behind: common)
            try replica.forgetReached()
            try replica.write(cursor)
            try replica.writeContact(time)
        }
        return count
    }

    private func realignedIDs() throws -> [ItemID] {
        let rows = try connection.prepare(
            "SELECT id FROM shadow WHERE version > 0 UNION SELECT id FROM incoming")
        var ids: [ItemID] = []
        while try rows.step() {
            if let words = rows.words(0) { ids.append(ItemID(high: words.high, low: words.low)) }
        }
        return ids
    }

    private func incoming(_ id: ItemID) throws -> Entry? {
        let row = try replica.statement(
            "SELECT kind, version, fields, by FROM incoming WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        guard try row.step() else { return nil }
        return Entry(
            kind: row.text(0) ?? "", id: id, version: row.version(1), isDeleted: false,
            fields: try Members.parse(row.text(2) ?? ""), by: row.text(3) ?? "")
    }

    /// The server has the entry; whether something of it has to be given back to the server.
    private func realign(
        _ known: Shadow?, _ found: Entry, _ common: Version, at time: Timestamp
    ) throws -> Bool {
        let waiting = try replica.pending(of: found.id)
        try rebase(waiting, known, found, common)
        let number = try known?.number ?? number(forNew: found)
        try replica.write(found, number: number)
        // What is known of the history that both share, the server knows better.
        guard let known, known.version > common else { return false }
        func giveBack(
            _ action: PushOperation.Action, _ fields: [JSON.Member], base: Version
        ) throws {
            try replica.enqueue(
                QueuedOperation(
                    action: action, kind: found.kind, id: found.id, item: number, base: base,
                    fields: JSON.object(fields).written, at: time))
        }
        // Of what the server has had since, nothing was seen here.
        let base = found.version <= common ? found.version : 0
        if known.isDeleted {
            // What was deleted does not come back, unless somebody made it again since.
            guard waiting.isEmpty else { return false }
            try giveBack(.delete, [], base: base)
            return true
        }
        if found.kind == Conflict.kind { return false }
        // What waits is newer than what was lost.
        var newer: Set<String> = []
        for entry in waiting {
            if entry.operation.action == .delete { return false }
            newer.formUnion(try Members.parse(entry.operation.fields).map(\.name))
        }
        let lost = Members.difference(from: found.fields, to: known.fields)
            .filter { !newer.contains($0.name) }
        guard !lost.isEmpty else { return false }
        try giveBack(.update, lost, base: base)
        return true
    }

    /// What waits was done in the knowledge of what was known: where the server has had nothing else
    /// since, of what it has now; else of nothing.
    private func rebase(
        _ waiting: [OutboxEntry], _ known: Shadow?, _ found: Entry, _ common: Version
    ) throws {
        // Bases in the history that both share are still what they were.
        guard known?.version ?? 0 > common else { return }
        let isOlder = found.version <= common
        for entry in waiting where entry.operation.base > common {
            let fields = known.flatMap { $0.isAlive ? $0.fields : nil }
            let isSame: Bool
            if entry.operation.action == .delete {
                isSame = fields.map { Set($0) == Set(found.fields) } ?? false
            } else {
                isSame = try Members.parse(entry.operation.fields).allSatisfy { member in
                    fields.map {
                        Members.value(member.name, in: $0)
                            == Members.value(member.name, in: found.fields)
                    } ?? false
                }
            }
            try replica.setBase(isOlder || isSame ? found.version : 0, of: entry.number)
        }
    }

    /// The server does not have an entry that it had; whether it has to be given back.
    private func realignMissing(
        _ id: ItemID, _ known: Shadow, _ common: Version, at time: Timestamp
    ) throws -> Bool {
        guard known.version > common else {
            // It was deleted in a history that both share, or since.
            if known.isAlive { try bury(id, known, version: known.version) }
            return false
        }
        if known.isDeleted {
            // Its version means nothing any more.
            try bury(id, known, version: 0)
            try deleteAgain(id, known, at: time)
            return false
        }
        if known.kind == Conflict.kind { return try keepLostConflict(id, known, at: time) }
        // One operation takes the place of all that waits; problems stay what they are.
        let shown = try replica.view(of: id, known, withProblems: false)
        for entry in try replica.pending(of: id) { try replica.makeSkip(entry.number) }
        try replica.writeShadow(
            id, kind: known.kind, number: known.number, version: 0, isDeleted: false,
            fields: "{}", by: Library.server)
        guard let shown else {
            try deleteAgain(id, known, at: time)
            return false
        }
        try replica.enqueue(
            QueuedOperation(
                action: .create, kind: known.kind, id: id, item: known.number, base: 0,
                fields: JSON.object(shown).written, at: time))
        return true
    }

    private func bury(_ id: ItemID, _ known: Shadow, version: Version) throws {
        try replica.writeShadow(
            id, kind: known.kind, number: known.number, version: version, isDeleted: true,
            fields: "{}", by: Library.server)
    }

    /// The server has forgotten a deletion, or has never had the thing: another device that knows the
    /// thing only as it was may give it back.
    private func deleteAgain(_ id: ItemID, _ known: Shadow, at time: Timestamp) throws {
        guard known.kind != Conflict.kind, try replica.pending(of: id).isEmpty else { return }
        try replica.enqueue(
            QueuedOperation(
                action: .delete, kind: known.kind, id: id, item: known.number, base: 0,
                fields: "{}", at: time))
    }

    /// A conflict that the server has lost becomes a problem, so that the value that lost is not.
    private func keepLostConflict(
        _ id: ItemID, _ known: Shadow, at time: Timestamp
    ) throws -> Bool {
        let isResolved = try replica.pending(of: id).contains { $0.operation.action == .delete }
        try bury(id, known, version: 0)
        guard !isResolved, let conflict = try? Conflict(fields: known.fields) else { return false }
        let isWhole = conflict.field == Conflict.wholeEntry
        let action: PushOperation.Action =
            isWhole ? (conflict.mine.isNull ? .delete : .create) : .update
        let fields =
            isWhole
            ? conflict.mine.members ?? []
            : [JSON.Member(conflict.field, conflict.mine)]
        try replica.addProblem(
            QueuedOperation(
                action: action, kind: conflict.kind, id: conflict.entry,
                item: try replica.shadow(conflict.entry)?.number ?? 0, base: 0,
                fields: JSON.object(fields).written, at: conflict.at),
            Rejection(.invalid, "the server has lost the conflict that it was part of"), number: 0)
        return false
    }
}
