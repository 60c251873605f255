import Glibc
import TroveSystem

/// A connection of the server to its store, with a source of randomness, for one request at a time.
///
/// `@unchecked` holds because a pool receives its stores as `sending`, and hands each seat to one
/// thread at a time.
struct StoreSeat: @unchecked Sendable {
    let store: ServerStore
    /// The source of tokens and IDs.
    var random: any RandomNumberGenerator & Sendable
}

/// Transactions of several threads on one connection that are committed together.
private final class CommitGroup: Sendable {
    private let outcome = Monitor<Result<Void, StoreFault>?>(nil)

    /// Lets the threads go on that wait for the commit.
    func end(_ result: Result<Void, StoreFault>) {
        outcome.withLock { $0 = result }
        outcome.notify()
    }

    /// Waits until the group is committed.
    ///
    /// - Throws: why it was not; then none of its transactions was.
    func wait() throws(StoreFault) {
        try outcome.wait { outcome, _ in outcome }?.get()
    }
}

/// The connections of a server to its store: several to a database server; one to a file, and others
/// that only read it.
final class StorePool: Sendable {
    private struct Seats {
        var free: [StoreSeat] = []
        /// Connections that only read.
        var reading: [StoreSeat] = []
        /// The number of all those.
        var readers = 0
        /// The group that the free seat has begun and not committed: a thread that joins it waits for
        /// the seat.
        var group: CommitGroup?
        /// The threads that wait for a seat to join a group.
        var joining = 0
        /// Whether a thread waits for all seats.
        var isClosing = false
        /// The number of all seats.
        var count = 0
        /// When a seat was last taken or given back, a time of `MonotonicClock`.
        var moved: UInt64 = 0
    }

    private let seats: Monitor<Seats>
    /// Whether the store is a file, whose writes are committed in groups.
    let groupsWrites: Bool

    /// The first and the longest pause before a transaction runs again, in milliseconds.
    private static let pauses = 50...1000
    /// The seconds after which a transaction is not repeated.
    private static let patience: UInt64 = 15
    /// The nanoseconds without any transaction ending after which the database counts as down.
    private static let standstill: UInt64 = 2_000_000_000

    /// Creates a pool of one connection.
    init(_ store: sending ServerStore, random: any RandomNumberGenerator & Sendable) {
        groupsWrites = store.groupsWrites
        seats = Monitor(Seats(free: [StoreSeat(store: store, random: random)], count: 1))
    }

    /// Adds a connection.
    func add(_ store: sending ServerStore, random: any RandomNumberGenerator & Sendable) {
        let seat = StoreSeat(store: store, random: random)
        seats.withLock { seats in
            seats.free.append(seat)
            seats.count += 1
        }
    }

    /// Adds a connection that only reads.
    func add(reader store: sending ServerStore) {
        // Nothing that reads needs randomness.
        let seat = StoreSeat(store: store, random: SystemRandomNumberGenerator())
        seats.withLock { seats in
            seats.reading.append(seat)
            seats.readers += 1
        }
    }

    /// Runs `body`, which only reads, on a connection that nothing else uses, as `withSeat` does. In a
    /// file it need not wait for those who write, and sees what they have committed.
    func withReadingSeat<Result>(_ body: (inout StoreSeat) throws -> Result) throws -> Result {
        guard var seat = seats.withLock({ $0.reading.popLast() }) else {
            return try withSeat(isRepeatable: true, body)
        }
        defer {
            seats.withLock { $0.reading.append(seat) }
            notify()
        }
        return try body(&seat)
    }

