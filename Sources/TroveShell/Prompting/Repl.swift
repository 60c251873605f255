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
    let runner: CommandRunner
    var output: Output { runner.output }
    let options: Options
    let reader: CommandReader
    private(set) var editor: LineEditor?
    /// Tells when another shell writes to the library.
    private(set) var watch: LibraryWatch?
    /// The progress bar of the running command.
    var progress: LiveProgress?
    /// The edited texts of items that had errors.
    var unfinishedEdits: [ItemID: TextEditing.Unfinished] = [:]
    /// Turns the echo off while the progress bar is on the screen.
    var echoPause: EchoPause?
    var notices: SyncNotices
    /// What accompanies the commands of a sandbox; nil for the user's own library.
    var guide: (any PromptGuide)?
    /// The lesson that the user has started in a sandbox.
    private(set) var nextLesson: TutorialFile?
    /// Fetches covers in the background.
    let covers = CoverFetcher()
    /// Whether the first prompt was shown; the network is not used before that.
    var hasPrompted = false
    /// Since when changes wait although the server answers, a time of `MonotonicClock`; nil if none
    /// do.
    var queuedSince: Duration?
    /// Whether the user was told that the terminal sends bytes that are not UTF-8.
    var hasWarnedOfBytes = false
    /// The exit status when the shell must end because changes can no longer be kept.
    var ending: ExitStatus?
    /// The time of `MonotonicClock` at which the last command was finished.
    private var finished: Duration = .zero
    /// How long the current command has waited for the user's answers.
    var answering: Duration = .zero
    /// The name of the device whose demo the user has taken over; nil for the user's own shell.
    let demoDevice: String?
    /// Whether the demo continues after this shell ends.
    var goesOn = false
    /// The last text that was inspected with the cursor at its end, and whether its last command
    /// has an error.
    var inspected: (text: String, hasError: Bool)?
    /// The running command, for the history.
    private var current: ParsedLine?

    init(_ runner: CommandRunner, options: Options, demoDevice: String? = nil) {
        self.runner = runner
        self.demoDevice = demoDevice
        self.options = options
        reader = CommandReader(runner)
        notices = SyncNotices(kinds: runner.kinds)
    }

    /// Runs until the user leaves. Shows a welcome for a new library.
    func run(isNew: Bool) -> ExitStatus {
        runner.isInteractive = true
        guard let editor = openEditor() else { return .commandFailed }
        defer {
            closeEditor()
            runner.closeNetwork()
        }
        greet(isNew: isNew)
        openSync()
        reporting { try runner.loadKindFiles() }
        reporting {
            if let note = try runner.migrateItems() { say(note) }
        }
        if let warning = editor.history.takeWarning() { warn(warning) }
        loadAliases()
        if let status = runStartFile() { return status }
        runner.session.aliasFile = runner.surroundings.aliasFile
        return leave(with: readAll(from: editor))
    }

    /// Opens the line editor. Returns nil if that failed; the user was told why.
    func openEditor() -> LineEditor? {
        let history = HistoryFile(
            path: runner.surroundings.historyFile,
            isSecret: { [weak self] in self?.isSecret($0) ?? true })
        runner.user = self
        do throws(LineEditor.CannotOpen) {
            editor = try LineEditor(
                programName: "trove", delegate: self, history: history, style: runner.style)
        } catch {
            output.write("trove: error: the line editor cannot be started\n", to: .error)
        }
        watch = LibraryWatch(runner.library)
        return editor
    }

    /// Restores the terminal.
    func closeEditor() {
        editor?.close()
        runner.user = nil
    }

    /// Reads and runs commands until one ends the shell. Returns the exit status.
    func readAll(from editor: LineEditor) -> ExitStatus {
        while true {
            let status: ExitStatus?
            switch reader.read(from: editor, prompt: prompt) {
            case .commands(let commands): status = run(commands)
            case .data(let lines): status = run(lines)
            case .nothing: status = nil
            case .end(let end): status = end
            }
            if let status { return status }
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

    func leave(with status: ExitStatus) -> ExitStatus {
        if let left = runner.pushAtEnd() { warn(left) }
        if status == .success {
            say(
                runner.library.location == .memory
                    ? Message.goodbyeEphemeral : Message.goodbye)
        }
        return status
    }

    func say(_ text: TerminalText) {
        output.write(fitted(text) + "\n")
        try? output.flush()
    }

    /// Returns the text wrapped to the width of the screen.
    func fitted(_ text: TerminalText) -> TerminalText {
        // It may have been resized since the last command.
        let columns = TerminalSize.current(of: STDOUT_FILENO)?.columns
        return columns.map { text.wrapped(to: $0) } ?? text
    }

    func warn(_ text: TerminalText) {
        output.write(runner.errorRenderer.render(warning: text), to: .error)
        try? output.flush()
    }

    /// The prompt: the current kind, the number of items, not counting the read list, and the state
    /// of the library and of sync.
    var prompt: TerminalText {
        var text = TerminalText(demoDevice ?? "trove")
        if let guide { text += " " + guide.label }
        if runner.currentKind != 0 {
            text += ":\(runner.kinds[runner.currentKind].name)"
        }
        if runner.library.isLoaded, guide == nil {
            // Records of what was finished are loaded once they are asked for.
            let (kinds, tables) = (runner.kinds, runner.library.catalog.tables)
            text += " \(kinds.titled.reduce(0) { $0 + tables[$1].count })"
        }
        if runner.library.isReadOnly { text += " [read-only]" }
        if runner.library.location == .memory { text += " [ephemeral]" }
        if let state = runner.promptState { text += " [\(state)]" }
        return text + "> "
    }

    // MARK: Running

    /// Runs one typed command, or several from a paste up to the first that fails. Returns the exit
    /// status if the shell must end.
    private func run(_ commands: [ParsedLine]) -> ExitStatus? {
        editor?.offer(nil)
        var done = 0
        defer { runner.isFollowed = false }
        for (index, command) in commands.enumerated() {
            runner.isFollowed = index < commands.count - 1
            // Earlier commands can change what a later one means, so it is parsed again.
            let line = index == 0 ? command.ended : runner.parse(command.typed, isLast: true)
            current = line
            runner.correctedLine = nil
            if guide?.answers(line.typed) == true { continue }
            // Each command of a paste becomes a history entry.
            remember(line.asOneLine)
            TerminalSignals.clearInterrupt()
            let failed = runner.failed
            if let status = runOne(line) { return status }
            if runner.failed > failed {
                editor?.noteFailure(of: line.asOneLine)
                keepRest(commands[index...], correcting: true, after: done, of: commands)
                return nil
            }
            if !line.isEmpty { done += 1 }
            if TerminalSignals.isInterrupted {
                keepRest(commands[(index + 1)...], correcting: false, after: done, of: commands)
                return nil
            }
        }
        // A warning may suggest a correction.
        editor?.offer(runner.correctedLine)
        return nil
    }

    /// Whether a line must not be kept in the history.
    func isSecret(_ line: String) -> Bool {
        if let current, current.typed == line { return current.isSecret }
        return runner.parse(line, isLast: false).isSecret
    }

    /// Runs one command, commits it and shows its output. Returns the exit status if the shell must
    /// end.
    func runOne(_ command: ParsedLine) -> ExitStatus? {
        // The window may have been resized.
        applySettings()
        let start = MonotonicClock.uptime
        answering = .zero
        let isTimed = runner.session.settings.timing
        beginProgress()
        defer { eraseProgress() }
        let outcome = runner.run(command, at: .prompt)
        switch outcome {
        case .quit: return commit() ? .success : ending
        case .lost(let error), .sourced(.lost(let error, _, _)): lost(error)
        case .sourced(.quit): return .success
        case .watching(let watched, let interval):
            _ = commit()
            watch(watched, every: interval, in: command)
        case .demonstrating(let request):
            eraseProgress()
            demonstrate(request, of: command.expansion.source)
        case .tutoring(let lesson):
            _ = commit()
            // Lessons do not nest: the one that runs ends first.
            guard guide == nil else {
                nextLesson = lesson
                return .success
            }
            take(lesson)
        case .sourced(.interrupted(let file, let line)):
            output.write(Message.notRun(from: line, of: file) + "\n", to: .error)
            _ = commit()
        case .done, .failed, .incomplete, .scanning, .sourced:
            _ = commit()
        }
        if let ending { return ending }
        if isTimed, runner.session.settings.timing { showTime(since: start) }
        applySettings()
        // Push queued changes while the user types the next line.
        pump()
        guide?.update()
        return nil
    }

    private func showTime(since start: Duration) {
        let time = Message.time(max(.zero, finished - start - answering))
        output.write(runner.style(.faint, time) + "\n", to: .error)
        try? output.flush()
    }

    /// Commits the command, then shows its output. Returns false when the commit failed.
    private func commit() -> Bool {
        do throws(LibraryError) {
            try runner.commitAndRelease()
            finished = MonotonicClock.uptime
            show()
            return true
        } catch {
            lost(error)
            return false
        }
    }

    func lost(_ error: LibraryError) {
        runner.library.rollback()
        runner.discard()
        // No further command of a paste may run.
        runner.failed += 1
        runner.report(
            ErrorReport(error), source: "", at: .prompt)
        show()
        if case .wasReplaced = error { ending = .libraryUnusable }
    }

    /// Shows the pending output, through the pager if it is taller than the screen.
    func show() {
        eraseProgress()
        let settings = runner.session.settings
        guard settings.usesPager, Pager.works(on: runner.surroundings["TERM"]),
            let text = output.takeStandardOnly()
        else {
            // What an interrupted command has done is shown.
            let wasInterrupted = TerminalSignals.isInterrupted
            let isShown = try? output.flush {
                !wasInterrupted && TerminalSignals.isInterrupted
            }
            guard isShown == false else { return }
            runner.report(ErrorReport(CommandFailure(.isInterrupted)), source: "", at: .prompt)
            try? output.flush()
            return
        }
        Pager(command: runner.surroundings["PAGER"]).run(
            text, headerLines: runner.headerLines, beforeStart: letOthersSync)
    }

    /// Ends a request to the server before another program has the terminal, or before Ctrl-Z stops
    /// this one. An error is reported by the next command that uses the library.
    func letOthersSync() { try? runner.sync?.rest(atMost: .milliseconds(100)) }

    func applySettings() {
        runner.width = TerminalSize.current(of: STDOUT_FILENO)?.columns
        editor?.style = runner.style
        let settings = runner.session.settings
        editor?.suggestionsEnabled = settings.showsSuggestions
        editor?.menusEnabled = !settings.plain
        editor?.highlightsEnabled = !settings.plain
    }

    /// Creates the progress bar of a command, which appears if the command takes long.
    func beginProgress() {
        progress = LiveProgress(
            now: MonotonicClock.uptime, isPlain: runner.session.settings.plain)
    }

    /// Removes the progress bar from the screen.
    func eraseProgress() {
        guard var progress else { return }
        output.writeNow(progress.erase(), to: .error)
        self.progress = nil
        echoPause = nil
    }
}
