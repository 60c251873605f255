import Glibc
import Synchronization

/// A thread of the system, for what has to happen beside a test. It is joined when its owner goes.
final class RunningThread: Sendable {
    private let thread: pthread_t
    private let isJoined = Mutex(false)

    /// Starts a thread.
    ///
    /// - Throws: `SystemCallError` when there can be no further thread.
    init(_ body: @escaping @Sendable () -> Void) throws {
        var started = pthread_t()
        let box = unsafe Unmanaged.passRetained(ThreadBody(run: body))
        // The number is a variable of this function; the thread takes the body over.
        let code = unsafe pthread_create(&started, nil, runThread, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            throw SystemCallError("pthread_create", code: code)
        }
        thread = started
    }

    deinit {
        join()
    }

    /// Waits until the thread has ended.
    func join() {
        // A thread can be joined once; others wait for that at the lock.
        isJoined.withLock { isJoined in
            if !isJoined { pthread_join(thread, nil) }
            isJoined = true
        }
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        // The other end of `passRetained` in `RunningThread`.
        unsafe Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
