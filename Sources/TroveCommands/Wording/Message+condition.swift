import TroveTerminal

extension Message {
    /// The advice for a condition of a tutorial that cannot be parsed.
    static let describesConditions: TerminalText = "`help lessons` describes the conditions"
}
