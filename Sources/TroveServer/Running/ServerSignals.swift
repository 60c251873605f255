import Glibc

/// The signals that a server is told things by.
enum ServerSignals {
    /// What somebody wants.
    enum Wish {
        /// Read the certificate anew.
        case reload
        /// End; the signal's name.
        case end(String)
    }

    /// Keeps signals for `next`, and is deaf to those that would end the server when nobody reads its
    /// output, or a file has grown as long as it may. To be called before the first thread is started:
    /// threads have the mask of the one that starts them.
    static func hold() {
        var signals = set
        // The set is a variable of this function; the call keeps no pointer to it.
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Waits for the next wish.
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
