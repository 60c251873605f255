/// How long to wait between tries: a limit that doubles, and a random part of it, so that many devices
/// do not come back at the same moment.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var limit: Duration

    /// Begins with a limit of `first`, which doubles up to `longest`.
    package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(60)) {
        self.first = first
        self.longest = longest
        limit = first
    }

    /// The next pause.
    package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let part = Double.random(in: 0.05...1, using: &random)
        return nextLimit() * part
    }

    /// The limit of the next pause, all of it.
    package mutating func nextLimit() -> Duration {
        defer { limit = min(limit * 2, longest) }
        return limit
    }

    /// Begins anew, because something worked.
    package mutating func reset() {
        limit = first
    }
}
