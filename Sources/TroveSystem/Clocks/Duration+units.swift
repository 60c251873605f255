import Glibc

extension Duration {
    /// The duration as `poll` takes it: milliseconds, rounded up so that `poll` never returns
    /// early, at most an hour; 0 for a negative one.
    package var pollMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        guard self < .seconds(3600) else { return 3_600_000 }
        return Int32(wholeMilliseconds)
    }

    /// Milliseconds, rounded up. The duration must not be negative or longer than millions of
    /// years.
    package var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        let millisecond: Int64 = 1_000_000_000_000_000
        return Int(seconds) * 1000 + Int((attoseconds + millisecond - 1) / millisecond)
    }

    /// The whole nanoseconds of the duration, at most `UInt64.max`; 0 for a negative one.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1_000_000_000 else { return .max }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}

extension timespec {
    /// Creates the system's form of a duration; zero for a negative one.
    package init(_ duration: Duration) {
        let nanoseconds = duration.nanoseconds
        self.init(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}
