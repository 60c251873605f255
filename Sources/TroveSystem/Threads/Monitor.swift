import Glibc

/// A state that threads share and wait on: a mutex with a condition variable.
///
/// The mutex and the condition variable are allocated by `init` and freed by `deinit`, so their
/// addresses never change. The state is accessed only by the thread that holds the mutex.
@safe
package final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Creates a monitor around a state to which the caller keeps no reference.
    package init(_ state: sending State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Deadlines are times of this clock.
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

    /// Runs `body` with exclusive access to the state.
    package func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Wakes all waiting threads, which then check the state again.
    package func notify() {
        unsafe pthread_cond_broadcast(condition)
    }

    /// Wakes one of the waiting threads. Use it only if all of them wait for the same thing.
    package func notifyOne() {
        unsafe pthread_cond_signal(condition)
    }

    /// Blocks until `body` returns a value.
    ///
    /// - Parameter body: called immediately, and after each `notify`.
    /// - Returns: the value of `body`.
    package func wait<Result>(for body: (_ state: inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Blocks until `body` returns a value, or until a deadline.
    ///
    /// - Parameters:
    ///   - deadline: a time of `MonotonicClock`; nil for no deadline.
    ///   - body: called immediately, after each `notify`, and after the deadline. It may change the
    ///     deadline.
    /// - Returns: the value of `body`; nil if it still has none at the deadline.
    package func wait<Result>(
        until deadline: Duration?,
        for body: (_ state: inout State, _ deadline: inout Duration?) -> Result?
    ) -> Result? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var deadline = deadline
        while true {
            if let result = body(&state, &deadline) { return result }
            guard let end = deadline else {
                unsafe pthread_cond_wait(condition, mutex)
                continue
            }
            if MonotonicClock.uptime >= end { return nil }
            var time = timespec(end)
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        }
    }
}
