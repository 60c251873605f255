package import TroveCodecs
package import TroveModel
import TroveSQLite
package import TroveWire

/// The effects of pulled entries.
package struct PullOutcome: Sendable {
    /// The changes of items, by device.
    package var changes = ArrivedChanges()
    /// The conflicts that came with them.
    package var conflicts = ConflictNews()
    /// The conflicts that another device has resolved.
    package var resolved = ConflictNews()
    /// What the definitions of other devices hide.
    package var hidden: [HiddenData] = []

    /// Creates an outcome without effects.
    package init() {}
}

/// The entries of the server, as far as they are known. Pulls and pushes update them.
package struct Shadow {
    let library: Library

    /// Returns whether no entry of the server is known.
    package func isEmpty() throws(LibraryError) -> Bool {
        try library.looking { try library.replica.shadow.isEmpty() }
    }

    /// Returns whether the first sync has read only a part of the account's items so far.
    package func isPartial() throws(LibraryError) -> Bool {
        guard library.account?.cursor?.sequence == 0 else { return false }
        return try !isEmpty()
    }

    /// Returns the server's title of an operation's item; nil if the server does not know the item.
    package func title(of operation: QueuedOperation) throws(LibraryError) -> String? {
        let kinds = library.catalog.kinds
        guard let kind = kinds.stored.first(where: { $0.storedName == operation.kind }) else {
            return nil
        }
        return try library.looking {
            try library.replica.shadow.entry(operation.id)?.fields
                .first { $0.name == kind.fields[Kind.titleIndex].storedName }?.value.text
        }
    }

    /// Returns the number of an item of a connected library, which may be deleted; nil if the item
    /// is not known, and in a local library.
    package func number(of id: ItemID) throws(LibraryError) -> ItemNumber? {
        guard library.isReplicating else { return nil }
        return try library.looking { try library.replica.shadow.number(of: id) }
    }

    /// Returns the stored name of the kind of an item that a server knows or knew; nil for an
    /// unknown id.
    package func kind(of id: ItemID) throws(LibraryError) -> String? {
        try library.looking { try library.replica.shadow.entry(id)?.kind }
    }

    /// Returns the server's fields of an item; none if the server does not know it.
    package func fields(of id: ItemID) throws(LibraryError) -> [JSON.Member] {
        try library.looking { try library.replica.shadow.entry(id)?.fields ?? [] }
    }

    /// Applies a page of changes that a device asked for, and moves the cursor. A page that does
    /// not continue at the cursor, or that another device asked for, is ignored.
    package func apply(
        _ page: ChangesReply, to device: String?, at time: Timestamp
    ) throws(LibraryError) -> PullOutcome {
        var outcome = PullOutcome()
        try library.writing { transaction in
            guard transaction.state.account?.device == device,
                let cursor = transaction.state.account?.cursor,
                cursor.epoch == page.next.epoch,
                page.since <= cursor.sequence, page.next.sequence >= cursor.sequence
            else { return }
            outcome = try PullMerge.take(page.entries, in: transaction, at: time)
            if page.next != cursor { try transaction.state.write(page.next) }
            try transaction.state.writeContact(time)
        }
        return outcome
    }

    /// Applies a page of the snapshot that a new device reads first. It is ignored if another shell
    /// has since registered the library as another device.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - device: the device that asked for it.
    ///   - end: the cursor of the first page, when this page is the last; else nil. It becomes the
    ///     library's cursor, unless another shell has set one.
    ///   - time: the time of the answer.
    /// - Returns: the effects of the page.
    /// - Throws: `LibraryError` when the library cannot be written; nothing of the page is applied.
    package func apply(
        beginning page: SnapshotReply, to device: String?, endingAt end: Cursor?,
        at time: Timestamp
    ) throws(LibraryError) -> PullOutcome {
        var outcome = PullOutcome()
        try library.writing { transaction in
            guard transaction.state.account?.device == device else { return }
            outcome = try PullMerge.take(page.entries, in: transaction, at: time)
            // Until the cursor is set, this position shows whether the server's history is the
            // same.
            try transaction.state.noteReached(page.cursor)
            try transaction.state.writeContact(time)
            if let end, transaction.state.account?.cursor?.sequence == 0 {
                try transaction.state.write(end)
            }
        }
        return outcome
    }
}
