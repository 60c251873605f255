import Glibc

/// The monotonic clock, for measuring durations.
package enum MonotonicTime {
    /// Returns the nanoseconds since a fixed but unspecified time.
    package static func now() -> UInt64 {
        var time = timespec()
        // The call stores one `timespec`; the monotonic clock always exists.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
