import TroveTerminal

/// Questions.
extension CommandContext {
    /// Asks the user for confirmation. `question` has no `[y/N]`.
    ///
    /// - Throws: an error if the answer is no, or in a script without --yes.
    func confirm(_ question: TerminalText, verb: String) throws {
        try confirm(question, else: CommandFailure(.needsConfirmation(verb, question: question)))
    }

    /// Asks the user for confirmation. Throws if the answer is no; throws `failure` in a script
    /// without --yes.
    func confirm(_ question: TerminalText, else failure: CommandFailure) throws {
        guard session.asksFirst else { return }
        guard let user else { throw failure }
        // Other shells must not wait for the lock during a question.
        try commit()
        guard agrees(user, question + Message.yesOrNo) else {
            throw CommandFailure(.wasNotConfirmed)
        }
    }

    /// Asks a yes-or-no question. While barcodes are scanned, a code is not an answer.
    private func agrees(_ user: any TerminalUser, _ question: TerminalText) -> Bool {
        guard session.takesCode != nil else { return user.confirm(question) }
        while let answer = self.answer(user, to: question)?.lowercased() {
            if ["y", "yes"].contains(answer) { return true }
            if ["", "n", "no"].contains(answer) { return false }
        }
        return false
    }

    /// Asks for a line of text. While barcodes are scanned, a code is not an answer. Returns nil if
    /// the user cancels.
    func answer(_ user: any TerminalUser, to question: TerminalText) -> String? {
        while let line = user.ask(question) {
            guard session.takesCode?(line) ?? false else { return line }
        }
        return nil
    }
}
