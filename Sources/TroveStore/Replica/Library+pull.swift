package import TroveModel
import TroveSQLite
package import TroveWire

/// What comes down from the server.
extension Library {
    /// What a page brought.
    package struct PullOutcome: Sendable {
        /// How many things show something else now than before.
        package var changed = 0
        /// The names of the devices that did it.
        package var devices: Set<String> = []
        /// How many conflicts came with it.
        package var conflicts = 0

        package init() {}
    }

    /// Takes in a page of changes, and the cursor with it; a page that does not fit to the cursor is
    /// left alone.
    package func apply(
        _ page: ChangesReply, at time: Timestamp
    ) throws(LibraryError) -> PullOutcome {
        var outcome = PullOutcome()
        try writing {
            guard let cursor = replica.account?.cursor, cursor.epoch == page.next.epoch,
                page.since <= cursor.sequence, page.next.sequence >= cursor.sequence
            else { return }
            try takeIn(page.entries, at: time, &outcome)
            if page.next != cursor { try replica.write(page.next) }
            try replica.writeContact(time)
        }
        return outcome
    }

    /// When somebody waited for the server in vain, if it has not answered since.
    package var unanswered: Timestamp? { replica.unanswered }

    /// Remembers that the server did not answer in time, for the next program too; nil that it has.
    package func noteUnanswered(at time: Timestamp?) throws(LibraryError) {
        guard time != replica.unanswered else { return }
        try writing { try replica.write(unanswered: time) }
    }

    /// Whether nothing is known of what the server has.
    package func knowsNothing() throws(LibraryError) -> Bool {
        try looking {
            try connection.integer("SELECT 1 FROM shadow WHERE version > 0 LIMIT 1") == nil
        }
    }

    /// Takes in a page of the snapshot with which a new device begins. The cursor is set when all
    /// pages are there.
    package func apply(
        beginning page: SnapshotReply, at time: Timestamp
    ) throws(LibraryError) -> PullOutcome {
        var outcome = PullOutcome()
        try writing {
            try takeIn(page.entries, at: time, &outcome)
            // Until the cursor is set this is how one notices that the server has another history.
            try replica.noteReached(page.cursor)
            try replica.writeContact(time)
        }
        return outcome
    }

    /// A new device has read all pages of the snapshot, the first of which was made at a cursor.
    package func finishBeginning(at cursor: Cursor) throws(LibraryError) {
        try writing {
            guard replica.account?.cursor?.sequence == 0 else { return }
            try replica.write(cursor)
        }
    }

    private func takeIn(
        _ entries: [Entry], at time: Timestamp, _ outcome: inout PullOutcome
    ) throws {
        // What one device did is one command of the log.
        var changes: [String: [Change]] = [:]
        for entry in entries {
            guard let change = try takeInAndSettle(entry, &outcome) else { continue }
            changes[entry.by, default: []].append(change)
        }
        for (device, changes) in changes.sorted(by: { $0.key < $1.key }) {
            try performPulled(changes, by: device, at: time)
            outcome.changed += changes.count
            outcome.devices.insert(device)
        }
    }

    /// Keeps an entry; what must happen to its row.
    private func takeInAndSettle(
        _ entry: Entry, _ outcome: inout PullOutcome
    ) throws -> Change? {
        let shadow = try replica.shadow(entry.id)
        guard shadow == nil else {
            guard try takeIn(entry) else { return nil }
            return try settling(entry.id)
        }
        // Nothing can wait of what was never heard of.
        if entry.isDeleted, entry.kind == Conflict.kind { return nil }
        let number = try number(forNew: entry)
        try replica.write(entry, number: number)
        if entry.kind == Conflict.kind { outcome.conflicts += 1 }
        guard !entry.isDeleted,
            let kind = catalog.kinds.all.firstIndex(where: { $0.name == entry.kind }),
            let values = values(entry.fields, of: kind)
        else { return nil }
        return Change(kind: kind, number: number, id: entry.id, action: .create(values))
    }
}
