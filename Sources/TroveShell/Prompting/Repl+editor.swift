import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// What the line editor asks for, and the work between keys.
extension Repl: LineEditorDelegate {
    func completion(
        of text: String, cursor: Int, limit: Int?, isThorough: Bool
    ) -> Completion {
        guard let command = lines(of: text).command(at: cursor) else { return .none }
        var found = completion(of: command).completion(
            of: command.text, cursor: cursor - command.start, limit: limit ?? Completer.limit,
            isThorough: isThorough)
        found.replaced = command.start + found.replaced
        return found
    }

    private func lines(of text: String) -> EditedLines {
        EditedLines(text, former: reader.former)
    }

    private func completion(of command: EditedLines.Command) -> LibraryCompletion {
        LibraryCompletion(context: runner, former: command.former)
    }

    func takeFormerLines() -> (text: String, prompt: TerminalText)? {
        reader.takeFormer().map { ($0, prompt) }
    }

    func searchKey(of text: String) -> [UInt8] { Folding.search(text) }

    func lastArgument(of command: String) -> String? {
        guard case .complete(let tokens)? = try? Lexer.tokens(of: command), tokens.count > 1,
            let last = tokens.last
        else { return nil }
        return String(decoding: Array(command.utf8)[last.span], as: UTF8.self)
    }

    func edited(_ text: String) -> String? {
        letOthersSync()
        do {
            switch try TextEditing.edit(text, with: runner.surroundings.editor, use: { $0 }) {
            case .used(let edited): return edited
            case .notSaved: return nil
            case .failed: throw CommandFailure(.editorEnded)
            }
        } catch {
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: .prompt)
            editor?.printAbove(report)
            return nil
        }
    }

    func highlights(of text: String, cursor: Int) -> [Highlight] {
        guard text.utf8.count <= Self.longestHighlighted else { return [] }
        guard reader.isOfCommand || PastedLines(text, aliases: runner.session.aliases.keys) == nil
        else { return [] }
        let commands = lines(of: text).commands
        guard commands.count <= Self.highlightedCommands else { return [] }
        return commands.flatMap { command in
            // A cursor in another command is beyond the end of this one.
            let isHere = cursor >= command.start && cursor <= command.end
            let inspection = completion(of: command).inspect(
                command.text,
                cursor: isHere ? cursor - command.start : command.text.utf8.count + 1)
            if cursor == text.utf8.count { inspected = (text, inspection.hasError) }
            return inspection.highlights.map {
                Highlight(command.start + $0.range, $0.role)
            }
        }
    }

    /// The maximum number of pasted commands that are highlighted, to keep each key press fast.
    private static let highlightedCommands = 16
    /// The longest text in which commands are highlighted, in bytes.
    private static let longestHighlighted = highlightedCommands * LineHighlighter.longestLine

    /// Returns the rest of the newest entry of the history that begins with the text, or else of
    /// the best completion.
    func suggestion(for text: String) -> String? {
        if !reader.isContinuing, let entry = editor?.newestEntry(beginningWith: text),
            !isSecret(entry)
        {
            return String(decoding: entry.utf8.dropFirst(text.utf8.count), as: UTF8.self)
        }
        guard let command = lines(of: text).commands.last else { return nil }
        let completion = completion(of: command)
        // The text has usually just been inspected for its highlights.
        let hasError =
            inspected?.text == text
            ? inspected?.hasError
            : completion.inspect(command.text, cursor: command.text.utf8.count).hasError
        return hasError == true ? nil : completion.continuation(of: command.text)
    }

    /// Loads more of the library, prepares completion, and fetches covers, while no key is pressed.
    func idle() -> Bool {
        if !hasPrompted {
            hasPrompted = true
            pump()
            return true
        }
        if runner.library.prepareCompletion() { return true }
        let wasLoaded = runner.library.isLoaded
        let isLoading = (try? runner.library.loadSlice()) == true
        if !wasLoaded, runner.library.isLoaded { showCount() }
        return isLoading || covers.step(runner)
    }

    /// Adds the number of items to the prompt, unless the line has text, which would move.
    private func showCount() {
        guard let editor, editor.isLineEmpty, !reader.isContinuing,
            !runner.session.settings.plain
        else { return }
        editor.replacePrompt(prompt)
    }

    var wakeDescriptors: [Int32] {
        (watch?.descriptors ?? [])
            + [runner.sync?.descriptor, runner.openLookups?.descriptor].compactMap(\.self)
    }

    func woken(by descriptor: Int32) {
        if descriptor == runner.sync?.descriptor { return pump() }
        if descriptor == runner.openLookups?.descriptor {
            runner.lookups.pump()
            return
        }
        guard watch?.isDue(descriptor) == true else { return }
        let account = runner.library.account
        do throws(LibraryError) {
            try runner.library.refresh()
        } catch {
            // Other errors may be temporary; the next command reports them if not.
            guard case .wasReplaced = error else { return }
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: .prompt)
            editor?.printAbove(report)
            return
        }
        let groups = runner.library.takeForeignChanges().groups
        for group in groups { tell(Message.arrived(group, runner.kinds)) }
        if !groups.isEmpty { showCount() }
        if let notice = Message.followed(from: account, to: runner.library.account) {
            tell(notice)
        }
        let wasConnected = runner.sync != nil
        // A command that needs the connection reports why it cannot be opened.
        try? runner.followAccount()
        if (runner.sync != nil) != wasConnected { updatePrompt() }
        pump()
    }

    func willSuspend() { letOthersSync() }

    func receivedBadBytes() {
        guard !hasWarnedOfBytes else { return }
        hasWarnedOfBytes = true
        tell(Message.badBytes)
    }
}

extension Range<Int> {
    /// Returns the range moved up by an offset.
    fileprivate static func + (offset: Int, range: Self) -> Self {
        offset + range.lowerBound..<offset + range.upperBound
    }
}
