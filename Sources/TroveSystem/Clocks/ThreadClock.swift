import Glibc

/// The processor time of the calling thread, for limits on work.
package enum ThreadClock {
    /// The processor time that the thread has used since it started.
    package static var processorTime: Duration {
        var time = timespec()
        // The call fills in one `timespec`; Linux always has this clock.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
