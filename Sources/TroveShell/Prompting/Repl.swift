import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveSystem
import TroveTerminal

/// The interactive shell: reads a line, runs it, shows the result, and repeats.
final class Repl {
    private let runner: CommandRunner
    private let options: Options
    private var output: Output { runner.output }
    private var editor: LineEditor?
    private var watch: LibraryWatch?
    private var progress: LiveProgress?
    /// Sync events that have not been shown yet, so that many of them can share one line.
    private var pendingEvents: [SyncEvent] = []
    /// The monotonic time before which no further notice is shown.
    private var quietUntil: UInt64 = 0
    /// Whether the first prompt was shown; the network is not used before that.
    private var hasPrompted = false
    /// The exit status when the shell must end because changes can no longer be kept.
    private var ending: ExitStatus?
    /// Whether the line being read continues the previous one.
    private var isContinuing = false
    /// The running command, for the history.
    private var current: ParsedLine?

    init(_ runner: CommandRunner, options: Options) {
        self.runner = runner
        self.options = options
    }

    /// Runs until the user leaves. Shows a welcome for a new library.
    func run(isNew: Bool) -> ExitStatus {
        let history = HistoryFile(
            path: runner.surroundings.historyFile,
            isSecret: { [weak self] in self?.isSecret($0) ?? true })
        runner.user = self
        runner.isInteractive = true
        let editor: LineEditor
        do throws(LineEditor.Failure) {
            editor = try LineEditor(
                programName: "trove", delegate: self, history: history, style: runner.style)
        } catch {
            output.write("trove: error: \(error.message)\n", to: .error)
            return .commandFailed
        }
        self.editor = editor
        defer {
            editor.close()
            runner.closeNetwork()
            runner.user = nil
        }
        watch = LibraryWatch(runner.library)
        greet(isNew: isNew)
        openSync()
        if let warning = history.takeWarning() { warn(warning) }
        if let status = runStartFile() { return status }
        while true {
            let status: ExitStatus?
            switch readCommand(editor) {
            case .commands(let commands): status = run(commands)
            case .nothing: status = nil
            case .end(let status): return leave(with: status)
            }
            if let status { return leave(with: status) }
        }
    }

    private func greet(isNew: Bool) {
        applySettings()
        if isNew {
            say(Message.welcome(library: shownPath))
        } else {
            say(Message.greeting(library: shownPath))
        }
    }

    /// The library's path, relative to `~` where possible.
    private var shownPath: String {
        let path = runner.library.path
        guard let home = runner.surroundings["HOME"], path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }

    private func openSync() {
        do {
            try runner.openSync()
        } catch {
            runner.report(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            try? output.flush()
        }
    }

    private func leave(with status: ExitStatus) -> ExitStatus {
        if let left = runner.pushAtEnd() { warn(left) }
        if status == .success {
            say(
                runner.library.location == .memory
                    ? Message.goodbyeEphemeral : Message.goodbye)
        }
        return status
    }

    private func say(_ text: TerminalText) {
        output.write(fitted(text) + "\n")
        try? output.flush()
    }

    /// Returns the text wrapped to the width of the screen.
    private func fitted(_ text: TerminalText) -> TerminalText {
        runner.width.map { text.wrapped(to: $0) } ?? text
    }

    private func warn(_ text: TerminalText) {
        output.write(runner.errorRenderer.render(warning: text), to: .error)
        try? output.flush()
    }

    // MARK: Reading

    private enum Input {
        /// Several if more than one line was pasted; all but the last are complete.
        case commands([ParsedLine])
        case nothing
        case end(ExitStatus)
    }

    /// Reads lines until they form complete commands.
    private func readCommand(_ editor: LineEditor) -> Input {
        var source = ""
        var prompt = self.prompt
        isContinuing = false
        while true {
            switch editor.readLine(prompt: prompt) {
            case .interrupted: return .nothing
            case .endOfInput:
                return source.isEmpty ? .end(.success) : .commands(commands(in: source))
            case .terminated(let signal): return .end(ExitStatus(signal: signal))
            case .line(let line):
                source += (source.isEmpty ? "" : "\n") + line
                if source.allSatisfy(\.isWhitespace) { return .nothing }
                let commands = commands(in: source)
                guard let last = commands.last, last.isIncomplete else {
                    return .commands(commands)
                }
                prompt = Self.continuationPrompt(last.openQuote)
                isContinuing = true
            }
        }
    }

    /// Splits lines into commands; only the last can be incomplete.
    private func commands(in source: String) -> [ParsedLine] {
        guard source.contains("\n") else { return [runner.parse(source, isLast: false)] }
        var commands: [ParsedLine] = []
        var typed = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            typed += (typed.isEmpty ? "" : "\n") + line
            let command = runner.parse(typed, isLast: false)
            if command.isIncomplete { continue }
            commands.append(command)
            typed = ""
        }
        if !typed.isEmpty { commands.append(runner.parse(typed, isLast: false)) }
        return commands
    }

