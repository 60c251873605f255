import TroveModel

/// The operations on one entry that were read or queued last. A script may change an item thousands
/// of times, and each change depends on what waits before it.
///
/// It is emptied when another program has written, and after a rollback.
final class OutboxCache {
    private var id: ItemID?
    private var entries: [OutboxEntry] = []

    /// Returns the operations on an entry, sorted by number; nil if the cache has those of another.
    func entries(of id: ItemID) -> [OutboxEntry]? { id == self.id ? entries : nil }

    /// Keeps the operations on an entry instead of those of another.
    func keep(_ entries: [OutboxEntry], of id: ItemID) {
        self.id = id
        self.entries = entries
    }

    /// Notes an operation that was queued behind all others.
    func append(_ entry: OutboxEntry) {
        if entry.operation.id == id { entries.append(entry) }
    }

    /// Forgets all operations, because one of them may have changed.
    func empty() {
        id = nil
        entries = []
    }
}
