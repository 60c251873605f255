import Glibc

/// The system's wall clock, which can be set back.
package enum WallClock {
    /// Returns the milliseconds since 1970 in UTC.
    package static var milliseconds: Int {
        var time = timespec()
        // The call fills in one `timespec`; the clock always exists.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
