import TroveLoopback

/// Waits, by polling, for conditions that nothing announces, such as a line in a server's log.
package enum Waiting {
    /// What was awaited did not come in time.
    package struct Failure: Error, CustomStringConvertible {
        /// What was awaited, in words.
        let awaited: String
        let limit: Duration

        /// What was awaited, and for how long.
        package var description: String { "\(awaited) did not come within \(limit)" }
    }

    /// Blocks until a condition holds.
    ///
    /// - Parameters:
    ///   - awaited: what is awaited, in words.
    ///   - timeLimit: how long it may take.
    ///   - isThere: the condition, checked at once and then every few milliseconds.
    /// - Throws: `Failure` after the time limit, and what `isThere` throws.
    package static func until(
        _ awaited: String, timeLimit: Duration = .seconds(60), _ isThere: () throws -> Bool
    ) throws {
        let deadline = Deadline(after: timeLimit)
        while try !isThere() {
            guard !deadline.hasPassed else { throw Failure(awaited: awaited, limit: timeLimit) }
            // Just passes the time: no descriptors are polled.
            _ = try Poll.wait(for: [], until: Deadline(after: .milliseconds(5)))
        }
    }
}
