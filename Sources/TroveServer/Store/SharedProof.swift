import TroveSystem

/// A proof that a store has the newest data, which requests that need one at the same time share.
final class SharedProof: Sendable {
    private struct State {
        var isRunning = false
        /// When the last proof began, a time of `MonotonicClock`; nil if there was none.
        var began: Duration?
        /// Why it failed; nil if it did not.
        var failure: (any Error)?
    }

    private let state = Monitor(State())

    /// How a request gets its proof.
    private enum Role {
        /// It makes the proof.
        case prover
        /// Another request made it, and it failed or not.
        case witness((any Error)?)
    }

    /// Returns when a proof that began after this call has succeeded.
    ///
    /// - Parameter write: makes a change that only a store with the newest data can commit.
    /// - Throws: what `write` throws.
    func run(_ write: () throws -> Void) throws {
        let asked = MonotonicClock.uptime
        let role = state.wait { state -> Role? in
            guard !state.isRunning else { return nil }
            if let began = state.began, began > asked { return .witness(state.failure) }
            state.isRunning = true
            state.began = MonotonicClock.uptime
            return .prover
        }
        if case .witness(let failure) = role {
            if let failure { throw failure }
            return
        }
        let result = Result { try write() }
        state.withLock { state in
            state.isRunning = false
            state.failure = nil
            if case .failure(let error) = result { state.failure = error }
        }
        state.notify()
        try result.get()
    }
}
