import TroveSystem

/// Finds out whether a database can be used, on a connection and a thread of its own. On a connection of
/// the pool, a probe would wait as long as requests do for a database that is down.
final class PostgresProbe: Sendable {
    private struct State {
        /// The number of the last probe, and of the last one that has ended.
        var asked = 0
        var answered = 0
        /// When the last probe began, a time of `MonotonicClock`.
        var began: UInt64 = 0
        /// What the last probe that has ended found.
        var isUsable = false
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
                _ = state.wait { state, _ in state.asked > state.answered ? true : nil }
                // The first failure may be that of a connection that has broken since the last probe.
                let isUsable = (try? engine.probe()) != nil || (try? engine.probe()) != nil
                state.withLock { state in
                    state.isUsable = isUsable
                    state.answered = state.asked
                }
                state.notify()
            }
        }
    }

    /// Returns whether the database answers a probe within a time. Probes that would run at once are
    /// one: its time counts from its beginning.
    func isUsable(within limit: Duration) -> Bool {
        let (number, deadline) = state.withLock { state in
            if state.asked == state.answered {
                state.asked += 1
                state.began = MonotonicClock.now
            }
            return (state.asked, state.began + limit.nanoseconds)
        }
        state.notify()
        return state.wait(until: deadline) { state, _ in
            state.answered >= number ? state.isUsable : nil
        } ?? false
    }
}