    /// Runs `body` on a connection that nothing else uses. Waits for one, unless all of them wait for
    /// a database that is down.
    ///
    /// If the connection to the database is lost, `body` runs again, so it must not have effects
    /// outside the store. A lost commit may have happened.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether `body` may run again after a commit whose outcome is unknown.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `StoreFault` if all connections wait for the database.
    func withSeat<Result>(
        isRepeatable: Bool = false, _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        var seat = try take()
        defer { put(seat) }
        let deadline = MonotonicClock.now + Self.patience * 1_000_000_000
        var pause = Self.pauses.lowerBound
        while true {
            do {
                return try body(&seat)
            } catch let fault as StoreFault {
                let isOver =
                    fault.reason != .lost && !(isRepeatable && fault.reason == .unknownOutcome)
                guard !isOver, MonotonicClock.now < deadline else { throw fault }
            }
            usleep(UInt32(1000 * pause))
            pause = min(2 * pause, Self.pauses.upperBound)
        }
    }

    /// Runs `body`, which writes in one transaction, as `withSeat` does. In a file, the transaction is
    /// committed together with those of the threads that wait to do the same, since each commit waits
    /// for the disk. Returns when it is durable.
    func withGroupSeat<Result>(
        isRepeatable: Bool = false, _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        guard groupsWrites else { return try withSeat(isRepeatable: isRepeatable, body) }
        seats.withLock { $0.joining += 1 }
        let taken = seats.wait { seats, _ -> (seat: StoreSeat, group: CommitGroup?)? in
            guard let seat = seats.free.popLast() else { return nil }
            seats.joining -= 1
            defer { seats.group = nil }
            return (seat, seats.group)
        }
        // Without a deadline it waits for a value.
        guard var seat = taken?.seat else { throw StoreFault.closed }
        if taken?.group == nil { seat.store.beginGroup() }
        let group = taken?.group ?? CommitGroup()
        let result = Swift.Result { try body(&seat) }
        let isHandedOver = seats.withLock { seats in
            guard seats.joining > 0 else { return false }
            seats.group = group
            seats.free.append(seat)
            return true
        }
        if isHandedOver {
            notify()
        } else {
            commit(group, on: seat)
            put(seat)
        }
        // A refusal, too, may be due to what others in the group have written.
        try group.wait()
        return try result.get()
    }

    private func commit(_ group: CommitGroup, on seat: StoreSeat) {
        group.end(Result { () throws(StoreFault) in try seat.store.commitGroup() })
    }

    /// Takes a connection. While the database is down, it fails at once, so that a thread is left for
    /// requests that do not need the database. The connection to a file is never down.
    private func take() throws(StoreFault) -> StoreSeat {
        let taken = seats.wait { seats, deadline -> (seat: StoreSeat, group: CommitGroup?)? in
            if seats.count > 1 { deadline = seats.moved + Self.standstill }
            guard let seat = seats.free.popLast() else { return nil }
            seats.moved = MonotonicClock.now
            defer { seats.group = nil }
            return (seat, seats.group)
        }
        guard let taken else { throw StoreFault(.busy, "all connections wait for the database") }
        if let group = taken.group { commit(group, on: taken.seat) }
        return taken.seat
    }

    private func put(_ seat: StoreSeat) {
        seats.withLock { seats in
            seats.free.append(seat)
            seats.moved = MonotonicClock.now
        }
        notify()
    }

    /// Wakes a thread that waits for a seat.
    private func notify() {
        // They all wait for the same, but the one that closes the pool.
        if seats.withLock({ $0.isClosing }) { seats.notify() } else { seats.notifyOne() }
    }

    /// Closes all connections, after waiting for those that are in use. Every later use throws.
    func close() {
        let all = seats.wait { seats, _ -> (reading: [StoreSeat], free: [StoreSeat])? in
            seats.isClosing = true
            guard seats.free.count == seats.count, seats.group == nil,
                seats.reading.count == seats.readers
            else { return nil }
            defer {
                seats.free = []
                seats.reading = []
                seats.readers = 0
            }
            return (seats.reading, seats.free)
        }
        // Without a deadline it waits for a value.
        guard let all else { return }
        // The last connection moves the log into the file.
        for seat in all.reading + all.free { seat.store.close() }
        // A closed connection says so to its next user.
        for seat in all.free { put(seat) }
    }
}
