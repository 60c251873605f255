import Glibc
import TroveSQLite
import TroveSystem
import TroveWire

/// A connection of the server to its store, with a source of randomness, for one request at a time.
///
/// `@unchecked` holds because a pool receives its stores as `sending`, and hands each connection to
/// one thread at a time.
struct PooledConnection: @unchecked Sendable {
    let store: ServerStore
    /// The source of tokens and IDs.
    var random: any RandomNumberGenerator & Sendable
}

/// The connections of a server to its store: several to a database server; one to a file, and
/// others that only read it.
final class StorePool: Sendable {
    private struct State {
        var free: [PooledConnection] = []
        /// Connections that only read.
        var reading: [PooledConnection] = []
        /// The number of readers, free or in use.
        var readers = 0
        /// Whether a thread waits for all connections.
        var isClosing = false
        /// The number of connections that write, free or in use.
        var count = 0
        /// When a connection was last taken or given back, a time of `MonotonicClock`.
        var lastUse: Duration = .zero
        /// The connections that the requests of each user have.
        var ofUser: [UserID: Int] = [:]
        /// The number of threads that wait because their user has its share.
        var waiting = 0
        /// The most connections of one user: its requests may wait for each other in the database,
        /// and the requests of others need connections meanwhile. A limit needs more than two
        /// connections.
        var limitOfUser: Int { count > 2 ? max(count / 2, 2) : .max }
        /// The most threads that may wait because their user has its share. There are only a few
        /// more threads than connections, and the requests of other users need them.
        var maximumWaiting: Int { max(count / 4, 1) }
    }

    private let state: Monitor<State>
    /// Whether another database may take the place of this one, which is down until then.
    private let canBeReplaced: Bool
    /// Makes writes to a file durable; nil if each transaction does so itself.
    private let flusher: LogFlusher?

    /// The first and the longest pause before a transaction runs again.
    private static let pauses: ClosedRange<Duration> = .milliseconds(50) ... .seconds(1)
    /// How long a transaction is repeated.
    private static let retryTime: Duration = .seconds(15)
    /// How long the pool goes without a transaction ending before the database counts as down.
    private static let stallTime: Duration = .seconds(2)
    private static let stalled = StoreFault(.busy, "all connections wait for the database")
    /// How long a request waits while its user has its share of the connections.
    private static let limitWait: Duration = .milliseconds(250)

    /// Creates a pool of one connection.
    init(_ store: sending ServerStore, random: any RandomNumberGenerator & Sendable) {
        canBeReplaced = store.canBeReplaced
        flusher = store.leaveFlushing()
        state = Monitor(State(free: [PooledConnection(store: store, random: random)], count: 1))
    }

    /// Adds a connection.
    func add(_ store: sending ServerStore, random: any RandomNumberGenerator & Sendable) {
        let connection = PooledConnection(store: store, random: random)
        state.withLock { state in
            state.free.append(connection)
            state.count += 1
        }
    }

    /// Adds a connection that only reads.
    func add(reader store: sending ServerStore) {
        // Reading needs no randomness.
        let connection = PooledConnection(store: store, random: SystemRandomNumberGenerator())
        state.withLock { state in
            state.reading.append(connection)
            state.readers += 1
        }
    }

    /// Whether a thread waits for the disk after it has given its connection back.
    var flushesWrites: Bool { flusher != nil }

