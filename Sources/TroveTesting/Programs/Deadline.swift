import TroveSystem

/// The time at which waiting fails.
struct Deadline {
    private let instant: ContinuousClock.Instant

    init(after limit: Duration) {
        instant = ContinuousClock.now.advanced(by: limit)
    }

    var hasPassed: Bool { ContinuousClock.now >= instant }

    /// The remaining time for `poll`: milliseconds, rounded up so that it never returns early, at
    /// most an hour.
    var pollMilliseconds: Int32 {
        ContinuousClock.now.duration(to: instant).pollMilliseconds
    }
}
