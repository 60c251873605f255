/// Exponential backoff with jitter: each pause is a random part of a limit that doubles, so devices
/// do not retry at the same time.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var limit: Duration

    /// Creates a backoff whose limit is first `first`, and doubles up to `longest`.
    package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(60)) {
        self.first = first
        self.longest = longest
        limit = first
    }

    /// Returns the next pause.
    package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let part = Double.random(in: 0.05...1, using: &random)
        return nextLimit() * part
    }

    /// Returns the limit of the next pause.
    package mutating func nextLimit() -> Duration {
        defer { limit = min(limit * 2, longest) }
        return limit
    }

    /// Resets the limit to the first one, after a success.
    package mutating func reset() {
        limit = first
    }
}
