// A live bar is one row on standard error: `\r`, the row, `ESC [ K` to clear what an earlier,
// longer row has left. It never ends in a newline, so that erasing it is `\r ESC [ K` again.

/// A bar that is redrawn while something goes on.
///
/// Pure: time comes in, what to write comes out. Work that is done within a second shows nothing,
/// because a bar that flashes up tells less than none.
package struct LiveProgress: Sendable {
    /// How long nothing is shown, in nanoseconds.
    package static let delay: UInt64 = 1_000_000_000
    /// The least time between two drawings, in nanoseconds.
    package static let interval: UInt64 = 100_000_000

    private let start: UInt64
    /// When the bar was drawn last; nil while none is on the screen.
    private var lastDrawing: UInt64?

    /// A bar for work that starts now.
    ///
    /// - Parameter now: The monotonic time in nanoseconds.
    package init(now: UInt64) {
        start = now
    }

    /// Brings the bar up to date.
    ///
    /// - Parameters:
    ///   - fraction: How much is done, 0 to 1; nil when that is not known.
    ///   - label: What is being done; cut to the width.
    ///   - columns: The width of the terminal.
    ///   - now: The monotonic time in nanoseconds.
    /// - Returns: What to write to the terminal now; empty when it is too early.
    package mutating func update(
        fraction: Double?, label: TerminalText, columns: Int, now: UInt64
    ) -> TerminalText {
        guard now >= start, now - start > Self.delay else { return "" }
        if let lastDrawing, now - lastDrawing < Self.interval { return "" }
        lastDrawing = now
        // The last column stays free: a full row would wrap.
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

    /// What to write at the end or before other output; empty when nothing is shown.
    package mutating func erase() -> TerminalText {
        guard lastDrawing != nil else { return "" }
        lastDrawing = nil
        return "\r\u{1B}[K"
    }
}
