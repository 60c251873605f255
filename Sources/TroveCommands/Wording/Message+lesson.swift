package import TroveTerminal

extension Message {
    /// The result of a checked lesson.
    package static func checked(
        _ file: String, steps: Int, expectations: Int, missed: Int, isCutShort: Bool
    ) -> TerminalText {
        let counts: TerminalText =
            "\(file): \(steps == 1 ? "1 step" : "\(steps) steps"), "
            + (expectations == 1 ? "1 expectation" : "\(expectations) expectations")
        if isCutShort { return counts + ": not finished" }
        if missed == 0 { return counts + ": passed" }
        return counts + (missed == 1 ? ": 1 mismatch" : ": \(missed) mismatches")
    }
}
