import Glibc

/// A state that threads share, and whose changes they wait for: a mutex with a condition.
///
/// The mutex and the condition are allocated at the beginning and freed at the end of the value's
/// life, so that they never move; the state is touched only by who has the mutex.
@safe
package final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// A monitor around a state, which nobody else has.
    package init(_ state: sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Deadlines are moments of `MonotonicClock`.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Does something with the state while nobody else can.
    package func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Lets everybody who waits look again.
    package func notify() {
        unsafe pthread_cond_broadcast(condition)
    }

    /// Waits until `body` finds something; it is asked at once, after every `notify`, and when the
    /// deadline, a moment of `MonotonicClock`, has passed; where it finds nothing then, nil. `body` may
    /// set another deadline; nil stands for as long as it takes.
    package func wait<Result>(
        until deadline: UInt64? = nil,
        for body: (_ state: inout State, _ deadline: inout UInt64?) -> Result?
    ) -> Result? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var deadline = deadline
        while true {
            if let result = body(&state, &deadline) { return result }
            guard let moment = deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            if MonotonicClock.now >= moment { return nil }
            var time = timespec(
                tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        }
    }
}
