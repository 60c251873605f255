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

/// The connections of a server to its store: one to a file, several to a database server.
final class StorePool: Sendable {
    private struct Seats {
        var free: [StoreSeat] = []
        /// The number of all seats.
        var count = 0
        /// When a seat was last taken or given back, a time of `MonotonicClock`.
        var moved: UInt64 = 0
    }

    private let seats: Monitor<Seats>

    /// The first and the longest pause before a transaction runs again, in milliseconds.
    private static let pauses = 50...1000
    /// The seconds after which a transaction is not repeated.
    private static let patience: UInt64 = 15
    /// The nanoseconds without any transaction ending after which the database counts as down.
    private static let standstill: UInt64 = 2_000_000_000

    /// Creates a pool of one connection.
    init(_ store: sending ServerStore, random: any RandomNumberGenerator & Sendable) {
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

    /// Takes a connection. While the database is down, it fails at once, so that a thread is left for
    /// requests that do not need the database. The connection to a file is never down.
    private func take() throws(StoreFault) -> StoreSeat {
        let seat = seats.wait { seats, deadline -> StoreSeat? in
            if seats.count > 1 { deadline = seats.moved + Self.standstill }
            guard let seat = seats.free.popLast() else { return nil }
            seats.moved = MonotonicClock.now
            return seat
        }
        guard let seat else { throw StoreFault(.busy, "all connections wait for the database") }
        return seat
    }

    private func put(_ seat: StoreSeat) {
        seats.withLock { seats in
            seats.free.append(seat)
            seats.moved = MonotonicClock.now
        }
        seats.notify()
    }

    /// Closes all connections, after waiting for those that are in use. Every later use throws.
    func close() {
        // Without a deadline it waits for a value.
        let all =
            seats.wait { seats, _ -> [StoreSeat]? in
                guard seats.free.count == seats.count else { return nil }
                defer { seats.free = [] }
                return seats.free
            } ?? []
        for seat in all { seat.store.close() }
        // A closed connection says so to its next user.
        for seat in all { put(seat) }
    }
}
