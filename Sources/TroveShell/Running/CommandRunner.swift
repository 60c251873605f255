import Glibc
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Runs single commands of whatever origin: parses, carries out, and writes what there is to say.
final class CommandRunner {
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

    let session: Session
    let output: Output
    /// How standard output looks.
    var style: Style { session.style(of: STDOUT_FILENO) }
    /// How standard error looks.
    var errorStyle: Style { session.style(of: STDERR_FILENO) }
    /// Columns to fit output into; nil where nothing is cut.
    var width: Int? { session.width }
    /// Whether to print each line before its output.
    let echoes: Bool
    /// Whether a file that is sourced ends at its first error.
    let stopsOnError: Bool
    /// How errors and warnings are written.
    var errorRenderer: ErrorRenderer { ErrorRenderer(style: errorStyle, width: width) }
    /// How many commands ran, and how many of them failed.
    private(set) var total = 0
    private(set) var failed = 0
    private var sourceDepth = 0
    private let isForTerminal = Interactivity.isTerminal(STDOUT_FILENO)
    /// What commands said for which the server has not answered yet, and all that was said since.
    private var held: [HeldOutput] = []

    /// What one command said, and the operations on whose success it depends.
    private struct HeldOutput {
        let output: Output.Captured
        let operations: Set<Int>
        let source: String
        let expansion: AliasExpansion
        let place: ErrorRenderer.Place
    }

    /// Files may source files, but not for ever.
    private static let deepestSource = 16

    init(
        session: Session, output: Output, echoes: Bool = false,
        stopsOnError: Bool = false
    ) {
        self.session = session
        self.output = output
        self.echoes = echoes
        self.stopsOnError = stopsOnError
        session.settleAll = { [weak self] in
            let isTaken = try self?.settle() ?? true
            try output.flush()
            return isTaken
        }
        session.say = { [weak self] in self?.say($0) }
    }

    /// Asks the server for what needs its consent, and makes durable what was done; what was said
    /// can be written then.
    ///
    /// - Returns: false when the server did not take some of it that no command speaks of any more;
    ///   why is told.
    /// - Throws: when the library does not take it; nothing that was said is true then.
    @discardableResult
    func settle() throws(LibraryError) -> Bool {
        session.library.endReading()
        var verdicts: [Int: SyncSession.Verdict] = [:]
        if !session.library.asked.isEmpty, let sync = session.sync {
            verdicts = try sync.settleAsked()
        }
        try session.library.commit()
        let isTaken = release(verdicts)
        try session.sync?.transactionEnded()
        return isTaken
    }

    /// Says what was held back, or why it is not so; false when something else is not so either.
    private func release(_ verdicts: [Int: SyncSession.Verdict]) -> Bool {
        let told = Set(held.flatMap(\.operations))
        let untold = verdicts.filter { !told.contains($0.key) }.values.compactMap(\.problem)
        for problem in untold {
            failed += 1
            report(
                ErrorReport(CommandFailure(problem)), source: "",
                at: ErrorRenderer.Place(file: nil, line: 1))
        }
        let all = held
        held = []
        for said in all {
            let numbers = said.operations.sorted()
            guard let verdict = numbers.compactMap({ verdicts[$0] }).max(by: { $0.rank < $1.rank })
            else {
                output.write(said.output)
                continue
            }
            if let problem = verdict.problem {
                failed += 1
                echo(said.source)
                let report = said.expansion.report(ErrorReport(CommandFailure(problem)))
                self.report(report, source: said.source, at: said.place)
            } else {
                output.write(said.output)
                warn(Message.lostToAnother)
            }
        }
        return untold.isEmpty
    }

    private var renderer: ReplyRenderer {
        ReplyRenderer(
            kinds: session.kinds, format: session.settings.output, style: style, width: width,
            isForTerminal: isForTerminal, today: session.surroundings.today)
    }

    /// Says something before its command has ended.
    private func say(_ reply: Reply) {
        var bytes: [UInt8] = []
        renderer.render(reply, into: &bytes)
        guard let person = session.person else {
            output.write { $0.append(contentsOf: bytes) }
            for warning in reply.warnings { warn(warning) }
            return
        }
        for warning in reply.warnings {
            bytes.append(errorRenderer.render(warning: warning))
        }
        person.tells(bytes)
    }

    /// Forgets what was held back, because it is not so.
    func discard() {
        held = []
        output.discard()
    }

    /// Prints a line, or several, before their output, where that is wanted.
    private func echo(_ source: String) {
        guard echoes else { return }
        output.write(TerminalText(lines: source) + "\n")
    }

    private func warn(_ text: TerminalText) {
        output.write(errorRenderer.render(warning: text), to: .error)
    }

