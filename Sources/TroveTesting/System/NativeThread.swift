import Glibc

/// A thread of the operating system, for what waits while a test goes on.
enum NativeThread {
    /// Runs a closure on a thread of its own, which ends with it.
    ///
    /// - Throws: `SystemCallError` when the system gives no thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        // The attributes live until the thread has been made, which copies them.
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        // The one reference that was retained above is taken by the thread, or below.
        let code = unsafe pthread_create(
            &thread, &attributes,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw SystemCallError("pthread_create", code: code)
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
