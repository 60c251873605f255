import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveSystem
import TroveTerminal

/// Runs single commands from any source: parses them, executes them, and writes their replies. It
/// is the `CommandContext` of all commands.
final class CommandRunner: CommandContext {
    /// How a command ended.
    enum Outcome {
        case done
        case failed
        /// The library failed, and uncommitted changes are lost.
        case lost(LibraryError)
        case quit
        /// A script was run, and ended this way.
        case sourced(ScriptRunner.Ending)
        /// A command must be run again and again; the interval is in seconds.
        case watching(Spanned<String>, every: FixedDecimal)
        /// A lesson of the tutorial begins.
        case tutoring(TutorialFile)
        /// A lesson must be played, or the lessons listed.
        case demonstrating(DemoRequest)
        /// The following lines are codes.
        case scanning(CodeOptions)
        /// The command needs more lines.
        case incomplete
    }

    let library: Library
    let session: Session
    let surroundings: Surroundings
    /// The user at the prompt; nil in a script.
    weak var user: (any TerminalUser)?
    /// The width of the terminal that the output goes to, in columns; nil for a file or a pipe.
    var width: Int?
    /// The connection to the server; nil for a local library.
    var sync: SyncSession?
    /// The connection to the catalogue services, after its first use.
    var openLookups: LookupSession?
    /// The simulated network conditions that `net` sets.
    var network = SimulatedNetwork.Mode.real {
        didSet { openLookups?.network.set(network) }
    }
    /// Whether the network is used in the background, for a user at a prompt.
    var isInteractive = false

    let output: Output
    /// How deeply a sourced file must be nested for its lines to be printed before their output: 0
    /// prints every line, nil none.
    var echoDepth: Int?
    /// Whether a sourced file stops at its first error.
    let stopsOnError: Bool
    /// The number of commands run.
    var total = 0
    /// The number of commands that failed.
    var failed = 0
    /// How deeply sourced files are nested.
    var sourceDepth = 0
    /// Output that depends on pending answers of the server, and all output since.
    var held: [HeldOutput] = []
    /// The number of lines at the start of the output that a pager keeps on the screen.
    private(set) var headerLines = 0
    var isForTerminal: Bool
    /// Receives replies and errors besides the output.
    weak var observer: (any CommandObserver)?
    /// The last command of the prompt with the correction that its error or warning suggests; nil
    /// without one.
    var correctedLine: String?
    /// Whether further commands of a paste follow the one that runs.
    var isFollowed = false
    /// The folder with the user's progress in the tutorial.
    var progressFolder: String
    /// Whether the user was told how to get the corrected line.
    var hasToldOfCorrection = false

    let wasInterrupted: () -> Bool

    init(
        library: Library, surroundings: Surroundings, session: Session = Session(),
        output: Output, echoes: Bool = false, stopsOnError: Bool = false,
        isForTerminal: Bool = Interactivity.isTerminal(STDOUT_FILENO),
        isInterrupted: @escaping () -> Bool = { false }
    ) {
        self.library = library
        self.surroundings = surroundings
        self.session = session
        self.output = output
        echoDepth = echoes ? 0 : nil
        self.stopsOnError = stopsOnError
        self.isForTerminal = isForTerminal
        wasInterrupted = isInterrupted
        progressFolder = surroundings.stateFolder
    }

    var isInterrupted: Bool { wasInterrupted() }

    /// Commands are run, not only explained.
    var isRehearsal: Bool { false }

    /// The connection to the catalogue services, created at its first use.
    var lookups: LookupSession {
        if let openLookups { return openLookups }
        // The session starts a thread.
        TextLocale.prepare()
        let lookups = LookupSession(network: network)
        openLookups = lookups
        return lookups
    }

    /// The terminal to draw pictures on; nil when pictures are off or the output is not a terminal.
    var pictureScreen: PictureScreen? {
        guard session.settings.drawsPictures,
            session.settings.output.format.drawsPictures
        else {
            return nil
        }
        return PictureScreen(
            descriptor: STDOUT_FILENO, isColored: style(of: STDOUT_FILENO).isEnabled
        ) { surroundings[$0] }
    }