    /// Runs one command. `isLast` says that no more lines can come, so that an open quote is an
    /// error.
    func run(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let expansion = AliasExpansion(of: typed, session.aliases)
        var isCounted = false
        do {
            switch try parse(expansion.source, isLast: isLast) {
            case .empty:
                inTurn(typed, at: place) { echo(typed) }
                return .done
            case .incomplete(let quote): return .incomplete(openQuote: quote?.value)
            case .command(let command, _):
                let failedBefore = failed
                try prepare(command)
                // The server had the last word on what came before.
                if stopsOnError, failed > failedBefore { return .failed }
                total += 1
                isCounted = true
                if case .scan(nil, let isConfirmed) = command, session.person == nil {
                    echo(typed)
                    return .scanning(isConfirmed: isConfirmed)
                }
                if case .source(let path) = command {
                    echo(typed)
                    return try run(sourceFile: path)
                }
                return try holding(typed, expansion, at: place) {
                    echo(typed)
                    do {
                        return try run(command)
                    } catch let error as LibraryError where error.isFatal {
                        throw error
                    } catch {
                        failed += 1
                        report(expansion.report(ErrorReport(error)), source: typed, at: place)
                        return .failed
                    }
                }
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            let report = expansion.report(ErrorReport(error))
            failed += 1
            inTurn(typed, at: place) {
                // What was counted was printed too.
                if !isCounted, !report.isSecret { echo(typed) }
                self.report(report, source: typed, at: place)
            }
            if !isCounted { total += 1 }
            return .failed
        }
    }

    /// Prints a line that is no command where each line is printed.
    func pass(_ line: String, at place: ErrorRenderer.Place) {
        inTurn(line, at: place) { echo(line) }
    }

    /// Adds the book of a code that stands on a line of its own.
    func run(code: String, isConfirmed: Bool, at place: ErrorRenderer.Place) -> Outcome {
        total += 1
        var isEchoed = false
        do {
            let isbn = try self.code(code)
            let command = Command.isbn(isbn, isConfirmed: isConfirmed)
            try prepare(command)
            return try holding(code, AliasExpansion(of: code, [:]), at: place) {
                echo(code)
                isEchoed = true
                return try run(command)
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

    /// Looks at a code without asking anybody about it.
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

    /// Checks one command without running it; what decides the meaning of later ones is kept.
    func check(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let expansion = AliasExpansion(of: typed, session.aliases)
        do throws(LanguageError) {
            switch try parse(expansion.source, isLast: isLast) {
            case .empty: return .done
            case .incomplete(let quote): return .incomplete(openQuote: quote?.value)
            case .command(let command, _):
                total += 1
                if case .scan(nil, let isConfirmed) = command {
                    return .scanning(isConfirmed: isConfirmed)
                }
                if case .use(let kind) = command { session.currentKind = kind }
                if case .alias(let alias?) = command {
                    session.aliases[alias.name.value] = alias.command
                }
                return .done
            }
        } catch {
            total += 1
            failed += 1
            report(expansion.report(ErrorReport(error)), source: typed, at: place)
            return .failed
        }
    }

    /// Parses a command; where no more lines can come, one that goes on is an error.
    private func parse(_ source: String, isLast: Bool) throws(LanguageError) -> Parser.Outcome {
        let outcome = try Parser.parse(source, in: session.context)
        guard isLast, case .incomplete(let quote) = outcome else { return outcome }
        throw Secrecy.guarding(
            quote.map { LanguageError(.openQuote($0.value), at: $0.span) } ?? endedTooSoon(source),
            in: source)
    }

    private func endedTooSoon(_ source: String) -> LanguageError {
        let end = source.utf8.count
        return LanguageError(.missing(.command, verb: "\\"), at: max(0, end - 1)..<end)
    }

    /// Holds back what a command says while the server has not answered for it, or for one before.
    private func holding(
        _ source: String, _ expansion: AliasExpansion, at place: ErrorRenderer.Place,
        _ work: () throws -> Outcome
    ) throws -> Outcome {
        // A local library asks nobody.
        guard session.sync != nil else { return try work() }
        let before = Set(session.library.asked.map(\.number))
        let (result, said) = output.capture { Result { try work() } }
        let outcome = try result.get()
        let operations = Set(session.library.asked.map(\.number)).subtracting(before)
        if held.isEmpty, operations.isEmpty {
            output.write(said)
        } else {
            held.append(
                HeldOutput(
                    output: said, operations: operations, source: source, expansion: expansion,
                    place: place))
        }
        return outcome
    }

    /// Does what must come before a command: an answer speaks of what the server has agreed to, and
    /// of what it has.
    private func prepare(_ command: Command) throws {
        // Another shell may have connected the library, or let go of the server.
        if (session.library.account == nil) != (session.sync == nil) { try? session.openSync() }
        guard let sync = session.sync else { return }
        if !session.library.asked.isEmpty, !command.isChange { try settle() }
        // An answer tells of what the server has, which is what was done before.
        guard command.concernsServer, !sync.isFresh || !command.isChange && sync.hasUnsent else {
            return
        }
        try settle()
        try sync.freshen(for: command.isChange ? .change : .answer)
        tellEvents()
    }

    /// Tells what syncing has brought, where nobody sits at a prompt.
    func tellEvents() {
        guard session.person == nil, let sync = session.sync else { return }
        for event in sync.engine.takeEvents() {
            if let text = Message.warning(of: event) {
                session.notices.append((session.surroundings.now, text))
                warn(text)
            } else if let text = Message.note(of: event) {
                session.notices.append((session.surroundings.now, text))
                output.write(errorRenderer.render(note: text), to: .error)
            }
        }
    }

    private func run(_ command: Command) throws -> Outcome {
        try noticeOthers()
        defer { session.library.endReading() }
        session.photos = GatheredPhotos()
        let reply: Reply
        do {
            reply = try undisturbed { try Interpreter(session: session).run(command) }
        } catch let failure as CommandFailure where failure.isRefusal {
            reply = .text(Message.notConfirmed)
        } catch let failure as CommandFailure where failure.needsServer {
            // Perhaps the server is there again.
            try settle()
            guard try session.sync?.reconnect() ?? false else { throw failure }
            reply = try Interpreter(session: session).run(command)
        }
        tellEvents()
        if case .quit = reply { return .quit }
        output.write { renderer.render(reply, into: &$0) }
        // What has changed something is told even if Ctrl-C came while it was done.
        if session.person != nil, reply.isQuestion, session.isInterrupted() {
            output.discard()
            throw CommandFailure(.isInterrupted)
        }
        for warning in session.photos.warnings + reply.warnings { warn(warning) }
        if command.tellsContents || reply.isQuestion, let copy = offlineCopy { warn(copy) }
        return .done
    }

    /// Answers a question again if another shell wrote to the library meanwhile: while nobody else is at
    /// work, a library is read without locks.
    private func undisturbed(_ work: () throws -> Reply) throws -> Reply {
        do {
            let reply = try work()
            guard reply.isQuestion, session.library.isDisturbed else { return reply }
        } catch let error as LibraryError {
            guard session.library.isDisturbed else { throw error }
        }
        session.library.endReading()
        try noticeOthers()
        return try work()
    }

    /// What to say of an answer that the server had no part in; nil where it had, or there is none.
    private var offlineCopy: TerminalText? {
        let library = session.library
        guard library.isReplicating else { return nil }
        let now = session.surroundings.now
        guard let sync = session.sync else {
            return Message.copyOnlyRead(lastContact: library.account?.lastContact, now: now)
        }
        guard !sync.state.isOnline else { return nil }
        return Message.localCopy(sync.state, lastContact: sync.engine.lastContact, now: now)
    }

    /// Reads what other shells wrote; a person at a prompt is told.
    func noticeOthers() throws {
        try session.library.beginReading()
        let count = session.library.takeForeignChanges()
        guard count > 0, session.person != nil else { return }
        let notice = Message.othersChanged(count)
        session.notices.append((session.surroundings.now, notice))
        output.write(style(.faint, notice) + "\n")
    }

    /// Counts and reports a line that is no command at all.
    func fail(_ report: ErrorReport, source: String, at place: ErrorRenderer.Place) {
        total += 1
        failed += 1
        inTurn(source, at: place) {
            if !source.isEmpty { echo(source) }
            self.report(report, source: source, at: place)
        }
    }

    /// Writes something behind what is held back.
    private func inTurn(_ source: String, at place: ErrorRenderer.Place, _ work: () -> Void) {
        guard !held.isEmpty else { return work() }
        let (_, said) = output.capture(work)
        let expansion = AliasExpansion(of: source, [:])
        held.append(
            HeldOutput(
                output: said, operations: [], source: source, expansion: expansion, place: place))
    }

    func report(_ report: ErrorReport, source: String, at place: ErrorRenderer.Place) {
        let renderer = errorRenderer
        output.write(renderer.render(report, source: source, at: place), to: .error)
    }

    // MARK: Files

    private func run(sourceFile path: Spanned<String>) throws -> Outcome {
        guard sourceDepth < Self.deepestSource else {
            throw CommandFailure(.sourcesTooDeep, at: path.span)
        }
        sourceDepth += 1
        defer { sourceDepth -= 1 }
        // What came before is not the file's to lose, and opening it may wait.
        try session.settle()
        let script = try Script(file: path, besides: session.library)
        return .sourced(ScriptRunner(runner: self, stopsOnError: stopsOnError).run(script))
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
