import Glibc
import TroveSQLite
import TroveSystem
import TroveWire

/// A connection of the server to its store, with a source of randomness, for one request at a time.
///
/// `@unchecked` holds because a pool receives its stores as `sending`, and hands each seat to one
/// thread at a time.
struct StoreSeat: @unchecked Sendable {
    let store: ServerStore
    /// The source of tokens and IDs.
    var random: any RandomNumberGenerator & Sendable
}

/// The connections of a server to its store: several to a database server; one to a file, and
/// others that only read it.
final class StorePool: Sendable {
    private struct Seats {
        var free: [StoreSeat] = []
        /// Connections that only read.
        var reading: [StoreSeat] = []
        /// The number of readers, free or in use.
        var readers = 0
        /// Whether a thread waits for all seats.
        var isClosing = false
        /// The number of seats that write, free or in use.
        var count = 0
        /// When a seat was last taken or given back, a time of `MonotonicClock`.
        var moved: Duration = .zero
        /// The seats that the requests of each user have.
        var ofUser: [UserID: Int] = [:]
        /// The number of threads that wait because their user has its share.
        var crowded = 0
        /// The most seats of one user: its requests may wait for each other in the database, and
        /// the requests of others need seats meanwhile. One or two seats cannot be shared.
        var share: Int { count > 2 ? max(count / 2, 2) : .max }
        /// The most threads that may wait because their user has its share. There are only a few
        /// more threads than seats, and the requests of other users need them.
        var crowd: Int { max(count / 4, 1) }
    }

    private let seats: Monitor<Seats>
    /// Whether another database may take the place of this one, which is down until then.
    private let canBeReplaced: Bool
    /// Makes writes to a file durable; nil if each transaction does so itself.
    private let flusher: LogFlusher?

    /// The first and the longest pause before a transaction runs again.
    private static let pauses: ClosedRange<Duration> = .milliseconds(50) ... .seconds(1)
    /// How long a transaction is repeated.
    private static let retryTime: Duration = .seconds(15)
    /// How long the pool goes without a transaction ending before the database counts as down.
    private static let standstill: Duration = .seconds(2)
    private static let standingStill = StoreFault(.busy, "all connections wait for the database")
    /// How long a request waits while its user has its share of the seats.
    private static let shareWait: Duration = .milliseconds(250)

    /// Creates a pool of one connection.
    init(_ store: sending ServerStore, random: any RandomNumberGenerator & Sendable) {
        canBeReplaced = store.canBeReplaced
        flusher = store.leaveFlushing()
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
        // Reading needs no randomness.
        let seat = StoreSeat(store: store, random: SystemRandomNumberGenerator())
        seats.withLock { seats in
            seats.reading.append(seat)
            seats.readers += 1
        }
    }

    /// Whether a thread waits for the disk after it has given its connection back.
    var flushesWrites: Bool { flusher != nil }

    /// Runs `body`, which only reads, on a connection that nothing else uses, as `withSeat` does.
    /// With a file, it need not wait for writers, and sees what they have committed.
    func withReadingSeat<Result>(
        of user: UserID, _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        guard var seat = seats.withLock({ $0.reading.popLast() }) else {
            return try withSeat(of: user, isRepeatable: true, body)
        }
        let result = Swift.Result { try body(&seat) }
        seats.withLock { $0.reading.append(seat) }
        notify()
        return try durable(result)
    }

    /// Runs `body` on a connection that nothing else uses. Waits for one, unless all of them wait
    /// for a database that is down.
    ///
    /// If the connection to the database is lost, `body` runs again, so it must not have effects
    /// outside the store. A commit whose connection was lost may have happened.
    ///
    /// - Parameters:
    ///   - user: the user whose request it is; nil for none.
    ///   - isRepeatable: whether `body` may run again after a commit whose outcome is unknown.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `StoreFault` if all connections wait for the database, and
    ///   with an unknown outcome if any run of `body` may have committed; `ServerRefusal.crowded`
    ///   if other requests of the user have half of the connections to a database.
    func withSeat<Result>(
        of user: UserID? = nil, isRepeatable: Bool = false,
        _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        // Requests do not wait for each other in a file.
        let user = canBeReplaced ? user : nil
        var seat = try take(of: user)
        let result = Swift.Result { try repeating(isRepeatable, on: &seat, body) }
        put(seat, of: user)
        return try durable(result)
    }

