import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Runs single commands, wherever they come from: parses them, carries them out, and writes what they
/// reply. It is what commands know of the world.
final class CommandRunner: CommandContext {
    /// How a command ended.
    enum Outcome {
        case done
        case failed
        /// The library failed, and what was not committed is lost.
        case lost(LibraryError)
        case quit
        /// A file was run, and ended so.
        case sourced(ScriptRunner.Ending)
        /// The lines that follow are codes; whether they are added without a question.
        case scanning(isConfirmed: Bool)
        /// More lines must come first.
        case incomplete(openQuote: Character?)
    }

    let library: Library
    let session = Session()
    let surroundings: Surroundings
    /// The user at the prompt; nil in a script.
    weak var user: (any TerminalUser)?
    /// The columns of the user's terminal; nil in a script.
    var width: Int?
    /// The connection to the server; nil while the library is local.
    private(set) var sync: SyncSession?
    /// The way to the catalogues, once one was asked.
    private(set) var openLookups: LookupSession?
    /// The network that `net` simulates.
    var network = SimulatedNetwork.Mode.real {
        didSet { openLookups?.network.set(network) }
    }
    /// Whether the network is used in the background, for a user at a prompt.
    var isInteractive = false

    let output: Output
    /// Whether to print each line before its output.
    let echoes: Bool
    /// Whether a file that is sourced ends at its first error.
    let stopsOnError: Bool
    /// How many commands ran.
    var total = 0
    /// How many commands failed.
    var failed = 0
    /// How deep files are sourced by files.
    var sourceDepth = 0
    /// Output that depends on answers of the server which have not come yet, and all that came since.
    var held: [HeldOutput] = []
    let isForTerminal = Interactivity.isTerminal(STDOUT_FILENO)

    private let wasInterrupted: () -> Bool

    init(
        library: Library, surroundings: Surroundings, output: Output, echoes: Bool = false,
        stopsOnError: Bool = false, isInterrupted: @escaping () -> Bool = { false }
    ) {
        self.library = library
        self.surroundings = surroundings
        self.output = output
        self.echoes = echoes
        self.stopsOnError = stopsOnError
        wasInterrupted = isInterrupted
    }

    var isInterrupted: Bool { wasInterrupted() }

    /// The way to the catalogues.
    var lookups: LookupSession {
        if let openLookups { return openLookups }
        let lookups = LookupSession(network: network)
        openLookups = lookups
        return lookups
    }

    /// The terminal that pictures can be drawn on; nil where none are wanted, or nobody sees them.
    var pictureScreen: PictureScreen? {
        guard session.settings.pictures, session.settings.output.format.drawsPictures else {
            return nil
        }
        return PictureScreen(
            descriptor: STDOUT_FILENO, isColored: style(of: STDOUT_FILENO).isEnabled
        ) { surroundings[$0] }
    }

    // MARK: What commands ask for

    @discardableResult
    func commit() throws -> Bool {
        let isTaken = try settle()
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
        user.tells(bytes)
    }

    func openSync(isTrial: Bool) throws {
        guard library.account != nil || isTrial, !library.isReadOnly else {
            sync?.close()
            sync = nil
            return
        }
        guard sync == nil else { return }
        try takeOverTokenFile()
        if library.account?.token != nil { try checkIsPrivate() }
        sync = SyncSession(
            library: library, deviceName: deviceName,
            caFile: surroundings["TROVE_CA_FILE"], isPolling: isInteractive,
            random: surroundings.random, now: { [surroundings] in surroundings.now },
            isInterrupted: wasInterrupted)
        sync?.network.set(network)
    }

    /// Ends the threads of the connections.
    func closeNetwork() {
        openLookups?.close()
        openLookups = nil
        sync?.close()
        sync = nil
    }

    // MARK: Running

    /// Runs one command. `isLast` says that no more lines can come, so that an open quote is an
    /// error.
    func run(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        run(parse(typed, isLast: isLast), at: place)
    }

