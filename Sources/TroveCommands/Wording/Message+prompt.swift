package import TroveTerminal

/// Messages about the line at the prompt, and about pasted lines.
extension Message {
    /// The hint below the first error with a correction.
    package static let offersCorrection: TerminalText = "↑ brings the corrected line"

    /// The question after errors in an edited text.
    package static let editAgain: TerminalText = "Edit again? [Y/n] "

    /// Returns the message when a paste of commands stopped before its end.
    ///
    /// - Parameters:
    ///   - done: the number of commands that ran without an error.
    ///   - total: the number of commands in the paste.
    ///   - isKept: whether the others are one entry of the history.
    package static func stopped(after done: Int, of total: Int, isKept: Bool) -> TerminalText {
        "\(done) of \(total) commands ran"
            + (isKept ? "; the rest is in the history: ↑" : "")
    }
}
