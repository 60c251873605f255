import Synchronization
import TroveModel

/// The virtual clock of a world, readable from other threads.
final class WorldClock: Sendable {
    private let milliseconds = Mutex(0)

    /// A midnight in November 2026, in milliseconds since 1970.
    private static let start = 1_795_132_800_000

    /// Sets the time since the start of the world.
    func set(_ uptime: Duration) {
        milliseconds.withLock { $0 = Self.milliseconds(of: uptime) }
    }

    /// Returns the time of a clock with an error, in milliseconds.
    func time(offset: Int = 0) -> Timestamp {
        Timestamp(milliseconds: milliseconds.withLock { $0 } + Self.start + offset)
    }

    private static func milliseconds(of time: Duration) -> Int {
        Int(time.components.seconds) * 1000
            + Int(time.components.attoseconds / 1_000_000_000_000_000)
    }
}
