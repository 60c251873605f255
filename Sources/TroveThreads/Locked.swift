import Glibc

/// A value that one thread at a time may use.
///
/// It is what `Mutex` of the standard library is, with the lock of the C library: ThreadSanitizer
/// knows that one, and takes each wait at the other one for a race.
@safe
package final class Locked<Value: Sendable>: @unchecked Sendable {
    /// Allocated at the beginning and freed at the end of the object's life, so that it never moves.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// Touched only by who has the lock.
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Does something with the value while nobody else can; `body` must not ask for the same lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
