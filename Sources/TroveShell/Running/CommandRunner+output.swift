import Glibc
import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// What commands say, some of it only when the server has answered.
extension CommandRunner {
    /// What one command said, and the operations on whose success it depends.
    struct HeldOutput {
        let output: Output.Captured
        let operations: Set<Int>
        let source: String
        let expansion: AliasExpansion
        let place: ErrorRenderer.Place
    }

    // MARK: Looks

    /// How standard output looks.
    var style: Style { style(of: STDOUT_FILENO) }

    /// How a descriptor's output looks: a script has no colors unless the user asks for them.
    func style(of descriptor: Int32) -> Style {
        switch session.settings.color {
        case .always: Style(isEnabled: true)
        case .never: .plain
        case .auto: user == nil ? .plain : Style.automatic(for: descriptor) { surroundings[$0] }
        }
    }

    /// How errors and warnings are written.
    var errorRenderer: ErrorRenderer {
        ErrorRenderer(style: style(of: STDERR_FILENO), width: width)
    }

    var renderer: ReplyRenderer {
        ReplyRenderer(
            session.settings.output,
            OutputContext(
                kinds: kinds, style: style, width: width, isForTerminal: isForTerminal,
                today: surroundings.today))
    }

    // MARK: Committing

    /// Asks the server about changes that need its consent, and commits the open transaction. What
    /// depends on it can be written then.
    ///
    /// - Returns: false when the server rejected a change that no held output speaks of; the user was
    ///   told why.
    /// - Throws: when the library cannot be written; nothing that was said is true then.
    @discardableResult
    func settle() throws(LibraryError) -> Bool {
        library.endReading()
        var verdicts: [Int: SyncSession.Verdict] = [:]
        if !library.asked.isEmpty, let sync {
            verdicts = try sync.settleAsked()
        }
        try library.commit()
        let isTaken = release(verdicts)
        try sync?.transactionEnded()
        return isTaken
    }

    /// Writes held output, or reports why its command failed. Returns false if an operation failed that
    /// no held output speaks of.
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

    /// Discards held output, because it is not true.
    func discard() {
        held = []
        output.discard()
    }

    /// Holds back what a command says while the server has not answered for it, or for one before.
    func holding(
        _ source: String, _ expansion: AliasExpansion, at place: ErrorRenderer.Place,
        _ work: () throws -> Outcome
    ) throws -> Outcome {
        // A local library asks no server.
        guard sync != nil else { return try work() }
        let before = Set(library.asked.map(\.number))
        let (result, said) = output.capture { Result { try work() } }
        let outcome = try result.get()
        let operations = Set(library.asked.map(\.number)).subtracting(before)
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

    /// Writes something behind held output.
    func inTurn(_ source: String, at place: ErrorRenderer.Place, _ work: () -> Void) {
        guard !held.isEmpty else { return work() }
        let (_, said) = output.capture(work)
        let expansion = AliasExpansion(of: source, [:])
        held.append(
            HeldOutput(
                output: said, operations: [], source: source, expansion: expansion, place: place))
    }

    // MARK: Writing

    /// Prints a line, or several, before their output, where that is wanted.
    func echo(_ source: String) {
        guard echoes else { return }
        output.write(TerminalText(lines: source) + "\n")
    }

    /// Prints a line that is no command where each line is printed.
    func pass(_ line: String, at place: ErrorRenderer.Place) {
        inTurn(line, at: place) { echo(line) }
    }

    func warn(_ text: TerminalText) {
        output.write(errorRenderer.render(warning: text), to: .error)
    }

    func report(_ report: ErrorReport, source: String, at place: ErrorRenderer.Place) {
        output.write(errorRenderer.render(report, source: source, at: place), to: .error)
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
}
