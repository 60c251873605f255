import Glibc
import TroveCommands
import TroveModel
import TroveSystem
import TroveTerminal

/// What commands ask and tell the user.
extension Repl: TerminalUser {
    func confirm(_ question: TerminalText) -> Bool {
        guard let answer = answer(to: question) else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Returns the answer to a question; nil if there is none. Ctrl-C interrupts the command, too.
    private func answer(to question: TerminalText) -> String? {
        let start = MonotonicClock.uptime
        defer { answering += MonotonicClock.uptime - start }
        switch editor?.ask(lastLine(of: question)) {
        case .line(let answer): return answer
        case .interrupted: TerminalSignals.interrupt()
        case .endOfInput, nil: break
        }
        return nil
    }

    /// Prints all rows of a question except the last, and returns that one as the prompt for the
    /// answer.
    private func lastLine(of question: TerminalText) -> TerminalText {
        // Leave room for the cursor.
        guard let width = runner.width, question.width >= width else { return question }
        let lines = question.trimmedAtEnd.wrapped(to: width - 2).lines
        guard let last = lines.last else { return question }
        let rows = lines.dropLast().joined(separator: "\n")
        output.writeNow(runner.style(.accent, rows) + "\n", to: .standard)
        return last + " "
    }

    func askSecret(_ question: TerminalText) -> String? {
        let start = MonotonicClock.uptime
        defer { answering += MonotonicClock.uptime - start }
        guard case .line(let answer)? = editor?.askSecret(question) else { return nil }
        return answer
    }

    func ask(_ question: TerminalText) -> String? {
        eraseProgress()
        guard let answer = answer(to: question) else { return nil }
        beginProgress()
        return answer
    }

    func show(_ output: [UInt8]) {
        eraseProgress()
        editor?.printAbove(output: output)
    }

    var pictureFormat: PictureFormat { editor?.pictureFormat ?? .symbols }

    var typedCommands: [String] { editor?.history.entries ?? [] }

    func edit(
        _ text: String, of item: ItemID?, editor: String, use: (String, String) throws -> Reply
    ) throws -> Reply {
        let start = MonotonicClock.uptime
        // The time in which the text is used is the command's own.
        var used: Duration = .zero
        defer { answering += MonotonicClock.uptime - start - used }
        let unfinished = item.flatMap { unfinishedEdits[$0] }.flatMap { $0.exists ? $0 : nil }
        let original = unfinished?.original ?? text
        func useText(_ text: String) throws -> Reply {
            let start = MonotonicClock.uptime
            defer { used += MonotonicClock.uptime - start }
            return try use(text, original)
        }
        letOthersSync()
        do {
            let outcome = try TextEditing.edit(
                text, resuming: unfinished, with: editor, use: useText,
                isEditedAgain: isEditedAgain)
            let kept = unfinished.map { Message.isStillKept($0.path) } ?? ""
            switch outcome {
            case .used(let reply):
                if let item { unfinishedEdits[item] = nil }
                return reply
            case .notSaved: return .text(Message.notSaved + kept)
            case .failed: return .text(Message.notEdited + kept)
            }
        } catch var error as UnusableEdit {
            // Only a text with errors can be resumed. The user left any other text on purpose.
            if let item, let errors = error.reason as? EditErrors {
                unfinishedEdits[item] = TextEditing.Unfinished(
                    of: original, at: error.path, line: errors.line)
                error.isResumable = true
            }
            throw error
        }
    }

    /// Shows the errors in an edited text. Returns whether the user edits it again.
    private func isEditedAgain(_ errors: EditErrors) -> Bool {
        let renderer = runner.errorRenderer
        let place = ErrorRenderer.Place.prompt
        for report in errors.reports {
            output.write(renderer.render(report, source: "", at: place), to: .error)
        }
        try? output.flush()
        guard case .line(let answer)? = editor?.ask(Message.editAgain) else { return false }
        return ["", "y", "yes"].contains(answer.lowercased())
    }

    func showProgress(_ fraction: Double?, _ label: TerminalText, done: Int?) {
        let columns = TerminalSize.current(of: STDERR_FILENO)?.columns ?? 80
        let drawing = progress?.update(
            fraction: fraction, label: label, done: done, columns: columns,
            now: MonotonicClock.uptime)
        guard let drawing, !drawing.isEmpty else { return }
        if echoPause == nil { echoPause = EchoPause() }
        output.writeNow(drawing, to: .error)
    }
}
