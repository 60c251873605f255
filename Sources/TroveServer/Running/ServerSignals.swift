import Glibc
import TroveSystem

/// The signals that control a server.
enum ServerSignals {
    /// The meaning of a signal.
    enum Control {
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

    /// Blocks until the next signal, or until a deadline.
    ///
    /// - Parameter deadline: a time of `MonotonicClock`; nil for no deadline.
    /// - Returns: the meaning of the signal; nil if the deadline passes first.
    static func next(until deadline: Duration? = nil) -> Control? {
        var signals = set
        while true {
            let number = unsafe wait(
                for: &signals, atMost: deadline.map { $0 - MonotonicClock.uptime })
            switch number {
            case SIGHUP: return .reload
            case SIGINT: return .end("SIGINT")
            case SIGTERM: return .end("SIGTERM")
            default: if errno == EAGAIN { return nil }
            }
        }
    }

    /// Returns the number of a signal; -1 with `errno` if none arrives in time, or after an
    /// interruption.
    private static func wait(
        for signals: UnsafePointer<sigset_t>, atMost limit: Duration?
    ) -> Int32 {
        guard let limit else { return unsafe sigwaitinfo(signals, nil) }
        var time = timespec(limit)
        // The call reads the time, and keeps no pointer to it.
        return unsafe sigtimedwait(signals, nil, &time)
    }

    private static var set: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
        return signals
    }
}
