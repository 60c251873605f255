import TroveTerminal

/// Asking the user.
extension CommandContext {
    /// Asks a person; a script must have said yes beforehand.
    func confirm(_ question: TerminalText, verb: String) throws {
        try confirm(question, else: CommandFailure(.needsConfirmation(verb)))
    }

    /// Asks a person; a script that has not said yes beforehand gets the failure.
    func confirm(_ question: TerminalText, else failure: CommandFailure) throws {
        guard session.asksFirst else { return }
        guard let person = user else { throw failure }
        // Nobody else shall wait while a person thinks.
        try commit()
        guard person.confirms(question) else { throw CommandFailure(.wasNotConfirmed) }
    }
}
