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
    }

    private let seats: Monitor<Seats>

    /// The first and the longest pause before a transaction runs again, in milliseconds.
    private static let pauses = 50...1000
    /// The seconds after which a transaction is not repeated.
    private static let patience: UInt64 = 15

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

    /// Runs `body` on a connection that nothing else uses. Waits for one.
    ///
    /// If the connection to the database is lost, `body` runs again, so it must not have effects
    /// outside the store. A lost commit may have happened.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether `body` may run again after a commit whose outcome is unknown.
    ///   - body: what to do.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    func withSeat<Result>(
        isRepeatable: Bool = false, _ body: (inout StoreSeat) throws -> Result
    ) throws -> Result {
        var seat = take()
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

    private func take() -> StoreSeat {
        while true {
            // Without a deadline it waits for a value.
            if let seat = seats.wait(for: { seats, _ in seats.free.popLast() }) { return seat }
        }
    }

    private func put(_ seat: StoreSeat) {
        seats.withLock { $0.free.append(seat) }
        seats.notify()
    }

    /// Closes all connections, after waiting for those that are in use. Every later use throws.
    func close() {
        let all = (0..<seats.withLock { $0.count }).map { _ in take() }
        for seat in all {
            seat.store.close()
            put(seat)
        }
    }
}
