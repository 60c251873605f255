import Glibc

/// A value behind a mutex.
///
/// Unlike `Mutex` of the standard library, it uses a mutex of the C library, which ThreadSanitizer
/// knows. It would report every wait on a `Mutex` as a race.
@safe
package final class Locked<Value: Sendable>: @unchecked Sendable {
    /// Allocated by `init` and freed by `deinit`, so its address never changes.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Accessed only by the thread that holds the mutex.
    private var value: Value

    /// Creates a mutex with a value behind it.
    package init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value. `body` must not lock the same mutex.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
