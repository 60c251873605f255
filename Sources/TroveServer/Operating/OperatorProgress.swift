import Glibc
import TroveSystem

/// Tells the operator at a terminal how many rows a command has copied, once a second.
final class OperatorProgress {
    private var rows = 0
    private var isShown = false
    private var next = MonotonicClock.now + period
    private let isAtTerminal = isatty(STDERR_FILENO) == 1

    /// The nanoseconds between two reports.
    private static let period: UInt64 = 1_000_000_000

    /// Adds rows, and shows their number if it is time.
    func note(rows count: Int) {
        rows += count
        guard isAtTerminal, MonotonicClock.now >= next else { return }
        next = MonotonicClock.now + Self.period
        isShown = true
        Descriptor.write("\r\(rows) rows", to: STDERR_FILENO)
    }

    /// Removes the number from the screen.
    func end() {
        guard isShown else { return }
        isShown = false
        Descriptor.write("\r\u{1B}[K", to: STDERR_FILENO)
    }
}
