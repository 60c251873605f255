extension Duration {
    /// The duration as `poll` takes it: milliseconds, rounded up so that `poll` never returns
    /// early, at most an hour.
    var pollMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        guard self < .seconds(3600) else { return 3_600_000 }
        return Int32(wholeMilliseconds)
    }

    /// Milliseconds, rounded up. The duration must not be negative or longer than millions of
    /// years.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let millisecond: Int64 = 1_000_000_000_000_000
        return Int(seconds) * 1000 + Int((attoseconds + millisecond - 1) / millisecond)
    }
}
