// A live progress bar is one row on standard error: `\r`, the row, `ESC [ K` to clear the rest of a
// longer one. It never ends in a newline, so `\r ESC [ K` erases it.

/// A progress bar that is redrawn while work goes on.
///
/// Pure: it takes the time and returns the output. Nothing is shown for work that takes less than a
/// second.
package struct LiveProgress: Sendable {
    /// The delay before the bar first appears, in nanoseconds.
    package static let delay: UInt64 = 1_000_000_000
    /// The minimum time between two drawings, in nanoseconds.
    package static let interval: UInt64 = 100_000_000

    private let start: UInt64
    /// When the bar was last drawn; nil while none is on the screen.
    private var lastDrawing: UInt64?

    /// Creates a bar for work that starts now.
    ///
    /// - Parameter now: The monotonic time in nanoseconds.
    package init(now: UInt64) {
        start = now
    }

    /// Updates the bar.
    ///
    /// - Parameters:
    ///   - fraction: The part that is done, 0 to 1; nil when unknown.
    ///   - label: The name of the work, truncated to the width.
    ///   - columns: The width of the terminal.
    ///   - now: The monotonic time in nanoseconds.
    /// - Returns: The output for the terminal; empty when it is too early to draw.
    package mutating func update(
        fraction: Double?, label: TerminalText, columns: Int, now: UInt64
    ) -> TerminalText {
        guard now >= start, now - start > Self.delay else { return "" }
        if let lastDrawing, now - lastDrawing < Self.interval { return "" }
        lastDrawing = now
        // A full row would wrap, so the last column stays free.
        let room = max(0, columns - 1)
        var row: TerminalText = ""
        if let fraction, room >= 20 {
            let bounded = fraction.isNaN ? 0 : min(1, max(0, fraction))
            let percent = TerminalText("\(Int(bounded * 100))%").padded(to: 4, alignment: .trailing)
            row = ProgressBar.render(fraction: fraction, width: min(30, room / 3)) + percent + "  "
        }
        row += label.truncated(to: max(0, room - row.width))
        return "\r\(row)\u{1B}[K"
    }

    /// Returns the output that erases the bar; empty when none is shown.
    package mutating func erase() -> TerminalText {
        guard lastDrawing != nil else { return "" }
        lastDrawing = nil
        return "\r\u{1B}[K"
    }
}
