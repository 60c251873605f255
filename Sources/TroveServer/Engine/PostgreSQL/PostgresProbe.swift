import TroveSystem

/// Finds out whether a database can be used, on a connection and a thread of its own. On a
/// connection of the pool, a probe would wait for a database that is down as long as requests do.
final class PostgresProbe: Sendable {
    private struct State {
        /// The number of the last probe, and of the last one that has ended.
        var asked = 0
        var answered = 0
        /// When the last probe began, a time of `MonotonicClock`.
        var began: Duration = .zero
        /// Why the last probe that has ended failed; nil if it succeeded.
        var fault: StoreFault?
    }

    private let store: PostgresStore
    private let state = Monitor(State())

    init(_ store: PostgresStore) {
        self.store = store
    }

    /// Starts the thread, which ends with the program.
    ///
    /// - Throws: `SystemThread.CannotStart`.
    func start() throws(SystemThread.CannotStart) {
        try SystemThread.detach { [self] in
            let engine = PostgresEngine(store)
            while true {
                state.wait { state in state.asked > state.answered ? () : nil }
                // The first failure may be due to a connection that broke since the last probe.
                let fault = Self.fault(of: engine) == nil ? nil : Self.fault(of: engine)
                state.withLock { state in
                    state.fault = fault
                    state.answered = state.asked
                }
                state.notify()
            }
        }
    }

    /// Returns why the database does not answer; nil if it does.
    private static func fault(of engine: PostgresEngine) -> StoreFault? {
        do throws(StoreFault) {
            try engine.probe()
            return nil
        } catch {
            return error
        }
    }

    /// Tries the database. Concurrent calls share one probe, and the limit counts from its
    /// beginning.
    ///
    /// - Parameter limit: how long to wait for its answer.
    /// - Returns: why it cannot be used; nil if it can.
    func fault(within limit: Duration) -> StoreFault? {
        let (number, deadline) = state.withLock { state in
            if state.asked == state.answered {
                state.asked += 1
                state.began = MonotonicClock.uptime
            }
            return (state.asked, state.began + limit)
        }
        state.notify()
        let late = StoreFault(
            .lost, "the database has not answered for \(limit.components.seconds) s")
        return state.wait(until: deadline) { state, _ in
            state.answered >= number ? .some(state.fault) : nil
        } ?? late
    }
}