    // MARK: The command context

    @discardableResult
    func commit() throws -> Bool {
        let isTaken = try commitAndRelease()
        try output.flush()
        return isTaken
    }

    func say(_ reply: Reply) {
        var bytes: [UInt8] = []
        renderer.render(reply, into: &bytes)
        guard let user else {
            output.write { $0.append(contentsOf: bytes) }
            for warning in reply.warnings { warn(warning) }
            return
        }
        for warning in reply.warnings {
            bytes.append(errorRenderer.render(warning: warning))
        }
        user.show(bytes)
    }

    // MARK: Running

    /// Runs a command that was just parsed. In a script, shows its time if the user asked for that.
    func run(_ line: ParsedLine, at place: ErrorRenderer.Place) -> Outcome {
        let isTimed = user == nil && session.settings.timing
        let (start, totalBefore) = (isTimed ? MonotonicClock.uptime : .zero, total)
        let outcome = runUntimed(line, at: place)
        if isTimed, session.settings.timing, total > totalBefore {
            let time = Message.time(MonotonicClock.uptime - start)
            inTurn(line.typed, at: place) { output.write(time + "\n", to: .error) }
        }
        return outcome
    }

    private func runUntimed(_ line: ParsedLine, at place: ErrorRenderer.Place) -> Outcome {
        var isCounted = false
        do {
            switch try line.meaning.get() {
            case .empty:
                inTurn(line.typed, at: place) { echo(line.typed) }
                return .done
            case .incomplete: return .incomplete
            case .command(let command):
                let failedBefore = failed
                try prepare(command)
                // The server may have rejected an earlier command.
                if stopsOnError, failed > failedBefore { return .failed }
                total += 1
                isCounted = true
                do {
                    return try run(command, line, at: place)
                } catch is AnswerNeeded {
                    try commitAndRelease()
                    if stopsOnError, failed > failedBefore {
                        total -= 1
                        return .failed
                    }
                    return try run(command, line, at: place)
                }
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            let report = line.expansion.report(ErrorReport(error))
            failed += 1
            inTurn(line.typed, at: place) {
                // A counted command was already echoed.
                if !isCounted, !report.isSecret { echo(line.typed) }
                self.report(report, source: line.typed, at: place)
            }
            if !isCounted { total += 1 }
            return .failed
        }
    }

    private func run(
        _ command: any ShellCommand, _ line: ParsedLine, at place: ErrorRenderer.Place
    ) throws -> Outcome {
        var file: Spanned<String>?
        let outcome = try holding(
            line.typed, line.expansion, at: place, isUndo: command.isUndo
        ) {
            echo(line.typed)
            do {
                let outcome = try run(command, sourcing: &file)
                // ↑ recalls the last command of a paste.
                if !isFollowed {
                    offer(
                        session.command.correction.flatMap(line.expansion.correction), line.typed,
                        at: place)
                }
                return outcome
            } catch let error as LibraryError where error.isFatal {
                throw error
            } catch let error as AnswerNeeded {
                throw error
            } catch {
                failed += 1
                report(line.expansion.report(ErrorReport(error)), source: line.typed, at: place)
                return .failed
            }
        }
        return try file.map { try run(file: $0) } ?? outcome
    }

    /// Executes a command and writes its reply.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - file: Receives the path of a script that must be run next.
    /// - Returns: How the command ended.
    /// - Throws: The failure of the command, or of the library.
    func run(
        _ command: any ShellCommand, sourcing file: inout Spanned<String>?
    ) throws -> Outcome {
        try noticeOthers()
        defer { library.endReading() }
        session.command = CommandState()
        let reply = try reply(to: command)
        observer?.observe(command, reply)
        tellEvents()
        switch reply {
        case .quit: return .quit
        case .script(let path):
            file = path
            return .done
        case .watch(let command, let interval): return .watching(command, every: interval)
        case .demo(let request): return .demonstrating(request)
        case .codes(let options): return .scanning(options)
        case .tutorial(let request): return try answer(request)
        default: break
        }
        let renderer = renderer
        headerLines = renderer.headerLines(of: reply)
        output.write { renderer.render(reply, into: &$0) }
        // A change is reported even if Ctrl-C was pressed during it.
        if user != nil, reply.isQuestion, isInterrupted {
            output.discard()
            throw CommandFailure(.isInterrupted)
        }
        for warning in session.command.photos.warnings + reply.warnings { warn(warning) }
        if command.effect == .showsItems || reply.isQuestion, let copy = offlineCopy { warn(copy) }
        return .done
    }

    /// Today's date if additions of a script are drafted for `runAdditions`, else nil.
    var draftDay: PartialDate? {
        let draftsAdditions =
            user == nil && sync == nil && !isForPrograms && echoDepth == nil && !isForTerminal
            && width == nil && observer == nil && !session.settings.timing
        return draftsAdditions ? surroundings.today : nil
    }

    /// Runs commands of a script that add items, up to the first one that must run on its own.
    ///
    /// - Returns: The number of commands that were run.
    /// - Throws: `LibraryError` if the library failed; what was not committed is lost.
    func runAdditions(_ drafts: [AddDraft]) throws(LibraryError) -> Int {
        guard !drafts.isEmpty, draftDay != nil, held.isEmpty,
            let addition = BulkAddition(in: self)
        else { return 0 }
        session.command = CommandState()
        let (count, reply) = try addition.add(drafts)
        total += count
        if count > 0 { output.write { renderer.render(reply, into: &$0) } }
        return count
    }

    private func reply(to command: any ShellCommand) throws -> Reply {
        func run() throws -> Reply {
            do {
                return try undisturbed { try command.run(in: self) }
            } catch let failure as CommandFailure {
                guard let reply = failure.reply else { throw failure }
                return reply
            }
        }
        do {
            return try run()
        } catch let failure as CommandFailure where failure.needsServer {
            // The server may be reachable again.
            try commitAndRelease()
            guard try sync?.reconnect() ?? false else { throw failure }
            return try run()
        }
    }

    /// Repeats a query if another shell wrote to the library in the meantime: while no other shell
    /// has the library open, it is read without locks.
    private func undisturbed(_ work: () throws -> Reply) throws -> Reply {
        do {
            let reply = try work()
            guard reply.isQuestion, library.isDisturbed else { return reply }
        } catch let error as LibraryError {
            guard library.isDisturbed else { throw error }
        }
        library.endReading()
        try noticeOthers()
        return try work()
    }

    /// The limit for scripts that source scripts.
    private static let maximumSourceDepth = 16

    /// Runs the commands of a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - checksOnly: whether the commands are only checked.
    /// - Returns: how the script ended.
    /// - Throws: an error if the file cannot be opened, or if files are nested too deeply.
    func run(file path: Spanned<String>, checksOnly: Bool = false) throws -> Outcome {
        guard sourceDepth < Self.maximumSourceDepth else {
            throw CommandFailure(.sourcesTooDeep, at: path.span)
        }
        sourceDepth += 1
        defer { sourceDepth -= 1 }
        let script = try Script(file: path, besides: library, in: surroundings)
        let runner = ScriptRunner(runner: self, stopsOnError: stopsOnError, checksOnly: checksOnly)
        let ending = runner.run(script)
        if case .isDatabase(let file) = ending {
            failed += 1
            report(
                ErrorReport.isDatabase(file), source: "",
                at: ErrorRenderer.Place(file: file, line: 1))
            return .failed
        }
        return .sourced(ending)
    }

    /// Parses a command with its alias expanded. If `isLast`, an incomplete command is an error.
    func parse(_ typed: String, isLast: Bool) -> ParsedLine {
        let line = ParsedLine(typed, in: parsingContext)
        return isLast ? line.ended : line
    }

    var parsingContext: ParsingContext {
        ParsingContext(aliases: session.aliases, language: languageContext)
    }
}

extension LibraryError {
    /// Whether the library itself failed, not just the command.
    var isFatal: Bool {
        switch self {
        case .isReadOnly, .isFull, .isNotUnderstood, .snapshot, .cannotLock: false
        default: true
        }
    }
}
