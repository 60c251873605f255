import TroveSystem

/// The time at which waiting fails.
package struct Deadline {
    private let instant: ContinuousClock.Instant

    /// Sets the time, counted from now.
    package init(after limit: Duration) {
        instant = ContinuousClock.now.advanced(by: limit)
    }

    /// Whether waiting has failed.
    package var hasPassed: Bool { ContinuousClock.now >= instant }

    /// The remaining time for `poll`: milliseconds, rounded up so that it never returns early, at
    /// most an hour.
    package var pollMilliseconds: Int32 {
        ContinuousClock.now.duration(to: instant).pollMilliseconds
    }
}
