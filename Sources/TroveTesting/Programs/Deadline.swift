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
        let left = ContinuousClock.now.duration(to: instant)
        guard left > .zero else { return 0 }
        guard left < .seconds(3600) else { return 3_600_000 }
        let (seconds, attoseconds) = left.components
        let millisecond: Int64 = 1_000_000_000_000_000
        return Int32(seconds) * 1000 + Int32((attoseconds + millisecond - 1) / millisecond)
    }
}
