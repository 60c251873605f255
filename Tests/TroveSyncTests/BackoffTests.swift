import Testing
import TroveSync
import TroveTesting

@Suite struct BackoffTests {
    /// A generator whose numbers are all maximal or all minimal.
    private struct Extreme: RandomNumberGenerator {
        let value: UInt64
        func next() -> UInt64 { value }
    }

    @Test func theLimitDoublesUpToAMinute() {
        var random = Extreme(value: .max)
        var backoff = Backoff()
        let pauses = (0..<10).map { _ in backoff.next(using: &random) / .milliseconds(1) }
        let expected = [500.0, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]
        for (pause, limit) in zip(pauses, expected) { #expect(abs(pause - limit) < 1) }
    }

    /// Never zero, which would mean requests without a pause.
    @Test func waitsAtLeastATwentieth() {
        // The highest value that still gives the lowest fraction.
        var random = Extreme(value: 2047)
        var backoff = Backoff()
        let pauses = (0..<10).map { _ in backoff.next(using: &random) / .milliseconds(1) }
        let expected = [25.0, 50, 100, 200, 400, 800, 1600, 3000, 3000, 3000]
        for (pause, limit) in zip(pauses, expected) { #expect(abs(pause - limit) < 1) }
    }

    @Test func successStartsOver() {
        var random = Extreme(value: .max)
        var backoff = Backoff()
        for _ in 0..<5 { _ = backoff.next(using: &random) }
        backoff.reset()
        #expect(abs(backoff.next(using: &random) / .milliseconds(1) - 500) < 1)
    }

    /// Devices that lost the server at the same time do not reconnect at the same time.
    @Test func jitterIsRandom() {
        var random = SeededRandom.fromEnvironment()
        var counts = [Int](repeating: 0, count: 4)
        for _ in 0..<4000 {
            var backoff = Backoff()
            let part = backoff.next(using: &random) / .milliseconds(500)
            counts[min(3, Int(part * 4))] += 1
        }
        for count in counts { #expect(count > 600, "\(random.hint): \(counts)") }
    }
}
