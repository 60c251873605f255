import Glibc

/// The signals that control a server.
enum ServerSignals {
    /// The meaning of a signal.
    enum Wish {
        /// Reload the certificate.
        case reload
        /// Stop; the signal's name.
        case end(String)
    }

    /// Blocks the signals that `next` waits for, and ignores SIGPIPE and SIGXFSZ, which would end
    /// the server. Call it before starting threads, since they inherit the signal mask.
    static func hold() {
        var signals = set
        // The set is a local variable; the call keeps no pointer to it.
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Blocks until the next signal.
    static func next() -> Wish {
        var signals = set
        var number: Int32 = 0
        // The call stores one number.
        while unsafe sigwait(&signals, &number) != 0 {}
        return number == SIGHUP ? .reload : .end(number == SIGINT ? "SIGINT" : "SIGTERM")
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
        return signals
    }
}
