import Glibc

/// Time that only goes forward, for measuring how long something takes.
package enum MonotonicTime {
    /// Nanoseconds since some moment in the past, the same one for the whole process.
    package static func now() -> UInt64 {
        var time = timespec()
        // The call stores one `timespec`; the monotonic clock always exists.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
