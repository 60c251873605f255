import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// What the line editor asks for, and the work between keys.
extension Repl: LineEditorDelegate {
    func completion(
        of line: String, cursor: Int, limit: Int?, isThorough: Bool
    ) -> Completion {
        completion.completion(
            of: line, cursor: cursor, limit: limit ?? Completer.limit, isThorough: isThorough)
    }

    /// Completion of the command that is being typed.
    private var completion: LibraryCompletion {
        LibraryCompletion(context: runner, former: reader.former)
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
        do {
            let outcome = try TextEditing.edit(text, with: runner.surroundings.editor) { $0 }
            guard case .used(let edited) = outcome else { return nil }
            return edited
        } catch {
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            editor?.printAbove(report)
            return nil
        }
    }

    func highlights(of line: String, cursor: Int) -> [Highlight] {
        let inspection = completion.inspect(line, cursor: cursor)
        if cursor == line.utf8.count { inspected = (line, inspection.hasError) }
        return inspection.highlights
    }

    func isData(_ lines: String) -> Bool {
        PastedLines(lines, aliases: runner.session.aliases.keys) != nil
    }

    /// Returns the rest of the newest entry of the history that begins with the line, else of the
    /// best completion.
    func suggestion(for line: String) -> String? {
        if !reader.isContinuing, let entry = editor?.newestEntry(beginningWith: line),
            !isSecret(entry)
        {
            return String(decoding: entry.utf8.dropFirst(line.utf8.count), as: UTF8.self)
        }
        // The line has mostly just been inspected for its highlights.
        let hasError =
            inspected?.line == line
            ? inspected?.hasError : completion.inspect(line, cursor: line.utf8.count).hasError
        return hasError == true ? nil : completion.continuation(of: line)
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

    /// Adds the number of items to the prompt, unless something is typed, which would move.
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
        do throws(LibraryError) {
            try runner.library.refresh()
        } catch {
            // Other errors may be temporary; the next command reports them if not.
            guard case .wasReplaced = error else { return }
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            editor?.printAbove(report)
            return
        }
        for group in runner.library.takeForeignChanges().groups {
            tell(Message.arrived(group, runner.kinds))
        }
    }
}
