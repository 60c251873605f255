import TroveTerminal

/// Confirmations.
extension CommandContext {
    /// Asks the user for a confirmation. Throws if the answer is no, or in a script without --yes.
    func confirm(_ question: TerminalText, verb: String) throws {
        try confirm(question, else: CommandFailure(.needsConfirmation(verb)))
    }

    /// Asks the user for a confirmation. Throws if the answer is no; throws `failure` in a script
    /// without --yes.
    func confirm(_ question: TerminalText, else failure: CommandFailure) throws {
        guard session.asksFirst else { return }
        guard let user else { throw failure }
        // Other shells must not wait for the lock during a question.
        try commit()
        guard user.confirms(question) else { throw CommandFailure(.wasNotConfirmed) }
    }
}
