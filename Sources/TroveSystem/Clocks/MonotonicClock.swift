import Glibc

/// The system's monotonic clock, for deadlines and measurements.
package enum MonotonicClock {
    /// Returns the nanoseconds since a fixed moment in the past, which is the same for all threads
    /// and processes until the machine restarts.
    package static var now: UInt64 {
        var time = timespec()
        // The call fills in one `timespec`; Linux always has the monotonic clock.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The time since that moment.
    package static var uptime: Duration { .nanoseconds(Int64(clamping: now)) }

    /// Returns the time after a duration from now; at most the last time that there is.
    package static func time(after duration: Duration) -> UInt64 {
        let (time, isTooLate) = now.addingReportingOverflow(duration.nanoseconds)
        return isTooLate ? .max : time
    }
}

extension Duration {
    /// The whole nanoseconds of the duration, at most `UInt64.max`; 0 for a negative one.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1_000_000_000 else { return .max }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
