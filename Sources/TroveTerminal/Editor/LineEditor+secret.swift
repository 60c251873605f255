/// Reading passwords, and changing the prompt while a line is being read.
extension LineEditor {
    /// Asks for a password: it is neither displayed nor kept in the history.
    package func askSecret(_ question: TerminalText) -> Answer {
        guard let handle, purpose == nil else { return .endOfInput }
        if TerminalSignals.termination != nil { return .interrupted }
        TerminalSignals.clearInterrupt()
        TerminalSignals.enterPrompt()
        handle.setRaw(true)
        terminal.setBracketedPaste(true)
        let styled = style(.accent, question)
        secretQuestion = styled
        terminal.write(styled.rendered)
        defer {
            secretQuestion = nil
            terminal.write("\n")
            terminal.setBracketedPaste(false)
            handle.setRaw(false)
            TerminalSignals.leavePrompt()
        }
        var typed = String.UnicodeScalarView()
        while true {
            switch waitForInput() {
            case .key(let scalar):
                switch scalar.value {
                case 0x0A, 0x0D: return .line(String(typed))
                case 0x08, 0x7F: _ = typed.popLast()
                case 0x15: typed = String.UnicodeScalarView()
                case 0x04 where typed.isEmpty: return .endOfInput
                case 0..<0x20: break
                default: typed.append(scalar)
                }
            case .special: beep()
            case .paste(let text):
                typed.append(contentsOf: text.prefix { !$0.isNewline }.unicodeScalars)
            case .ended(.endOfInput): return .endOfInput
            case .ended: return .interrupted
            }
        }
    }

    /// Whether nothing is typed in the line that is being edited.
    package var isLineEmpty: Bool { handle?.line.isEmpty ?? false }

    /// Replaces the prompt of the line that is being edited.
    package func replacePrompt(_ prompt: TerminalText) {
        guard setPrompt(prompt) else { return }
        updateDisplay()
    }

    /// Sets the prompt with which the line that is being edited is drawn next. Returns false if no
    /// command is edited, or if the terminal draws it only below the next notice.
    @discardableResult
    package func setPrompt(_ prompt: TerminalText) -> Bool {
        guard purpose == .command else { return false }
        self.prompt = styled(prompt, for: .command)
        return terminal.hasEscapes
    }
}
