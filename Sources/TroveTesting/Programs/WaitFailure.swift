/// Waiting for a program was in vain: the text did not appear, or the end did not come.
package struct WaitFailure: Error, CustomStringConvertible {
    /// Why the waiting was given up.
    package enum Reason: Hashable, Sendable {
        /// The time limit passed; a running program is killed when its owner goes.
        case timeLimit(Duration)
        /// The program ended, so that what was waited for can no longer come.
        case ended(ExitStatus)
    }

    /// Why the waiting was given up.
    package let reason: Reason
    /// What was waited for, in words.
    package let awaited: String
    /// The command that was run.
    package let commandLine: String
    /// What the program had shown by then: the screen, or its output.
    package let evidence: String
    /// The line of the test that waited, as `File.swift:12`.
    package let place: String

    /// Everything at once, for a test's log.
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
