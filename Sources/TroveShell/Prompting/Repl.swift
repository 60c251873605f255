import Glibc
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The shell at a terminal: reads a line, runs it, says what happened, and begins again.
final class Repl {
    let session: Session
    let output: Output
    private let options: Options
    private let runner: CommandRunner
    private var editor: LineEditor?
    private var watch: LibraryWatch?
    private var progress: LiveProgress?
    /// What syncing brought and was not told yet, so that much of it becomes one line.
    private var untold: [SyncEvent] = []
    /// Nothing more is told before this moment of the monotonic clock.
    private var quietUntil: UInt64 = 0
    /// Whether the network may be used already: the first prompt does not wait for it.
    private var hasPrompted = false
    /// The status to end with, because no further command could be kept.
    private var ending: ExitStatus?
    /// Whether the line that is read continues another one.
    private var isContinuing = false

    init(session: Session, output: Output, options: Options) {
        self.session = session
        self.output = output
        self.options = options
        runner = CommandRunner(session: session, output: output)
    }

    /// Runs until the person leaves; a library that was made just now gets a welcome.
    func run(isNew: Bool) -> ExitStatus {
        let history = HistoryFile(
            path: session.surroundings.historyFile,
            isSecret: { [session] line in
                let command = AliasExpansion(of: line, session.aliases).source
                return Secrecy.covers(command, in: session.context)
            })
        session.person = self
        session.isInteractive = true
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
            session.closeNetwork()
            session.person = nil
        }
        watch = LibraryWatch(session.library)
        greet(isNew: isNew)
        openSync()
        if let warning = history.takeWarning() { warn(warning) }
        if let status = runStartFile() { return status }
        while true {
            let status: ExitStatus?
            switch readCommand(editor) {
            case .command(let source): status = run(source)
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

    /// The library's path, short where it is in the person's own folder.
    private var shownPath: String {
        let path = session.library.path
        guard let home = session.surroundings["HOME"], path.hasPrefix(home + "/") else {
            return path
        }
        return "~" + path.dropFirst(home.count)
    }

    private func openSync() {
        do {
            try session.openSync()
        } catch {
            runner.report(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            try? output.flush()
        }
    }

    private func leave(with status: ExitStatus) -> ExitStatus {
        if let left = session.pushAtEnd() { warn(left) }
        if status == .success {
            say(
                session.library.location == .memory
                    ? Message.goodbyeEphemeral : Message.goodbye)
        }
        return status
    }

    private func say(_ text: TerminalText) {
        output.write(fitted(text) + "\n")
        try? output.flush()
    }

    /// A text with its lines broken at blanks where the screen is narrower.
    private func fitted(_ text: TerminalText) -> TerminalText {
        session.width.map { text.wrapped(to: $0) } ?? text
    }

    private func warn(_ text: TerminalText) {
        output.write(runner.errorRenderer.render(warning: text), to: .error)
        try? output.flush()
    }

    // MARK: Reading

    private enum Input {
        case command(String)
        case nothing
        case end(ExitStatus)
    }

    /// Reads lines until they make a whole command.
    private func readCommand(_ editor: LineEditor) -> Input {
        var source = ""
        var prompt = self.prompt
        isContinuing = false
        while true {
            switch editor.readLine(prompt: prompt) {
            case .interrupted: return .nothing
            case .endOfInput:
                if source.isEmpty { return .end(.success) }
                return .command(source)
            case .terminated(let signal): return .end(ExitStatus(signal: signal))
            case .line(let line):
                source += (source.isEmpty ? "" : "\n") + line
                if source.allSatisfy(\.isWhitespace) { return .nothing }
                guard case .incomplete(let quote)? = try? Lexer.tokens(of: source) else {
                    return .command(source)
                }
                prompt = Self.continuationPrompt(quote?.value)
                isContinuing = true
            }
        }
    }

    /// Says what is still open, as psql does.
    private static func continuationPrompt(_ quote: Character?) -> TerminalText {
        "   …\(quote.map { String($0) } ?? "") "
    }

    private var prompt: TerminalText {
        var text: TerminalText = "trove"
        if session.currentKind != 0 { text += ":\(session.kinds[session.currentKind].name)" }
        if session.library.isLoaded { text += " \(session.library.catalog.count)" }
        if session.library.isReadOnly { text += " [read-only]" }
        if session.library.location == .memory { text += " [ephemeral]" }
        if let sync = session.sync, let counts = try? session.library.queueCounts(),
            let state = Message.prompt(sync.state, counts)
        {
            text += " [\(state)]"
        }
        return text + "> "
    }

    /// A command of several lines, as one line that means the same.
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

    /// Runs one typed command, or the several of a paste; the status when the shell is to end.
    private func run(_ source: String) -> ExitStatus? {
        var rest: [String] = []
        var command = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            command += (command.isEmpty ? "" : "\n") + line
            if case .incomplete? = try? Lexer.tokens(of: command) { continue }
            rest.append(command)
            command = ""
        }
        if !command.isEmpty { rest.append(command) }
        for command in rest {
            // Each command of a paste is an entry of its own.
            if let warning = editor?.remember(Self.asOneLine(command)) { warn(warning) }
            TerminalSignals.clearInterrupt()
            if let status = runOne(command) { return status }
            if TerminalSignals.isInterrupted { break }
        }
        return nil
    }

    private func runOne(_ command: String) -> ExitStatus? {
        // The window may have another size by now.
        applySettings()
        progress = LiveProgress(now: MonotonicTime.now())
        let outcome = runner.run(
            command, at: ErrorRenderer.Place(file: nil, line: 1), isLast: true)
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
        // What was queued goes on its way while the next line is typed.
        pump()
        return nil
    }

    // MARK: The server

    /// Lets syncing do what can be done at once, and tells what it brought.
    private func pump() {
        guard let sync = session.sync else { return }
        // The library says by itself at the next command what is wrong with it.
        try? sync.pump()
        untold += sync.engine.takeEvents()
        tell()
    }

    /// Tells at once what comes first, and in one line what comes close behind.
    private func tell() {
        let now = MonotonicTime.now()
        if !untold.isEmpty {
            if now >= quietUntil {
                let events = untold
                untold = []
                if let notice = Message.notice(of: events) {
                    session.notices.append((session.surroundings.now, notice))
                    editor?.printAbove(runner.style(.faint, fitted(notice)))
                    quietUntil = now + Self.quiet
                }
            } else {
                session.sync?.wake(after: .nanoseconds(Int64(quietUntil - now)))
            }
        }
        if !isContinuing { editor?.replacePrompt(prompt) }
    }

    /// How long after a notice further ones are gathered, in nanoseconds.
    private static let quiet: UInt64 = 250_000_000

    /// Makes the command durable, then shows what it said; false when it was lost.
    private func commit() -> Bool {
        do throws(LibraryError) {
            try runner.settle()
            show()
            return true
        } catch {
            lost(error)
            return false
        }
    }

    private func lost(_ error: LibraryError) {
        session.library.rollback()
        runner.discard()
        runner.report(
            ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
        show()
        if case .wasReplaced = error { ending = .libraryUnusable }
    }

    /// Shows what waits, through the pager if it is taller than the screen.
    private func show() {
        guard session.settings.pager, Pager.works(on: session.surroundings["TERM"]),
            let text = output.takeStandardOnly()
        else {
            try? output.flush()
            return
        }
        Pager(command: session.surroundings["PAGER"]).run(text)
    }

    /// Runs the commands that the person wants at every start.
    private func runStartFile() -> ExitStatus? {
        let path = session.surroundings.startFile
        guard options.readsStartFile, unsafe access(path, F_OK) == 0,
            let script = try? Script(file: Spanned(path, 0..<0), besides: session.library)
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
        session.width = TerminalSize.current(of: STDOUT_FILENO)?.columns
        editor?.style = runner.style
    }

    private func eraseProgress() {
        guard var progress else { return }
        output.writeNow(progress.erase(), to: .error)
        self.progress = nil
    }
}

extension Repl: Person {
    func confirms(_ question: TerminalText) -> Bool {
        guard case .line(let answer)? = editor?.ask(lastLine(of: question)) else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Prints all rows of a question but the last, behind which the answer is typed.
    private func lastLine(of question: TerminalText) -> TerminalText {
        // Room for the cursor behind it.
        guard let width = session.width, question.width >= width else { return question }
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
        guard case .line(let answer)? = editor?.ask(question) else { return nil }
        progress = LiveProgress(now: MonotonicTime.now())
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
            fraction: fraction, label: label, columns: columns, now: MonotonicTime.now())
        output.writeNow(drawing ?? "", to: .error)
    }
}

extension Repl: LineEditorDelegate {
    func completion(of line: String, cursor: Int) -> Completion {
        LibraryCompletion(session: session).completion(of: line, cursor: cursor)
    }

    /// Between two keys the library is read on, and made ready for completion.
    func idle() -> Bool {
        if !hasPrompted {
            hasPrompted = true
            pump()
            return true
        }
        if (try? session.library.loadSlice()) == true { return true }
        return session.library.prepareTitles()
    }

    var wakeDescriptors: [Int32] {
        (watch?.descriptors ?? [])
            + [session.sync?.descriptor, session.openLookups?.descriptor].compactMap(\.self)
    }

    func woken(by descriptor: Int32) {
        if descriptor == session.sync?.descriptor { return pump() }
        if descriptor == session.openLookups?.descriptor {
            session.lookups.pump()
            return
        }
        guard watch?.isDue(descriptor) == true else { return }
        do throws(LibraryError) {
            try session.library.refresh()
        } catch {
            // Other trouble may be over by the next command, which says so if it is not.
            guard case .wasReplaced = error else { return }
            let report = runner.errorRenderer.render(
                ErrorReport(error), source: "", at: ErrorRenderer.Place(file: nil, line: 1))
            editor?.printAbove(report)
            return
        }
        let count = session.library.takeForeignChanges()
        guard count > 0 else { return }
        let notice = Message.othersChanged(count)
        session.notices.append((session.surroundings.now, notice))
        editor?.printAbove(runner.style(.faint, fitted(notice)))
    }
}