    /// Returns a prompt that shows what is still open, as psql does.
    private static func continuationPrompt(_ quote: Character?) -> TerminalText {
        "   …\(quote.map { String($0) } ?? "") "
    }

    private var prompt: TerminalText {
        var text: TerminalText = "trove"
        if runner.session.currentKind != 0 {
            text += ":\(runner.kinds[runner.session.currentKind].name)"
        }
        if runner.library.isLoaded { text += " \(runner.library.catalog.count)" }
        if runner.library.isReadOnly { text += " [read-only]" }
        if runner.library.location == .memory { text += " [ephemeral]" }
        if let sync = runner.sync, let counts = try? runner.library.outbox.counts(),
            let state = Message.prompt(sync.state, counts)
        {
            text += " [\(state)]"
        }
        return text + "> "
    }

    /// Returns a command of several lines as an equivalent single line.
    private static func asOneLine(_ source: String) -> String {
        guard source.contains("\n"), case .complete(let tokens)? = try? Lexer.tokens(of: source)
        else { return source }
        let bytes = Array(source.utf8)
        return tokens.map { token in
            let typed = String(decoding: bytes[token.span], as: UTF8.self)
            guard typed.contains("\n") else { return typed }
            guard let pair = token.pair else { return Quoting.quoted(token.text) }
            return pair.name.value + pair.operator.rawValue + Quoting.quoted(pair.value.value)
        }.joined(separator: " ")
    }

    // MARK: Running

    /// Runs one typed command, or several from a paste. Returns the exit status if the shell must
    /// end.
    private func run(_ commands: [ParsedLine]) -> ExitStatus? {
        for (index, command) in commands.enumerated() {
            // Earlier commands can change what a later one means, so it is parsed again.
            let line = index == 0 ? command.ended : runner.parse(command.typed, isLast: true)
            current = line
            // Each command of a paste becomes a history entry.
            if let warning = editor?.remember(Self.asOneLine(line.typed)) { warn(warning) }
            TerminalSignals.clearInterrupt()
            if let status = runOne(line) { return status }
            if TerminalSignals.isInterrupted { break }
        }
        return nil
    }

    /// Whether a line must not be kept in the history.
    private func isSecret(_ line: String) -> Bool {
        if let current, current.typed == line { return current.isSecret }
        return runner.parse(line, isLast: false).isSecret
    }

    private func runOne(_ command: ParsedLine) -> ExitStatus? {
        // The window may have been resized.
        applySettings()
        progress = LiveProgress(now: MonotonicClock.now)
        let outcome = runner.run(command, at: ErrorRenderer.Place(file: nil, line: 1))
        eraseProgress()
        switch outcome {
        case .quit: return commit() ? .success : ending
        case .lost(let error), .sourced(.lost(let error, _, _)): lost(error)
        case .sourced(.quit): return .success
        case .done, .failed, .incomplete, .scanning, .sourced:
            _ = commit()
        }
        if let ending { return ending }
        applySettings()
        // Push queued changes while the user types the next line.
        pump()
        return nil
    }

    // MARK: The server

    /// Lets sync make all progress that is possible without blocking, and shows its events.
    private func pump() {
        guard let sync = runner.sync else { return }
        // Errors of the library are reported by the next command.
        try? sync.pump()
        pendingEvents += sync.engine.takeEvents()
        tell()
    }

