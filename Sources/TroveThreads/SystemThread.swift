import Glibc

/// A thread of the system. It takes no signals: those belong to the main thread. It is joined when
/// its owner goes.
package final class SystemThread: Sendable {
    /// The system has no thread left: the value of `errno`.
    package struct CannotStart: Error {
        /// The system's error number.
        package let code: Int32
    }

    private let thread: pthread_t
    private let isJoined = Locked(false)

    /// Starts a thread that does something and ends.
    ///
    /// - Throws: `CannotStart`; then nothing is done.
    package init(_ body: sending @escaping () -> Void) throws(CannotStart) {
        thread = try Self.start(body)
    }

    /// Starts a thread that nobody waits for, because it may never end.
    ///
    /// - Throws: `CannotStart`; then nothing is done.
    package static func detach(_ body: sending @escaping () -> Void) throws(CannotStart) {
        pthread_detach(try start(body))
    }

    private static func start(
        _ body: sending @escaping () -> Void
    ) throws(CannotStart) -> pthread_t {
        var all = sigset_t()
        var before = sigset_t()
        var started = pthread_t()
        // A new thread has the mask of the one that starts it, so there is no moment without it.
        // The sets and the number are variables of this function; the calls keep no pointer to them.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        // The thread takes the body over, and nobody else has it.
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

    /// Waits until the thread has ended; it must not wait for itself.
    package func join() {
        // A thread can be joined once; others wait for that at the lock.
        isJoined.withLock { isJoined in
            if !isJoined { pthread_join(thread, nil) }
            isJoined = true
        }
    }
}

/// What a thread does.
private final class Body {
    let run: () -> Void

    init(run: @escaping () -> Void) {
        self.run = run
    }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context = unsafe context {
        // The other end of `passRetained` in `SystemThread`.
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
    }
    return nil
}
