package import TroveModel

/// The recent requests of a library for a new device. They are stored in the file, because each new
/// device may replace another of the user's devices.
package struct Renewals: Sendable, Hashable {
    /// When the last request was made.
    package let last: Timestamp
    /// The number of requests, each less than `memory` after the previous one.
    package let count: Int

    /// Creates a series of requests.
    package init(last: Timestamp, count: Int) {
        self.last = last
        self.count = count
    }

    /// Parses the text that `stored` writes; nil for any other text.
    init?(stored text: String) {
        let numbers = text.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        self.init(last: Timestamp(milliseconds: numbers[0]), count: numbers[1])
    }

    /// The text in the library file.
    var stored: String { "\(last.milliseconds) \(count)" }

    /// The pauses after the first, the second, … and all later requests, in milliseconds. The first
    /// requests need no pause: a device that is killed while it waits for answers may make several.
    private static let pauses = [0, 0, 60_000, 600_000, 3_600_000]
    /// The time after which earlier requests no longer count, in milliseconds.
    private static let memory = 6 * 3_600_000

    /// Returns how many milliseconds must pass before the next request.
    package func pause(at now: Timestamp) -> Int {
        guard count > 0 else { return 0 }
        let pause = Self.pauses[min(count, Self.pauses.count) - 1]
        let age = max(0, now.milliseconds.subtractingSaturated(last.milliseconds))
        return max(0, pause - age)
    }

    /// Returns the requests with one more.
    package func adding(at now: Timestamp) -> Renewals {
        let age = now.milliseconds.subtractingSaturated(last.milliseconds)
        return Renewals(last: now, count: age < Self.memory ? min(count, 1000) + 1 : 1)
    }
}

extension Int {
    fileprivate func subtractingSaturated(_ other: Int) -> Int {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (self < 0 ? .min : .max) : difference
    }
}
