package import TroveModel

/// The time of the monotonic clock, for decisions, and of the calendar clock, for display.
package struct ClockReading: Sendable, Hashable {
    /// The monotonic time since an arbitrary fixed point.
    package let uptime: Duration
    /// The calendar time, which can jump; only for display.
    package let time: Timestamp

    /// Combines readings that both clocks gave at one moment.
    package init(uptime: Duration, time: Timestamp) {
        self.uptime = uptime
        self.time = time
    }
}
