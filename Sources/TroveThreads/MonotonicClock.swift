import Glibc

/// Time that only goes forward, in nanoseconds since some moment in the past.
package enum MonotonicClock {
    /// The current time, in nanoseconds.
    package static var now: UInt64 {
        var time = timespec()
        // The call stores one `timespec`; the monotonic clock always exists.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// Whole nanoseconds; none for what is negative.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(seconds) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
    }
}
