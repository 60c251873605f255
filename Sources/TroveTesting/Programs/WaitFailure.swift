/// A wait for a program failed: the text did not appear, or the program did not end.
package struct WaitFailure: Error, CustomStringConvertible {
    /// Why the wait failed.
    package enum Reason: Hashable, Sendable {
        /// The time limit passed; a running program is killed when its owner is deallocated.
        case timeLimit(Duration)
        /// The program ended first.
        case ended(TerminationStatus)
    }

    /// Why the wait failed.
    package let reason: Reason
    /// What was awaited, in words.
    package let awaited: String
    /// The command that was run.
    package let commandLine: String
    /// The program's screen or output at that time.
    package let evidence: String
    /// The line of the test that waited, as `File.swift:12`.
    package let place: String

    /// All of it, for a test's log.
    package var description: String {
        let why =
            switch reason {
            case .timeLimit(let limit): "not within \(limit)"
            case .ended(let status): "the program has ended (\(status))"
            }
        return """
            \(place): waited for \(awaited): \(why)
            program: \(commandLine)
            \(evidence)
            """
    }
}
