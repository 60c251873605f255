import Testing
import TroveTerminal

@Suite struct ProgressTests {
    @Test func drawsBars() {
        #expect(ProgressBar.render(fraction: 0, width: 4) == "░░░░")
        #expect(ProgressBar.render(fraction: 0.5, width: 6) == "▓▓▓░░░")
        #expect(ProgressBar.render(fraction: 0.999, width: 4) == "▓▓▓░")
        #expect(ProgressBar.render(fraction: 1, width: 4) == "▓▓▓▓")
        #expect(ProgressBar.render(fraction: 7, width: 2) == "▓▓")
        #expect(ProgressBar.render(fraction: -1, width: 2) == "░░")
        #expect(ProgressBar.render(fraction: .nan, width: 2) == "░░")
        #expect(ProgressBar.render(fraction: .infinity, width: 2) == "▓▓")
        #expect(ProgressBar.render(fraction: 1, width: 0) == "")
        #expect(ProgressBar.render(fraction: 1, width: -3) == "")
    }

    @Test func showsNothingWithinASecond() {
        var bar = LiveProgress(now: .nanoseconds(5))
        #expect(
            bar.update(fraction: 0.5, label: "x", columns: 80, now: .nanoseconds(1_000_000_005))
                == "")
        #expect(bar.erase() == "")
    }

    @Test func redrawsTenTimesASecond() {
        var bar = LiveProgress(now: .zero)
        var drawn = 0
        for millisecond in 0..<3000 {
            let now = Duration.milliseconds(millisecond)
            if !bar.update(fraction: 0.1, label: "x", columns: 80, now: now).isEmpty { drawn += 1 }
        }
        #expect(drawn == 20)
        #expect(bar.erase() == "\r\u{1B}[K")
        #expect(bar.erase() == "")
    }

    /// The rate and the time left are measured from the first update of a stage.
    @Test func showsTheRateAndTheTimeLeft() {
        var bar = LiveProgress(now: .zero)
        func row(_ fraction: Double?, _ done: Int?, at seconds: Int, _ label: TerminalText)
            -> TerminalText
        {
            bar.update(
                fraction: fraction, label: label, done: done, columns: 100,
                now: .seconds(seconds))
        }
        _ = row(0, 0, at: 1, "importing")
        let early = row(0.25, 500, at: 6, "importing").rendered
        #expect(early.contains("25%  importing  500, 100 per second, 15 s left"), "\(early)")
        let late = row(0.5, 1000, at: 801, "importing").rendered
        #expect(late.contains("1,000, 1 per second, 14 min left"), "\(late)")
        // Another label begins a new stage, which knows no rate yet.
        #expect(row(0.1, 10, at: 802, "settling").rendered.contains("settling  10\u{1B}"))
        // Without a share there is no time left.
        let open = row(nil, 60, at: 812, "settling").rendered
        #expect(open.contains("settling  60, 5 per second\u{1B}"), "\(open)")
    }

    /// On a narrow terminal the bar becomes shorter, then the rate and the count go; the time left
    /// stays the longest. The terminal has room for `^C` behind the row.
    @Test(arguments: [
        (80, "25%  importing rows  345,088, 69,017 per second, 15 s left"),
        (60, "25%  importing rows  345,088, 15 s left"),
        (46, "25%  importing rows  15 s left"), (40, "25%  importing rows"),
    ])
    func theTimeLeftStays(columns: Int, expected: String) {
        var bar = LiveProgress(now: .zero)
        _ = bar.update(
            fraction: 0, label: "importing rows", done: 0, columns: columns, now: .seconds(1))
        let row = bar.update(
            fraction: 0.25, label: "importing rows", done: 345_088, columns: columns,
            now: .seconds(6))
        let text = String(row.rendered.dropFirst().dropLast(3))
        #expect(text.hasSuffix("░ " + expected), "\(text)")
        #expect(text.count { $0 == "▓" || $0 == "░" } >= 8, "\(text)")
        #expect(DisplayWidth.of(text) <= columns - 3, "\(text)")
    }

    /// For a screen reader: a line for each 10 %, and nothing is erased.
    @Test func plainProgressIsLines() {
        var bar = LiveProgress(now: .zero, isPlain: true)
        var text: TerminalText = ""
        for percent in 0...100 {
            text += bar.update(
                fraction: Double(percent) / 100, label: "importing", columns: 80,
                now: .milliseconds(2000 + percent))
        }
        let lines = text.rendered.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.first == "importing: 0 %" && lines.last == "importing: 100 %")
        #expect(!text.rendered.contains("\u{1B}") && !text.rendered.contains("▓"))
        #expect(bar.erase() == "")
    }

    @Test(arguments: [0, 1, 2, 10, 25, 80, 200]) func neverWraps(columns: Int) {
        var bar = LiveProgress(now: .zero)
        let row = bar.update(
            fraction: 0.4, label: "importing 三体三体三体\nand more", columns: columns,
            now: .seconds(2))
        let text = row.rendered.dropFirst().dropLast(3)
        #expect(DisplayWidth.of(String(text)) <= max(0, columns - 1))
    }

    @Test func aClockThatGoesBackIsHarmless() {
        var bar = LiveProgress(now: .seconds(5))
        #expect(bar.update(fraction: 0.4, label: "x", columns: 80, now: .nanoseconds(1)) == "")
    }
}
