import Synchronization
import TroveModel
import TroveSystem

/// Tells the operator that the store cannot be used, and when it can be used again.
final class StoreTrouble: Sendable {
    /// The time in milliseconds after which a reason is told again.
    private static let step = 60_000

    /// Receives a reason; nil once the store can be used again.
    private let tell: @Sendable (String?) -> Void
    /// The reasons that were told lately, and when.
    private let told = Locked<[String: Timestamp]>([:])
    /// Whether a reason was told after the last recovery.
    private let isOpen = Atomic(false)
    private let failures = Atomic(0)

    init(tell: @escaping @Sendable (String?) -> Void) {
        self.tell = tell
    }

    /// The number of failures so far.
    var count: Int { failures.load(ordering: .relaxed) }

    /// Notes a failure: each reason is told once a minute, since every request may fail because of
    /// it.
    func note(_ fault: StoreFault, at now: Timestamp) {
        failures.add(1, ordering: .relaxed)
        let isNew = told.withLock { told in
            told = told.filter { now.milliseconds - $0.value.milliseconds < Self.step }
            guard told[fault.detail] == nil else { return false }
            told[fault.detail] = now
            return true
        }
        guard isNew else { return }
        isOpen.store(true, ordering: .relaxed)
        tell(fault.detail)
    }

    /// Notes that a request has used the store.
    func noteSuccess() {
        guard isOpen.load(ordering: .relaxed), isOpen.exchange(false, ordering: .relaxed) else {
            return
        }
        tell(nil)
    }
}