    /// Runs a command that was parsed just now.
    func run(_ line: ParsedLine, at place: ErrorRenderer.Place) -> Outcome {
        var isCounted = false
        do {
            switch try line.parsed.get() {
            case .empty:
                inTurn(line.typed, at: place) { echo(line.typed) }
                return .done
            case .incomplete(let quote): return .incomplete(openQuote: quote?.value)
            case .command(let command):
                let failedBefore = failed
                try prepare(command)
                // The server had the last word on what came before.
                if stopsOnError, failed > failedBefore { return .failed }
                total += 1
                isCounted = true
                return try run(command, line, at: place)
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            let report = line.expansion.report(ErrorReport(error))
            failed += 1
            inTurn(line.typed, at: place) {
                // What was counted was printed too.
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
        let outcome = try holding(line.typed, line.expansion, at: place) {
            echo(line.typed)
            do {
                return try run(command, sourcing: &file)
            } catch let error as LibraryError where error.isFatal {
                throw error
            } catch {
                failed += 1
                report(line.expansion.report(ErrorReport(error)), source: line.typed, at: place)
                return .failed
            }
        }
        return try file.map { try run(file: $0) } ?? outcome
    }

    /// Carries a command out and writes its reply.
    ///
    /// - Parameters:
    ///   - command: what to do.
    ///   - file: where the path of a file of commands is put that is to be run now.
    /// - Returns: how the command ended.
    /// - Throws: why the command failed, or the library.
    private func run(
        _ command: any ShellCommand, sourcing file: inout Spanned<String>?
    ) throws -> Outcome {
        try noticeOthers()
        defer { library.endReading() }
        session.photos = GatheredPhotos()
        let reply = try reply(to: command)
        tellEvents()
        switch reply {
        case .quit: return .quit
        case .script(let path):
            file = path
            return .done
        case .codes(let isConfirmed): return .scanning(isConfirmed: isConfirmed)
        default: break
        }
        output.write { renderer.render(reply, into: &$0) }
        // What has changed something is told even if Ctrl-C came while it was done.
        if user != nil, reply.isQuestion, isInterrupted {
            output.discard()
            throw CommandFailure(.isInterrupted)
        }
        for warning in session.photos.warnings + reply.warnings { warn(warning) }
        if command.effect == .showsItems || reply.isQuestion, let copy = offlineCopy { warn(copy) }
        return .done
    }

    private func reply(to command: any ShellCommand) throws -> Reply {
        do {
            return try undisturbed { try command.run(in: self) }
        } catch let failure as CommandFailure where failure.isRefusal {
            return .text(Message.notConfirmed)
        } catch let failure as CommandFailure where failure.needsServer {
            // Perhaps the server is there again.
            try settle()
            guard try sync?.reconnect() ?? false else { throw failure }
            return try command.run(in: self)
        }
    }

    /// Answers a question again if another shell wrote to the library meanwhile: while nobody else is at
    /// work, a library is read without locks.
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

    /// Files may source files, but not for ever.
    private static let deepestSource = 16

    private func run(file path: Spanned<String>) throws -> Outcome {
        guard sourceDepth < Self.deepestSource else {
            throw CommandFailure(.sourcesTooDeep, at: path.span)
        }
        sourceDepth += 1
        defer { sourceDepth -= 1 }
        let script = try Script(file: path, besides: library)
        return .sourced(ScriptRunner(runner: self, stopsOnError: stopsOnError).run(script))
    }

    // MARK: Codes

    /// Adds the book of a code that stands on a line of its own.
    func run(code: String, isConfirmed: Bool, at place: ErrorRenderer.Place) -> Outcome {
        total += 1
        var isEchoed = false
        do {
            let command = CommandTable.command(
                forCode: try self.code(code), isConfirmed: isConfirmed)
            try prepare(command)
            return try holding(code, AliasExpansion(of: code, [:]), at: place) {
                echo(code)
                isEchoed = true
                var file: Spanned<String>?
                return try run(command, sourcing: &file)
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            failed += 1
            inTurn(code, at: place) {
                if !isEchoed { echo(code) }
                report(ErrorReport(error), source: code, at: place)
            }
            return .failed
        }
    }

    /// Looks at a code without asking a catalogue about it.
    func check(code: String, at place: ErrorRenderer.Place) -> Outcome {
        total += 1
        do throws(CommandFailure) {
            _ = try self.code(code)
            return .done
        } catch {
            failed += 1
            report(ErrorReport(error), source: code, at: place)
            return .failed
        }
    }

    private func code(_ text: String) throws(CommandFailure) -> Spanned<String> {
        let code = Spanned(text, 0..<text.utf8.count)
        guard ISBN(parsing: text) != nil else { throw CommandFailure(.noCode(text), at: code.span) }
        return code
    }

    // MARK: Checking

    /// Checks one command without running it; what decides the meaning of later ones is kept.
    func check(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let line = parse(typed, isLast: isLast)
        do throws(LanguageError) {
            switch try line.parsed.get() {
            case .empty: return .done
            case .incomplete(let quote): return .incomplete(openQuote: quote?.value)
            case .command(let command):
                total += 1
                if case .codes(let isConfirmed) = command.rehearse(in: self) {
                    return .scanning(isConfirmed: isConfirmed)
                }
                return .done
            }
        } catch {
            total += 1
            failed += 1
            report(line.expansion.report(ErrorReport(error)), source: typed, at: place)
            return .failed
        }
    }

    /// Parses a command with its alias put in; where no more lines can come, one that goes on is an
    /// error.
    func parse(_ typed: String, isLast: Bool) -> ParsedLine {
        let line = ParsedLine(typed, aliases: session.aliases, in: languageContext)
        return isLast ? line.ended : line
    }
}

extension LibraryError {
    /// Whether the library itself failed, and not just what was asked of it.
    var isFatal: Bool {
        switch self {
        case .isReadOnly, .isFull, .isNotUnderstood, .snapshot: false
        default: true
        }
    }
}
