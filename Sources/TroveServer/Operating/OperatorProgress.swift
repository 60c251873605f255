import Glibc
import TroveSystem

/// Tells the operator at a terminal how many rows a command has copied, once a second.
final class OperatorProgress {
    private var rows = 0
    private var isShown = false
    private var next = MonotonicClock.uptime + period
    private let isAtTerminal = isatty(STDERR_FILENO) == 1

    /// The time between two reports.
    private static let period: Duration = .seconds(1)

    /// Adds rows, and shows their number if it is time.
    func note(rows count: Int) {
        rows += count
        guard isAtTerminal, MonotonicClock.uptime >= next else { return }
        next = MonotonicClock.uptime + Self.period
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
