package import TroveModel

/// The current time on both clocks. Decisions use the monotonic clock; users see the calendar time.
package struct ClockReading: Sendable, Hashable {
    /// The time since a fixed moment, which never goes back.
    package let uptime: Duration
    /// The calendar time, which can be set back; used only for display.
    package let time: Timestamp

    package init(uptime: Duration, time: Timestamp) {
        self.uptime = uptime
        self.time = time
    }
}
