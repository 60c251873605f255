import Glibc

/// A POSIX thread with all signals blocked, since the main thread handles them. `deinit` joins it.
package final class SystemThread: Sendable {
    /// The system cannot create another thread.
    package struct CannotStart: Error {
        /// The error number of `pthread_create`.
        package let code: Int32
    }

    private let thread: pthread_t
    private let isJoined = Locked(false)

    /// Starts a thread that runs `body`.
    ///
    /// - Throws: `CannotStart`; `body` does not run then.
    package init(_ body: sending @escaping () -> Void) throws(CannotStart) {
        thread = try Self.start(body)
    }

    /// Starts a thread that runs `body` and is never joined, because it may never end.
    ///
    /// - Throws: `CannotStart`; `body` does not run then.
    package static func detach(_ body: sending @escaping () -> Void) throws(CannotStart) {
        pthread_detach(try start(body))
    }

    /// Blocks the calling thread for a time, or until a signal is handled on it.
    package static func sleep(for time: Duration) {
        var time = timespec(time)
        // The call reads the time, and keeps no pointer to it.
        unsafe nanosleep(&time, nil)
    }

    private static func start(
        _ body: sending @escaping () -> Void
    ) throws(CannotStart) -> pthread_t {
        var all = sigset_t()
        var before = sigset_t()
        var started = pthread_t()
        // A new thread inherits the signal mask of its creator, so it never runs without the mask.
        // The sets and the thread number are local variables; the calls keep no pointer to them.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        // `runBody` releases the body.
        let box = unsafe Unmanaged.passRetained(Body(run: body))
        let code = unsafe pthread_create(&started, nil, runBody, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            throw CannotStart(code: code)
        }
        return started
    }

    deinit {
        join()
    }

    /// Blocks until the thread has ended. The thread must not join itself.
    package func join() {
        // `pthread_join` may be called once; other callers wait at the lock for it to return.
        isJoined.withLock { isJoined in
            if !isJoined { pthread_join(thread, nil) }
            isJoined = true
        }
    }
}

/// The work of a thread, boxed for `pthread_create`.
private final class Body {
    let run: () -> Void

    init(run: @escaping () -> Void) {
        self.run = run
    }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        // Balances `passRetained` in `SystemThread`.
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
