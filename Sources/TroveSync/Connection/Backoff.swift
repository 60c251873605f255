/// How long to wait between tries: a limit that doubles from half a second to a minute, and a random
/// part of it, so that many devices do not come back at the same moment.
package struct Backoff: Sendable {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(60)
    private var limit = first

    package init() {}

    /// The next pause.
    package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
        let part = Double.random(in: 0.05...1, using: &random)
        defer { limit = min(limit * 2, Self.longest) }
        return limit * part
    }

    /// Begins anew, because something worked.
    package mutating func reset() {
        limit = Self.first
    }
}
