extension Duration {
    /// The time as `poll` takes it: milliseconds, rounded up so that nothing comes too early, at
    /// most an hour.
    var pollMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        guard self < .seconds(3600) else { return 3_600_000 }
        return Int32(wholeMilliseconds)
    }

    /// Milliseconds, rounded up; for times that are not negative and not longer than millions of
    /// years.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let millisecond: Int64 = 1_000_000_000_000_000
        return Int(seconds) * 1000 + Int((attoseconds + millisecond - 1) / millisecond)
    }
}
