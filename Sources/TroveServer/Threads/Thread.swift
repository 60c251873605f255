import Glibc

/// Threads of the operating system, for what waits and would hold others up.
enum Thread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that nobody waits for; false when the system has none left.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // The thread, and nobody else, takes the work over; where none starts, it is taken back.
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                // It is what was handed over, once.
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            unsafe work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
