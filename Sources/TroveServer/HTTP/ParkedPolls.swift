package import TroveWire

/// The polls that wait for changes of their users, with their deadlines. A value without locks or
/// clocks: callers pass the time.
package struct ParkedPolls<Poll: AnyObject>: Sendable where Poll: Sendable {
    private struct Entry {
        let poll: Poll
        let user: UserID
        let deadline: Duration
        /// The version of the user's history that the poll has seen.
        let version: Version
    }

    /// By ticket, in the order of arrival.
    private var entries: [UInt64: Entry] = [:]
    /// The tickets of each user, oldest first.
    private var ofUser: [UserID: [UInt64]] = [:]
    private var deadlines = DeadlineQueue()
    private var lastTicket: UInt64 = 0

    /// The number of wakes so far.
    package private(set) var wakeCount: UInt64 = 0
    /// The `wakeCount` of the last wake of each user.
    private var wakes: [UserID: UInt64] = [:]
    /// The `wakeCount` when `wakes` was emptied; all users count as woken then.
    private var wakesForgotten: UInt64 = 0

    /// Creates an empty collection.
    package init() {}

    /// The number of parked polls.
    package var count: Int { entries.count }

    /// The users with parked polls, each with the oldest version that one of them has seen.
    package var versions: [UserID: Version] {
        var versions: [UserID: Version] = [:]
        for entry in entries.values {
            versions[entry.user] = min(versions[entry.user] ?? entry.version, entry.version)
        }
        return versions
    }

    /// The result of parking a poll.
    package enum Parking {
        /// The poll is parked. `tooMany` is the user's oldest poll, to be answered now, if the
        /// limit is reached.
        case parked(tooMany: Poll?)
        /// The user was woken after the poll looked for changes, so it must look again.
        case missed
    }

    /// Parks a poll until a deadline, unless its user was woken since `seen`, the
    /// `wakeCount` from before it looked for changes up to `version`. At most `limit` polls of one
    /// user are parked.
    package mutating func park(
        _ poll: Poll, user: UserID, deadline: Duration, seen: UInt64, at version: Version = .none,
        limit: Int
    ) -> Parking {
        guard max(wakes[user] ?? 0, wakesForgotten) <= seen else { return .missed }
        lastTicket += 1
        entries[lastTicket] = Entry(poll: poll, user: user, deadline: deadline, version: version)
        ofUser[user, default: []].append(lastTicket)
        deadlines.add(lastTicket, at: deadline)
        guard let tickets = ofUser[user], tickets.count > limit, let oldest = tickets.first else {
            return .parked(tooMany: nil)
        }
        return .parked(tooMany: remove(oldest))
    }

    /// Removes and returns the polls of a user who has changes.
    package mutating func wake(_ user: UserID) -> [Poll] {
        wakeCount += 1
        if wakes.count >= 10_000, wakes[user] == nil {
            wakes.removeAll(keepingCapacity: true)
            wakesForgotten = wakeCount
        }
        wakes[user] = wakeCount
        return (ofUser[user] ?? []).compactMap { remove($0) }
    }

    /// Removes and returns the polls whose deadline has passed.
    package mutating func due(_ now: Duration) -> [Poll] {
        var due: [Poll] = []
        while let ticket = deadlines.popFirst(until: now) {
            if let poll = remove(ticket) { due.append(poll) }
        }
        return due
    }

    /// The next deadline; possibly earlier, if its poll was already removed.
    package var nextDeadline: Duration? { deadlines.first }

    /// Removes and returns all polls, in the order of arrival.
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
