// A live progress bar is one row on standard error: `\r`, the row, `ESC [ K` to clear the rest of a
// longer one. It never ends in a newline, so `\r ESC [ K` erases it.

/// A progress bar that is redrawn while work goes on, with the rate and the time left.
///
/// Pure: it takes the time and returns the output. Nothing is shown for work that takes less than a
/// second.
package struct LiveProgress: Sendable {
    /// The delay before the bar first appears.
    package static let delay: Duration = .seconds(1)
    /// The minimum time between two drawings.
    package static let interval: Duration = .milliseconds(100)

    /// The time over which a rate is measured before it is shown.
    private static let settling: Duration = .milliseconds(500)
    /// The step between two lines of plain progress in percent, and the time between them if the
    /// fraction is unknown.
    private static let plainStep = 10
    private static let plainInterval: Duration = .seconds(10)

    private let start: Duration
    /// Whether progress is written in lines of its own, which are not erased.
    private let isPlain: Bool
    /// When the bar was last drawn; nil while none is on the screen.
    private var lastDrawing: Duration?
    /// The first state of the stage, from which the rate and the time left are measured.
    private var first: (time: Duration, fraction: Double, done: Int, label: TerminalText)?
    /// The percentage of the last plain line; -1 before the first one.
    private var lastPercentage = -1

    /// Creates a bar for work that starts now.
    ///
    /// - Parameters:
    ///   - now: The time of `MonotonicClock`.
    ///   - isPlain: Whether to write a line for each 10 % instead of a bar, for a screen reader.
    package init(now: Duration, isPlain: Bool = false) {
        start = now
        self.isPlain = isPlain
    }

    /// Updates the bar.
    ///
    /// - Parameters:
    ///   - fraction: The part that is done, 0 to 1; nil when unknown.
    ///   - label: The name of the work, truncated to the width. Another name begins a new stage.
    ///   - done: The number of items that are done; nil if they are not counted.
    ///   - columns: The width of the terminal.
    ///   - now: The time of `MonotonicClock`.
    /// - Returns: The output for the terminal; empty when it is too early to draw.
    package mutating func update(
        fraction: Double?, label: TerminalText, done: Int? = nil, columns: Int, now: Duration
    ) -> TerminalText {
        let fraction = fraction.map { $0.isNaN ? 0 : min(1, max(0, $0)) }
        let stage = first
        if stage == nil || stage?.label != label || (stage?.fraction ?? 0) > fraction ?? 1 {
            first = (now, fraction ?? 0, done ?? 0, label)
            lastPercentage = -1
        }
        guard now - start > Self.delay else { return "" }
        let details = details(fraction: fraction, done: done, now: now)
        if isPlain { return plainLine(fraction: fraction, label, details.text(), now: now) }
        if let lastDrawing, now - lastDrawing < Self.interval { return "" }
        lastDrawing = now
        // A full row would wrap, and the terminal writes `^C` after it.
        let room = max(0, columns - 3)
        var row: TerminalText = ""
        var rest = room
        if let fraction, room >= 20 {
            row = TerminalText("\(Int(fraction * 100))%").padded(to: 4, alignment: .trailing) + "  "
            rest -= row.width + Self.shortestBar
            let text = label + details.text(fitting: rest - label.width)
            let width = min(Self.longestBar, Self.shortestBar + max(0, rest - text.width))
            row = ProgressBar.render(fraction: fraction, width: width) + row
        }
        row += (label + details.text(fitting: rest - label.width))
            .truncated(to: max(0, room - row.width))
        return "\r\(row)\u{1B}[K"
    }

    /// The shortest and the longest bar, in columns.
    private static let shortestBar = 8
    private static let longestBar = 30

    /// Returns a line of plain progress; empty when it is too early for the next one.
    private mutating func plainLine(
        fraction: Double?, _ label: TerminalText, _ details: TerminalText, now: Duration
    ) -> TerminalText {
        if let fraction {
            let percentage = Int(fraction * 100) / Self.plainStep * Self.plainStep
            guard percentage > lastPercentage else { return "" }
            lastPercentage = percentage
            return "\(label): \(percentage) %\(details)\n"
        }
        if let lastDrawing, now - lastDrawing < Self.plainInterval { return "" }
        lastDrawing = now
        return "\(label)\(details)\n"
    }

    /// What is known about the work.
    private struct Details {
        var count: TerminalText?
        var rate: TerminalText?
        var timeLeft: TerminalText?

        /// Returns all of it: `  1,200, 340 per second, 12 s left`.
        func text() -> TerminalText { Self.joined([count, rate, timeLeft]) }

        /// Returns as much of it as fits. The time left is the last part to be dropped.
        func text(fitting columns: Int) -> TerminalText {
            [[count, rate, timeLeft], [count, timeLeft], [timeLeft]].map(Self.joined)
                .first { $0.width <= columns } ?? ""
        }

        private static func joined(_ parts: [TerminalText?]) -> TerminalText {
            let known = parts.compactMap(\.self)
            return known.isEmpty ? "" : "  \(known.joined(separator: ", "))"
        }
    }

    /// Returns the count, the rate and the time left, as far as they are known.
    private func details(fraction: Double?, done: Int?, now: Duration) -> Details {
        var details = Details(count: done.map { TerminalText(grouped: $0) })
        if let first, now - first.time >= Self.settling {
            let seconds = (now - first.time) / .seconds(1)
            if let done, done > first.done {
                let rate = TerminalText(grouped: Int(Double(done - first.done) / seconds))
                details.rate = "\(rate) per second"
            }
            if let fraction, fraction > first.fraction, fraction < 1 {
                let left = seconds * (1 - fraction) / (fraction - first.fraction)
                details.timeLeft = "\(Self.duration(left)) left"
            }
        }
        return details
    }

    /// Returns a number of seconds in a unit that suits it: `40 s`, `3 min`, `2 h 5 min`.
    private static func duration(_ seconds: Double) -> TerminalText {
        let seconds = Int(min(seconds.rounded(.up), 1e6))
        if seconds < 60 { return "\(seconds) s" }
        let minutes = (seconds + 59) / 60
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Returns the output that erases the bar; empty when none is shown.
    package mutating func erase() -> TerminalText {
        guard !isPlain, lastDrawing != nil else { return "" }
        lastDrawing = nil
        return "\r\u{1B}[K"
    }
}
