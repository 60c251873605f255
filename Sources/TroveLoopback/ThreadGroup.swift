import TroveSystem

/// Threads that are joined together.
package final class ThreadGroup: Sendable {
    private struct State {
        var threads: [Int: SystemThread] = [:]
        /// The threads that have finished.
        var ended: [Int] = []
        var lastNumber = 0
    }

    private let state = Locked(State())

    package init() {}

    /// Runs a closure on its own thread.
    ///
    /// - Throws: `SystemCallError` when the system refuses a thread.
    package func start(_ body: @escaping @Sendable () -> Void) throws {
        // Otherwise thousands of finished threads would accumulate.
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

    /// Joins all threads. Must not be called on one of them.
    package func joinAll() {
        while true {
            let threads = state.withLock { state in
                defer { state.threads = [:] }
                return Array(state.threads.values)
            }
            if threads.isEmpty { return }
            // A thread may have started another meanwhile.
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
