package import TroveModel

/// This moment, on both clocks. The monotonic one decides; the other is shown.
package struct Moment: Sendable, Hashable {
    /// Since some fixed moment; it never goes back.
    package let uptime: Duration
    /// The time of the calendar, which may be set back; for showing only.
    package let time: Timestamp

    package init(uptime: Duration, time: Timestamp) {
        self.uptime = uptime
        self.time = time
    }
}
