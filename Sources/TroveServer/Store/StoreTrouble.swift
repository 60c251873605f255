import Synchronization
package import TroveModel
import TroveSystem

/// Reports when the store fails, and when it can be used again.
package final class StoreTrouble: Sendable {
    private struct State {
        /// When each reason was last reported.
        var told: [String: Timestamp] = [:]
        /// The time of the last failure; nil once the store can be used again.
        var last: Timestamp?
        /// Whether the store could be read, but not written.
        var isAboutWriting = false
        var count = 0
    }

    /// The period in milliseconds in which the same reason is reported once.
    private static let step = 60_000
    /// The time in milliseconds without a failure after which the store counts as usable: while it
    /// fails, some requests may still succeed.
    private static let calm = 5000

    /// Receives a reason; nil once the store can be used again.
    private let tell: @Sendable (String?) -> Void
    private let state = Locked(State())
    /// Whether `State.last` is set, for requests that have nothing to note.
    private let isFailing = Atomic(false)

    /// Creates a reporter; `tell` receives each reason, and nil once the store can be used again.
    package init(tell: @escaping @Sendable (String?) -> Void) {
        self.tell = tell
    }

    /// The number of failures so far.
    package var count: Int { state.withLock { $0.count } }

    /// Records a failure. Each reason is reported once a minute, since every request may fail
    /// because of it.
    package func note(_ fault: StoreFault, at now: Timestamp) {
        state.withLock { state in
            state.count += 1
            state.last = now
            isFailing.store(true, ordering: .relaxed)
            state.isAboutWriting = fault.reason == .full || fault.reason == .noPermission
            state.told = state.told.filter { now.milliseconds - $0.value.milliseconds < Self.step }
            guard state.told[fault.detail] == nil else { return }
            state.told[fault.detail] = now
            // Reported under the lock, so that a recovery cannot be reported first.
            tell(fault.detail)
        }
    }

    /// Notes that a request has used the store. A full disk can be read, so only a write ends that
    /// trouble.
    package func noteSuccess(isWrite: Bool, at now: Timestamp) {
        guard isFailing.load(ordering: .relaxed) else { return }
        state.withLock { state in
            guard let last = state.last, isWrite || !state.isAboutWriting,
                now.milliseconds - last.milliseconds >= Self.calm
            else { return }
            state.last = nil
            isFailing.store(false, ordering: .relaxed)
            state.told = [:]
            tell(nil)
        }
    }
}
