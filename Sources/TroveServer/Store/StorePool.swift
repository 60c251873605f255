import Glibc
import TroveSQLite
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
        /// The number of all seats.
        var count = 0
        /// When a seat was last taken or given back, a time of `MonotonicClock`.
        var moved: Duration = .zero
    }

    private let seats: Monitor<Seats>
    /// Whether another database may take the place of this one, which is down until then.
    private let canBeReplaced: Bool
    /// Makes writes to a file durable; nil if each transaction does so itself.
    private let flusher: LogFlusher?

    /// The first and the longest pause before a transaction runs again.
    private static let pauses: ClosedRange<Duration> = .milliseconds(50) ... .seconds(1)
    /// How long a transaction is repeated.
    private static let patience: Duration = .seconds(15)
    /// How long the pool goes without a transaction ending before the database counts as down.
    private static let standstill: Duration = .seconds(2)
    private static let standingStill = StoreFault(.busy, "all connections wait for the database")

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
    func withReadingSeat<Result>(_ body: (inout StoreSeat) throws -> Result) throws -> Result {
        guard var seat = seats.withLock({ $0.reading.popLast() }) else {
            return try withSeat(isRepeatable: true, body)
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
    ///   - isRepeatable: whether `body` may run again after a commit whose outcome is unknown.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `StoreFault` if all connections wait for the database, and
    ///   with an unknown outcome if any run of `body` may have committed.
    func withSeat<Result>(
        isRepeatable: Bool = false, _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        var seat = try take()
        let result = Swift.Result { try repeating(isRepeatable, on: &seat, body) }
        put(seat)
        return try durable(result)
    }

    private func repeating<Result>(
        _ isRepeatable: Bool, on seat: inout StoreSeat,
        _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        let deadline = MonotonicClock.uptime + Self.patience
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
    private func take() throws(StoreFault) -> StoreSeat {
        let seat = seats.wait(until: nil) { seats, deadline -> StoreSeat? in
            if canBeReplaced { deadline = seats.moved + Self.standstill }
            guard let seat = seats.free.popLast() else { return nil }
            seats.moved = MonotonicClock.uptime
            return seat
        }
        guard let seat else { throw Self.standingStill }
        return seat
    }

    /// Why a request that needs the store would fail at once; nil if it would not.
    var fault: StoreFault? {
        let isStandingStill = seats.withLock { seats in
            canBeReplaced && seats.free.isEmpty
                && MonotonicClock.uptime >= seats.moved + Self.standstill
        }
        return isStandingStill ? Self.standingStill : nil
    }

    private func put(_ seat: StoreSeat) {
        seats.withLock { seats in
            seats.free.append(seat)
            seats.moved = MonotonicClock.uptime
        }
        notify()
    }

    /// Wakes a thread that waits for a seat.
    private func notify() {
        // All of them wait for a seat, except the one in `close`.
        if seats.withLock({ $0.isClosing }) { seats.notify() } else { seats.notifyOne() }
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