    private func repeating<Result>(
        _ isRepeatable: Bool, on seat: inout StoreSeat,
        _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        let deadline = MonotonicClock.uptime + Self.retryTime
        var pause = Self.pauses.lowerBound
        var mayBeCommitted = false
        while true {
            do {
                return try body(&seat)
            } catch let fault as StoreFault {
                if fault.reason == .unknownOutcome { mayBeCommitted = true }
                let isOver =
                    fault.reason != .lost && !(isRepeatable && fault.reason == .unknownOutcome)
                guard !isOver, MonotonicClock.uptime < deadline else {
                    throw mayBeCommitted ? StoreFault(.unknownOutcome, fault.detail) : fault
                }
            } catch let refusal as ServerRefusal {
                // Other refusals would promise that nothing was carried out.
                guard mayBeCommitted, !refusal.makesDeviceRepair else { throw refusal }
                throw StoreFault(.unknownOutcome, refusal.message)
            }
            SystemThread.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    /// Returns a result once everything that it may depend on is on the disk. A refusal, too, may
    /// depend on what other requests have written. Other requests use the connection in the
    /// meantime.
    private func durable<Result>(
        _ result: Swift.Result<Result, any Error>
    ) throws -> Result {
        do throws(SQLiteError) {
            try flusher?.wait()
        } catch {
            throw StoreFault(error)
        }
        return try result.get()
    }

    /// Takes a connection. While the database is down, it fails at once, so that a thread is left
    /// for requests that do not need the database. The connection to a file is never down.
    private func take(of user: UserID?) throws -> StoreSeat {
        var crowdDeadline = MonotonicClock.uptime + Self.shareWait
        var isCrowded = false
        let seat = seats.wait(until: nil) { seats, deadline -> StoreSeat? in
            let wasCrowded = isCrowded
            isCrowded = user.map { seats.ofUser[$0, default: 0] >= seats.share } ?? false
            seats.crowded += (isCrowded ? 1 : 0) - (wasCrowded ? 1 : 0)
            if isCrowded {
                if !wasCrowded, seats.crowded > seats.crowd { crowdDeadline = .zero }
                deadline = crowdDeadline
                return nil
            }
            if canBeReplaced { deadline = seats.moved + Self.standstill }
            guard let seat = seats.free.popLast() else { return nil }
            seats.moved = MonotonicClock.uptime
            if let user { seats.ofUser[user, default: 0] += 1 }
            return seat
        }
        if let seat { return seat }
        guard isCrowded else { throw Self.standingStill }
        seats.withLock { $0.crowded -= 1 }
        throw ServerRefusal.crowded
    }

    /// The connections that write, and those of them that are in use.
    var load: (connections: Int, used: Int) {
        seats.withLock { ($0.count, $0.count - $0.free.count) }
    }

    /// Why a request that needs the store would fail at once; nil if it would not.
    var fault: StoreFault? {
        let isStandingStill = seats.withLock { seats in
            canBeReplaced && seats.free.isEmpty
                && MonotonicClock.uptime >= seats.moved + Self.standstill
        }
        return isStandingStill ? Self.standingStill : nil
    }

    private func put(_ seat: StoreSeat, of user: UserID? = nil) {
        seats.withLock { seats in
            seats.free.append(seat)
            seats.moved = MonotonicClock.uptime
            guard let user, let count = seats.ofUser[user] else { return }
            seats.ofUser[user] = count > 1 ? count - 1 : nil
        }
        notify()
    }

    /// Wakes a thread that can take a seat.
    private func notify() {
        // All of them wait for any seat of a file, except the one in `close`. For a database, one
        // whose user has its share may be among the few that wait.
        if canBeReplaced || seats.withLock({ $0.isClosing }) {
            seats.notify()
        } else {
            seats.notifyOne()
        }
    }

    /// Closes all connections, after waiting for those that are in use. Every later use throws.
    func close() {
        let all = seats.wait { seats -> (reading: [StoreSeat], free: [StoreSeat])? in
            seats.isClosing = true
            guard seats.free.count == seats.count, seats.reading.count == seats.readers
            else { return nil }
            defer {
                seats.free = []
                seats.reading = []
                seats.readers = 0
            }
            return (seats.reading, seats.free)
        }
        // The last connection moves the log into the file.
        for seat in all.reading + all.free { seat.store.close() }
        // A thread that takes a closed connection gets an error.
        for seat in all.free { put(seat) }
    }
}
