import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The output of commands, part of which waits for the server's answer.
extension CommandRunner {
    /// The output of one command, and the operations whose success it depends on.
    struct HeldOutput {
        let output: Output.Captured
        let operations: Set<OperationNumber>
        let source: String
        let expansion: AliasExpansion
        let place: ErrorRenderer.Place
        /// Whether the command is `undo`, which `redo` reverts.
        var isUndo = false
    }

    // MARK: Styles

    /// The style of standard output.
    var style: Style { style(of: STDOUT_FILENO) }

    /// Returns the style for a descriptor. A script has no colors unless the user asks for them.
    func style(of descriptor: Int32) -> Style {
        switch session.settings.color {
        case .always: Style(isEnabled: true)
        case .never: .plain
        case .auto: user == nil ? .plain : Style.automatic(for: descriptor) { surroundings[$0] }
        }
    }

    var errorRenderer: ErrorRenderer {
        ErrorRenderer(
            style: style(of: STDERR_FILENO), width: width, isPlain: session.settings.plain)
    }

    var renderer: ReplyRenderer {
        ReplyRenderer(
            session.settings.output,
            OutputContext(
                kinds: kinds, style: style, width: width, isForTerminal: isForTerminal,
                isPlain: session.settings.plain, today: surroundings.today,
                writesLists: session.command.selectsItems))
    }

    // MARK: Committing

    /// Confirms pending changes that need the server's consent, commits the open transaction, and
    /// writes the output that depends on it.
    ///
    /// - Returns: False when the server rejected a change that no held output depends on; the user
    ///   was told why.
    /// - Throws: `LibraryError` when the commit failed; the held output is then invalid.
    @discardableResult
    func commitAndRelease() throws(LibraryError) -> Bool {
        library.endReading()
        var verdicts: [OperationNumber: SyncSession.Verdict] = [:]
        if !library.outbox.asked.isEmpty, let sync {
            verdicts = try sync.settleAsked { done, total in
                user?.showProgress(
                    Double(done) / Double(total), Message.sending, done: done)
            }
        }
        try library.commit()
        let isTaken = release(verdicts)
        try sync?.transactionEnded()
        return isTaken
    }

    /// Writes held output, or reports why its command failed. Returns false if an operation failed
    /// that no held output depends on.
    private func release(_ verdicts: [OperationNumber: SyncSession.Verdict]) -> Bool {
        let told = Set(held.flatMap(\.operations))
        let unreportedProblems = verdicts.filter { !told.contains($0.key) }.values.compactMap(
            \.problem)
        for problem in unreportedProblems {
            failed += 1
            report(
                ErrorReport(CommandFailure(problem)), source: "",
                at: .prompt)
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
            let part =
                interruption(of: said, verdicts)
                ?? SyncSession.Verdict.partialRejection(
                    numbers.map { verdicts[$0] }, isUndo: said.isUndo)
            if let problem = part ?? verdict.problem {
                failed += 1
                echo(said.source)
                let report = said.expansion.report(ErrorReport(CommandFailure(problem)))
                self.report(report, source: said.source, at: said.place)
            } else {
                output.write(said.output)
                if case .queued(let reason) = verdict {
                    let count = numbers.count { verdicts[$0] != nil }
                    warn(Message.restIsQueued(reason, count, of: numbers.count))
                } else {
                    warn(Message.lostConflict)
                }
            }
        }
        return unreportedProblems.isEmpty
    }

    /// Returns the problem that the user interrupted a command between two of its pushes; nil
    /// otherwise.
    private func interruption(
        of said: HeldOutput, _ verdicts: [OperationNumber: SyncSession.Verdict]
    ) -> SyncProblem? {
        var canceled = 0
        var unconfirmed = 0
        for number in said.operations {
            switch verdicts[number] {
            case .notTaken(.interrupted): canceled += 1
            case .unconfirmed: unconfirmed += 1
            default: break
            }
        }
        let made = said.operations.count - canceled
        guard canceled > 0, made > 0 else { return nil }
        return .isCutShort(
            made: made, of: said.operations.count, unconfirmed: unconfirmed,
            isUndo: said.isUndo)
    }

    /// Discards held output after a failed commit.
    func discard() {
        held = []
        output.discard()
    }

    /// Runs a command and holds its output back while the server has not answered for it or for an
    /// earlier one.
    func holding(
        _ source: String, _ expansion: AliasExpansion, at place: ErrorRenderer.Place,
        isUndo: Bool = false, _ work: () throws -> Outcome
    ) throws -> Outcome {
        // A local library needs no confirmation by a server.
        guard sync != nil else { return try work() }
        let before = Set(library.outbox.asked.map(\.number))
        let (result, said) = output.capture { Result { try work() } }
        let outcome = try result.get()
        let operations = Set(library.outbox.asked.map(\.number)).subtracting(before)
        if held.isEmpty, operations.isEmpty {
            output.write(said)
        } else {
            held.append(
                HeldOutput(
                    output: said, operations: operations, source: source, expansion: expansion,
                    place: place, isUndo: isUndo))
        }
        return outcome
    }

    /// Writes something after the held output.
    func inTurn(_ source: String, at place: ErrorRenderer.Place, _ work: () -> Void) {
        guard !held.isEmpty else { return work() }
        let (_, said) = output.capture(work)
        let expansion = AliasExpansion(of: source, [:])
        held.append(
            HeldOutput(
                output: said, operations: [], source: source, expansion: expansion, place: place))
    }

    // MARK: Writing

    /// Prints the lines of a command before their output, if echoing is on.
    func echo(_ source: String) {
        guard let echoDepth, sourceDepth >= echoDepth else { return }
        output.write(TerminalText(lines: source) + "\n")
    }

    /// Echoes a line that is not a command.
    func pass(_ line: String, at place: ErrorRenderer.Place) {
        inTurn(line, at: place) { echo(line) }
    }

    func warn(_ text: TerminalText) {
        output.write(errorRenderer.render(warning: text), to: .error)
    }

    func report(_ report: ErrorReport, source: String, at place: ErrorRenderer.Place) {
        observer?.observe(report)
        output.write(errorRenderer.render(report, source: source, at: place), to: .error)
        offer(report.correction, source, at: place)
    }

    /// Keeps the corrected line for the prompt, and tells the user about it the first time.
    func offer(_ correction: Correction?, _ source: String, at place: ErrorRenderer.Place) {
        guard user != nil, place.file == nil, let correction else { return }
        let line = parse(correction.applied(to: source), isLast: false)
        guard !line.isSecret else { return }
        correctedLine = line.asOneLine
        guard !hasToldOfCorrection else { return }
        hasToldOfCorrection = true
        output.write(errorRenderer.render(advice: Message.offersCorrection), to: .error)
    }

    /// Counts and reports an invalid line.
    func fail(_ report: ErrorReport, source: String, at place: ErrorRenderer.Place) {
        total += 1
        failed += 1
        inTurn(source, at: place) {
            if !source.isEmpty { echo(source) }
            self.report(report, source: source, at: place)
        }
    }
}
