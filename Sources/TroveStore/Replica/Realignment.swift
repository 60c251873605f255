import TroveCodecs
package import TroveModel
import TroveSQLite
package import TroveWire

/// Why a library's cursor is invalid.
package enum Misalignment: Sendable, Hashable {
    /// The history is the same, but the server has discarded the deletions after the cursor.
    case expired
    /// The server was restored from an older copy, or has started a new history.
    case rewound
}

/// Adapts a library to a server whose history differs from the known one.
package struct Realignment {
    let library: Library

    /// Positions of the known history, oldest first. The server's history may be the same up to one
    /// of them.
    package var checkpoints: [Cursor] {
        let state = library.replica.state
        return state.checkpoints.points + (state.reached.map { [$0] } ?? [])
    }

    /// Begins to receive the server's snapshot.
    package func begin() throws(LibraryError) {
        try library.writing { try $0.database.execute("DELETE FROM incoming") }
    }

    /// Stores a page of the snapshot, which a device asked for, for the comparison.
    package func keep(_ page: SnapshotReply, for device: String?) throws(LibraryError) {
        try library.writing { transaction in
            guard transaction.state.account?.device == device else { return }
            let row = try transaction.replica.statements.statement(
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

    /// Compares the stored snapshot with the shadow, and queues what the server has lost. Nothing
    /// changes if another shell has since registered the library as another device.
    ///
    /// - Parameters:
    ///   - reason: why the cursor is invalid.
    ///   - device: the device that asked for the snapshot.
    ///   - cursor: the cursor of the snapshot's first page.
    ///   - common: the sequence number up to which both histories are known to be the same; they
    ///     may be the same beyond it.
    ///   - time: the current time.
    /// - Returns: the number of items that were queued again because the server had lost them.
    /// - Throws: why the library cannot be written.
    package func finish(
        _ reason: Misalignment, of device: String?, at cursor: Cursor, common: Version,
        time: Timestamp
    ) throws(LibraryError) -> Int {
        var count = 0
        let common = reason == .expired ? .max : common
        try library.writing { transaction in
            guard transaction.state.account?.device == device else { return }
            let comparison = HistoryComparison(
                transaction, common: common,
                returned: reason == .rewound ? try ReturnedValues(transaction.library.log) : nil,
                at: time)
            var touched: [ItemID] = []
            for id in try ids(in: transaction) {
                if try comparison.compare(id, with: incoming(id, in: transaction)) { count += 1 }
                touched.append(id)
            }
            try transaction.updateRows(of: touched, from: Authorship.server, at: time)
            try transaction.database.execute("DELETE FROM incoming")
            if reason == .rewound { try transaction.forgetServerPhotos() }
            let state = transaction.state
            state.forgetCheckpoints(after: common)
            try state.forgetReached()
            try state.write(cursor)
            try state.writeContact(time)
        }
        return count
    }

    private func ids(in transaction: Transaction) throws -> [ItemID] {
        let rows = try transaction.database.prepare(
            "SELECT id FROM shadow WHERE version > 0 UNION SELECT id FROM incoming")
        var ids: [ItemID] = []
        while try rows.step() {
            if let words = rows.words(0) { ids.append(ItemID(high: words.high, low: words.low)) }
        }
        return ids
    }

    private func incoming(_ id: ItemID, in transaction: Transaction) throws -> Entry? {
        let row = try transaction.replica.statements.statement(
            "SELECT kind, version, fields, by FROM incoming WHERE id = ?1")
        defer { row.reset() }
        row.bind(blob: id.high, id.low, at: 1)
        guard try row.step() else { return nil }
        return Entry(
            kind: row.text(0) ?? "", id: id, version: row.version(1), isDeleted: false,
            fields: try EntryFields.parse(row.text(2) ?? ""), by: row.text(3) ?? "")
    }
}