    /// Runs `body`, which only reads, on a connection that nothing else uses, as `withConnection`
    /// does. With a file, it need not wait for writers, and sees what they have committed.
    func withReadingConnection<Result>(
        of user: UserID, _ body: (inout PooledConnection) throws -> Result
    ) throws -> Result {
        guard var connection = state.withLock({ $0.reading.popLast() }) else {
            return try withConnection(of: user, isRepeatable: true, body)
        }
        let result = Swift.Result { try body(&connection) }
        state.withLock { $0.reading.append(connection) }
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
    ///   with an unknown outcome if any run of `body` may have committed; `ServerRefusal.tooBusy`
    ///   if other requests of the user have half of the connections to a database.
    func withConnection<Result>(
        of user: UserID? = nil, isRepeatable: Bool = false,
        _ body: (inout PooledConnection) throws -> Result
    ) throws -> Result {
        // Requests do not wait for each other in a file.
        let user = canBeReplaced ? user : nil
        var connection = try take(of: user)
        let result = Swift.Result { try repeating(isRepeatable, on: &connection, body) }
        put(connection, of: user)
        return try durable(result)
    }

    private func repeating<Result>(
        _ isRepeatable: Bool, on connection: inout PooledConnection,
        _ body: (inout PooledConnection) throws -> Result
    ) throws -> Result {
        let deadline = MonotonicClock.uptime + Self.retryTime
        var pause = Self.pauses.lowerBound
        var mayBeCommitted = false
        while true {
            do {
                return try body(&connection)
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
    private func take(of user: UserID?) throws -> PooledConnection {
        var limitDeadline = MonotonicClock.uptime + Self.limitWait
        var isOverLimit = false
        let connection = state.wait(until: nil) { state, deadline -> PooledConnection? in
            let wasOverLimit = isOverLimit
            isOverLimit = user.map { state.ofUser[$0, default: 0] >= state.limitOfUser } ?? false
            state.waiting += (isOverLimit ? 1 : 0) - (wasOverLimit ? 1 : 0)
            if isOverLimit {
                if !wasOverLimit, state.waiting > state.maximumWaiting { limitDeadline = .zero }
                deadline = limitDeadline
                return nil
            }
            if canBeReplaced { deadline = state.lastUse + Self.stallTime }
            guard let connection = state.free.popLast() else { return nil }
            state.lastUse = MonotonicClock.uptime
            if let user { state.ofUser[user, default: 0] += 1 }
            return connection
        }
        if let connection { return connection }
        guard isOverLimit else { throw Self.stalled }
        state.withLock { $0.waiting -= 1 }
        throw ServerRefusal.tooBusy
    }

    /// The connections that write, and those of them that are in use.
    var load: (connections: Int, used: Int) {
        state.withLock { ($0.count, $0.count - $0.free.count) }
    }

    /// Why a request that needs the store would fail at once; nil if it would not.
    var fault: StoreFault? {
        let isStalled = state.withLock { state in
            canBeReplaced && state.free.isEmpty
                && MonotonicClock.uptime >= state.lastUse + Self.stallTime
        }
        return isStalled ? Self.stalled : nil
    }

    private func put(_ connection: PooledConnection, of user: UserID? = nil) {
        state.withLock { state in
            state.free.append(connection)
            state.lastUse = MonotonicClock.uptime
            guard let user, let count = state.ofUser[user] else { return }
            state.ofUser[user] = count > 1 ? count - 1 : nil
        }
        notify()
    }

    /// Wakes a thread that can take a connection.
    private func notify() {
        // All of them wait for any connection of a file, except the one in `close`. For a database,
        // one whose user has its share may be among the few that wait.
        if canBeReplaced || state.withLock({ $0.isClosing }) {
            state.notify()
        } else {
            state.notifyOne()
        }
    }

    /// Closes all connections, after waiting for those that are in use. Every later use throws.
    func close() {
        let all = state.wait { state -> (reading: [PooledConnection], free: [PooledConnection])? in
            state.isClosing = true
            guard state.free.count == state.count, state.reading.count == state.readers
            else { return nil }
            defer {
                state.free = []
                state.reading = []
                state.readers = 0
            }
            return (state.reading, state.free)
        }
        // The last connection moves the log into the file.
        for connection in all.reading + all.free { connection.store.close() }
        // A thread that takes a closed connection gets an error.
        for connection in all.free { put(connection) }
    }
}
