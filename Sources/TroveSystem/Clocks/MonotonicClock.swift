import Glibc

/// The system's monotonic clock, for deadlines and measurements.
package enum MonotonicClock {
    /// The time since a fixed moment in the past, which is the same for all threads and processes
    /// until the machine restarts. A deadline is such a time, too.
    package static var uptime: Duration {
        var time = timespec()
        // The call fills in one `timespec`; Linux always has the monotonic clock.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
