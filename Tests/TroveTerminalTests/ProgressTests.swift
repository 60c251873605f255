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
        var bar = LiveProgress(now: 5)
        #expect(bar.update(fraction: 0.5, label: "x", columns: 80, now: 1_000_000_005) == "")
        #expect(bar.erase() == "")
    }

    @Test func redrawsTenTimesASecond() {
        var bar = LiveProgress(now: 0)
        var drawn = 0
        for millisecond in UInt64(0)..<3000 {
            let now = millisecond * 1_000_000
            if !bar.update(fraction: 0.1, label: "x", columns: 80, now: now).isEmpty { drawn += 1 }
        }
        #expect(drawn == 20)
        #expect(bar.erase() == "\r\u{1B}[K")
        #expect(bar.erase() == "")
    }

    @Test(arguments: [0, 1, 2, 10, 25, 80, 200]) func neverWraps(columns: Int) {
        var bar = LiveProgress(now: 0)
        let row = bar.update(
            fraction: 0.4, label: "importing 三体三体三体\nand more", columns: columns,
            now: 2_000_000_000)
        let text = row.rendered.dropFirst().dropLast(3)
        #expect(DisplayWidth.of(String(text)) <= max(0, columns - 1))
    }

    @Test func aClockThatGoesBackIsHarmless() {
        var bar = LiveProgress(now: 5_000_000_000)
        #expect(bar.update(fraction: 0.4, label: "x", columns: 80, now: 1) == "")
    }
}
