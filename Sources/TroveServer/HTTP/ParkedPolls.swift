package import TroveWire

/// The polls that wait for something to happen to their users, and in which order they are to be
/// answered at the latest. A value without locks and clocks: it is told what time it is.
package struct ParkedPolls<Poll: AnyObject>: Sendable where Poll: Sendable {
    private struct Entry {
        let poll: Poll
        let user: UserID
        let deadline: UInt64
    }

    /// By the order in which they came, which also names them.
    private var entries: [UInt64: Entry] = [:]
    /// Of each user those that wait, the oldest first.
    private var ofUser: [UserID: [UInt64]] = [:]
    private var deadlines = DeadlineQueue()
    private var lastTicket: UInt64 = 0

    /// How often somebody was woken.
    package private(set) var wakeCount: UInt64 = 0
    /// When users were woken last, as a `wakeCount`.
    private var wakes: [UserID: UInt64] = [:]
    /// All users count as woken then, because `wakes` was emptied.
    private var wakesForgotten: UInt64 = 0

    /// Nobody waits.
    package init() {}

    /// How many wait.
    package var count: Int { entries.count }

    /// What came of a poll that was to be parked.
    package enum Parking {
        /// It waits; the one that was too many has to be answered now.
        case parked(tooMany: Poll?)
        /// The user was woken after the poll had looked: it has to look again.
        case missed
    }

    /// Parks a poll until a deadline, in nanoseconds, unless its user was woken since `seen`, the
    /// `wakeCount` from before it looked for news. No more than `limit` of one user wait.
    package mutating func park(
        _ poll: Poll, user: UserID, deadline: UInt64, seen: UInt64, limit: Int
    ) -> Parking {
        guard max(wakes[user] ?? 0, wakesForgotten) <= seen else { return .missed }
        lastTicket += 1
        entries[lastTicket] = Entry(poll: poll, user: user, deadline: deadline)
        ofUser[user, default: []].append(lastTicket)
        deadlines.add(lastTicket, at: deadline)
        guard let tickets = ofUser[user], tickets.count > limit, let oldest = tickets.first else {
            return .parked(tooMany: nil)
        }
        return .parked(tooMany: remove(oldest))
    }

    /// The polls of a user, who has something to see now.
    package mutating func wake(_ user: UserID) -> [Poll] {
        wakeCount += 1
        if wakes.count >= 10_000, wakes[user] == nil {
            wakes.removeAll(keepingCapacity: true)
            wakesForgotten = wakeCount
        }
        wakes[user] = wakeCount
        return (ofUser[user] ?? []).compactMap { remove($0) }
    }

    /// The polls that have waited long enough.
    package mutating func due(_ now: UInt64) -> [Poll] {
        var due: [Poll] = []
        while let ticket = deadlines.popFirst(until: now) {
            if let poll = remove(ticket) { due.append(poll) }
        }
        return due
    }

    /// When the next one is due; earlier, where the one that was has gone already.
    package var nextDeadline: UInt64? { deadlines.first }

    /// All of them, in the order in which they came.
    package mutating func removeAll() -> [Poll] {
        let all = entries.sorted { $0.key < $1.key }.map(\.value.poll)
        entries = [:]
        ofUser = [:]
        deadlines = DeadlineQueue()
        return all
    }

    private mutating func remove(_ ticket: UInt64) -> Poll? {
        guard let entry = entries.removeValue(forKey: ticket) else { return nil }
        ofUser[entry.user]?.removeAll { $0 == ticket }
        if ofUser[entry.user]?.isEmpty == true { ofUser[entry.user] = nil }
        return entry.poll
    }
}
