import Synchronization
import TroveModel

/// The time of the simulated world, for those who ask for it from another thread's point of view.
final class WorldClock: Sendable {
    private let milliseconds = Mutex(0)

    /// Midnight of a day in November 2026.
    private static let start = 1_795_132_800_000

    /// How long the world has existed.
    func set(_ uptime: Duration) {
        milliseconds.withLock { $0 = Self.milliseconds(of: uptime) }
    }

    /// The time of day where a clock is wrong by so many milliseconds.
    func time(offset: Int = 0) -> Timestamp {
        Timestamp(milliseconds: milliseconds.withLock { $0 } + Self.start + offset)
    }

    private static func milliseconds(of time: Duration) -> Int {
        Int(time.components.seconds) * 1000
            + Int(time.components.attoseconds / 1_000_000_000_000_000)
    }
}
