/// Tickets ordered by deadline, in a binary heap. Canceled tickets stay in the heap; the caller
/// ignores them.
struct DeadlineQueue: Sendable {
    private struct Entry {
        let deadline: Duration
        let ticket: UInt64
    }

    private var entries: [Entry] = []

    /// The earliest deadline.
    var first: Duration? { entries.first?.deadline }

    mutating func add(_ ticket: UInt64, at deadline: Duration) {
        entries.append(Entry(deadline: deadline, ticket: ticket))
        var index = entries.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard entries[index].deadline < entries[parent].deadline else { return }
            entries.swapAt(index, parent)
            index = parent
        }
    }

    /// Removes and returns the ticket with the earliest deadline, if that is not after `now`.
    mutating func popFirst(until now: Duration) -> UInt64? {
        guard let first = entries.first, first.deadline <= now else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return first.ticket }
        entries[0] = last
        var index = 0
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < entries.count && entries[child].deadline < entries[smallest].deadline {
                smallest = child
            }
            guard smallest != index else { return first.ticket }
            entries.swapAt(index, smallest)
            index = smallest
        }
    }
}
