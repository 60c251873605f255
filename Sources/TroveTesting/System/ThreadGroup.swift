import TroveSystem

/// Threads that come and go, and are waited for together.
final class ThreadGroup: Sendable {
    private struct State {
        var threads: [Int: SystemThread] = [:]
        /// Those that have nothing more to do.
        var ended: [Int] = []
        var lastNumber = 0
    }

    private let state = Locked(State())

    /// Runs a closure on a thread of its own.
    ///
    /// - Throws: `SystemCallError` when there can be no further thread.
    func start(_ body: @escaping @Sendable () -> Void) throws {
        // Thousands that came and went would else be kept.
        joinEnded()
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let work: @Sendable () -> Void = {
            body()
            self.state.withLock { $0.ended.append(number) }
        }
        do {
            try state.withLock { $0.threads[number] = try SystemThread(work) }
        } catch let error as SystemThread.CannotStart {
            throw SystemCallError("pthread_create", code: error.code)
        }
    }

    /// Waits for all of them; none of them may call it.
    func joinAll() {
        while true {
            let threads = state.withLock { state in
                defer { state.threads = [:] }
                return Array(state.threads.values)
            }
            if threads.isEmpty { return }
            // One of them may have started another meanwhile.
            for thread in threads { thread.join() }
        }
    }

    private func joinEnded() {
        let threads = state.withLock { state in
            defer { state.ended = [] }
            return state.ended.compactMap { state.threads.removeValue(forKey: $0) }
        }
        for thread in threads { thread.join() }
    }
}