    /// Shows the first event at once, and collects those that follow shortly after into one line.
    private func tell() {
        let now = MonotonicClock.now
        if !pendingEvents.isEmpty {
            if now >= quietUntil {
                let events = pendingEvents
                pendingEvents = []
                if let notice = Message.notice(of: events) {
                    runner.session.notices.append((runner.surroundings.now, notice))
                    editor?.printAbove(runner.style(.faint, fitted(notice)))
                    quietUntil = now + Self.noticeInterval
                }
            } else {
                runner.sync?.wake(after: .nanoseconds(Int64(quietUntil - now)))
            }
        }
        if !isContinuing { editor?.replacePrompt(prompt) }
    }

    /// How long events are collected after a notice, in nanoseconds.
    private static let noticeInterval: UInt64 = 250_000_000

    /// Commits the command, then shows its output. Returns false when the commit failed.
    private func commit() -> Bool {
        do throws(LibraryError) {
            try runner.commitAndRelease()
            show()
            return true
        } catch {
            lost(error)
            return false
        }
    }

    private func lost(_ error: LibraryError) {
        runner.library.rollback()
        runner.discard()
        runner.report(
            ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
        show()
        if case .wasReplaced = error { ending = .libraryUnusable }
    }

    /// Shows the pending output, through the pager if it is taller than the screen.
    private func show() {
        guard runner.session.settings.pager, Pager.works(on: runner.surroundings["TERM"]),
            let text = output.takeStandardOnly()
        else {
            try? output.flush()
            return
        }
        Pager(command: runner.surroundings["PAGER"]).run(text)
    }

    /// Runs the user's start file.
    private func runStartFile() -> ExitStatus? {
        let path = runner.surroundings.startFile
        guard options.readsStartFile, unsafe access(path, F_OK) == 0,
            let script = try? Script(file: Spanned(path, 0..<0), besides: runner.library)
        else { return nil }
        switch ScriptRunner(runner: runner, stopsOnError: false).run(script) {
        case .quit: return leave(with: .success)
        case .lost(let error, _, _):
            lost(error)
            if let ending { return ending }
        case .completed, .completedScanning, .stopped, .interrupted, .outputFailed: break
        }
        applySettings()
        return nil
    }

    private func applySettings() {
        runner.width = TerminalSize.current(of: STDOUT_FILENO)?.columns
        editor?.style = runner.style
    }

    private func eraseProgress() {
        guard var progress else { return }
        output.writeNow(progress.erase(), to: .error)
        self.progress = nil
    }
}

extension Repl: TerminalUser {
    func confirms(_ question: TerminalText) -> Bool {
        guard case .line(let answer)? = editor?.ask(lastLine(of: question)) else { return false }
        return ["y", "yes"].contains(answer.lowercased())
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

    func asksSecret(_ question: TerminalText) -> String? {
        guard case .line(let answer)? = editor?.askSecret(question) else { return nil }
        return answer
    }

    func asks(_ question: TerminalText) -> String? {
        eraseProgress()
        guard case .line(let answer)? = editor?.ask(lastLine(of: question)) else { return nil }
        progress = LiveProgress(now: MonotonicClock.now)
        return answer
    }

    func tells(_ output: [UInt8]) {
        eraseProgress()
        editor?.printAbove(output: output)
    }

    var typedCommands: [String] { editor?.history.entries ?? [] }

    func edits(_ text: String, editor: String, use: (String) throws -> Reply) throws -> Reply? {
        try TextEditing.edit(text, with: editor, use: use)
    }

    func progresses(_ fraction: Double?, _ label: TerminalText) {
        let columns = TerminalSize.current(of: STDERR_FILENO)?.columns ?? 80
        let drawing = progress?.update(
            fraction: fraction, label: label, columns: columns, now: MonotonicClock.now)
        output.writeNow(drawing ?? "", to: .error)
    }
}

extension Repl: LineEditorDelegate {
    func completion(of line: String, cursor: Int) -> Completion {
        LibraryCompletion(context: runner).completion(of: line, cursor: cursor)
    }

    /// Loads more of the library, and prepares completion, while no key is pressed.
    func idle() -> Bool {
        if !hasPrompted {
            hasPrompted = true
            pump()
            return true
        }
        if (try? runner.library.loadSlice()) == true { return true }
        return runner.library.prepareTitles()
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
        let count = runner.library.takeForeignChanges()
        guard count > 0 else { return }
        let notice = Message.othersChanged(count)
        runner.session.notices.append((runner.surroundings.now, notice))
        editor?.printAbove(runner.style(.faint, fitted(notice)))
    }
}
