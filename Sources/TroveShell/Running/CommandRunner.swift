import Glibc
import TroveLanguage
import TroveModel
import TroveStore
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
        /// More lines must come first.
        case incomplete(openQuote: Character?)
    }

    let session: Session
    let output: Output
    /// How standard output looks.
    var style: Style { look(of: STDOUT_FILENO) }
    /// How standard error looks.
    var errorStyle: Style { look(of: STDERR_FILENO) }
    /// Columns to fit output into; nil where nothing is cut.
    var width: Int?
    /// Whether to print each command before its output.
    let echoes: Bool
    /// Whether a file that is sourced ends at its first error.
    let stopsOnError: Bool
    /// How many commands ran, and how many of them failed.
    private(set) var total = 0
    private(set) var failed = 0
    private var sourceDepth = 0

    /// Files may source files, but not for ever.
    private static let deepestSource = 16

    init(
        session: Session, output: Output, width: Int?, echoes: Bool = false,
        stopsOnError: Bool = false
    ) {
        self.session = session
        self.output = output
        self.width = width
        self.echoes = echoes
        self.stopsOnError = stopsOnError
        // The session holds this, so this must not hold the session.
        let library = session.library
        session.settle = {
            library.endReading()
            try library.commit()
            try output.flush()
        }
    }

    /// A script has no colours unless they are asked for.
    private func look(of descriptor: Int32) -> Style {
        switch session.settings.color {
        case .always: Style(isEnabled: true)
        case .never: .plain
        case .auto:
            session.person == nil
                ? .plain : Style.automatic(for: descriptor) { session.surroundings[$0] }
        }
    }

    /// Runs one command. `isLast` says that no more lines can come, so that an open quote is an
    /// error.
    func run(_ typed: String, at place: ErrorRenderer.Place, isLast: Bool) -> Outcome {
        let expansion = AliasExpansion(of: typed, session.aliases)
        var isCounted = false
        do {
            switch try parse(expansion.source, isLast: isLast) {
            case .empty: return .done
            case .incomplete(let quote): return .incomplete(openQuote: quote?.value)
            case .command(let command, _):
                total += 1
                isCounted = true
                if echoes { output.write(typed + "\n") }
                return try run(command)
            }
        } catch let error as LibraryError where error.isFatal {
            failed += 1
            return .lost(error)
        } catch {
            if !isCounted { total += 1 }
            failed += 1
            report(expansion.report(ErrorReport(error)), source: typed, at: place)
            return .failed
        }
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

    private func run(_ command: Command) throws -> Outcome {
        if case .source(let path) = command { return try run(sourceFile: path) }
        try noticeOthers()
        defer { session.library.endReading() }
        let reply: Reply
        do {
            reply = try Interpreter(session: session).run(command)
        } catch let failure as CommandFailure where failure.isRefusal {
            reply = .text(Message.notConfirmed)
        }
        if case .quit = reply { return .quit }
        let renderer = ReplyRenderer(
            kinds: session.kinds, format: session.settings.output, style: style, width: width)
        output.write { renderer.render(reply, into: &$0) }
        // What has changed something is told even if Ctrl-C came while it was done.
        if session.person != nil, reply.isQuestion, session.isInterrupted() {
            output.discard()
            throw CommandFailure(.isInterrupted)
        }
        for warning in reply.warnings {
            output.write(ErrorRenderer(style: errorStyle).render(warning: warning), to: .error)
        }
        return .done
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
        self.report(report, source: source, at: place)
    }

    func report(_ report: ErrorReport, source: String, at place: ErrorRenderer.Place) {
        let renderer = ErrorRenderer(style: errorStyle)
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
