import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore

/// Runs scripts. Many commands share one commit, and their output waits for it.
struct ScriptRunner {
    /// How a script ended.
    enum Ending {
        case completed
        /// The last command takes codes, with these options.
        case completedScanning(CodeOptions)
        case quit
        case stopped
        /// It is not a script, but a library or another database.
        case isDatabase(file: String)
        /// A signal ended it; nothing from this line of this file on was run.
        case interrupted(file: String, line: Int)
        /// The library failed; nothing from this line of this file on was kept.
        case lost(LibraryError, file: String, line: Int)
        /// Standard output cannot be written: the system's error number.
        case outputFailed(Int32)
    }

    let runner: CommandRunner
    let stopsOnError: Bool
    var checksOnly = false
    /// The options of codes, if the script has codes instead of commands; an empty line ends it.
    var codes: CodeOptions?

    /// Returns a runner of codes instead of commands.
    func taking(_ codes: CodeOptions) -> ScriptRunner {
        var runner = self
        runner.codes = codes
        return runner
    }

    func run(_ script: consuming Script) -> Ending {
        let file = script.name
        var lines = ScriptLines(script, parsesAhead: !checksOnly && codes == nil)
        var assembler = CommandAssembler()
        // The options of codes on the lines that follow a `scan`.
        var scanning = codes
        var group = CommitGroup()
        var number = 0
        while true {
            if runner.isInterrupted {
                return commit(group, file) ?? .interrupted(file: file, line: number + 1)
            }
            let waits = !lines.hasLine()
            if let failure = commitIfDue(&group, waits: waits, file) { return failure }
            if !assembler.isWaiting, scanning == nil {
                do {
                    let count = try runAdditions(in: &lines, after: number, &group)
                    number += count
                    if count > 0 { continue }
                } catch {
                    group.add(line: number + 1)
                    return lost(error, group, file)
                }
            }
            let entry = lines.next(
                in: runner.parsingContext, draftDay: runner.draftDay,
                isInterrupted: { runner.isInterrupted })
            let line = entry.line
            number += 1
            group.add(line: number)
            if case .failure(EINTR) = line {
                return commit(group, file) ?? .interrupted(file: file, line: number)
            }
            if case .database = line { return commit(group, file) ?? .isDatabase(file: file) }
            if waits, !checksOnly, line.isCommand {
                do {
                    try learnOfOthers()
                } catch {
                    return lost(error, group, file)
                }
            }
            let commits = runner.library.commitCount
            let outcome = run(entry, number, file, &assembler, &scanning)
            // An intermediate commit, before a question or a file, ends the group too.
            if runner.library.commitCount != commits {
                group.begin()
                // Changes that arrived from the server were committed separately, not with the
                // command.
                if runner.library.isInTransaction { group.add(line: number) }
            }
            if let ending = endIfNecessary(after: outcome, group, file) { return ending }
            if codes != nil, scanning == nil { return commit(group, file) ?? .completed }
            if line.isLast {
                return commit(group, file)
                    ?? scanning.map { .completedScanning($0) } ?? .completed
            }
        }
    }

    /// Commits the group if it is due, and lets other shells sync if the script waits for its next
    /// line. Returns how the script ends if that fails; else nil.
    private func commitIfDue(
        _ group: inout CommitGroup, waits: Bool, _ file: String
    ) -> Ending? {
        if group.isDue(waitingBytes: runner.output.waiting, wouldWait: waits) {
            if let failure = commit(group, file) { return failure }
            group.begin()
        }
        guard waits else { return nil }
        do throws(LibraryError) {
            try runner.sync?.rest()
        } catch {
            return lost(error, group, file)
        }
        return nil
    }

    /// Runs the next lines together if they are additions. Returns their number.
    private func runAdditions(
        in lines: inout ScriptLines, after number: Int, _ group: inout CommitGroup
    ) throws(LibraryError) -> Int {
        let count = try runner.runAdditions(
            lines.addDrafts(in: runner.parsingContext, draftDay: runner.draftDay))
        lines.skip(count)
        for line in number..<number + count { group.add(line: line + 1) }
        return count
    }

    /// Reads what other shells have done while the script waited for a line, so that the line is
    /// parsed with the kinds and fields that the library has now.
    private func learnOfOthers() throws(LibraryError) {
        guard !runner.library.isInTransaction else { return }
        do {
            try runner.noticeOthers()
            runner.library.endReading()
        } catch let error as LibraryError where error.isFatal {
            throw error
        } catch {
            // The command itself reports what it cannot read.
        }
    }

    /// Runs the command that a line completes.
    private func run(
        _ entry: ScriptLines.Entry, _ number: Int, _ file: String,
        _ assembler: inout CommandAssembler, _ scanning: inout CodeOptions?
    ) -> CommandRunner.Outcome {
        switch entry.line {
        case .text(let text):
            if let options = scanning {
                // An empty line ends the codes.
                let place = ErrorRenderer.Place(file: file, line: number)
                guard !text.isBlank else {
                    scanning = nil
                    runner.pass(text, at: place)
                    return .done
                }
                return checksOnly
                    ? runner.check(codeOn: text, at: place)
                    : runner.run(codeOn: text, options, at: place)
            }
            let isContinuation = assembler.isWaiting
            guard assembler.add(text, number: number) else { return .done }
            let outcome = run(&assembler, isContinuation ? nil : entry.parsed, file)
            switch outcome {
            case .scanning(let options), .sourced(.completedScanning(let options)):
                scanning = options
            default: break
            }
            return outcome
        case .end, .database:
            guard assembler.isWaiting else { return .done }
            return run(assembler, meaning(of: assembler, nil, isLast: true), file, isLast: true)
        case .invalid(let column, let shown):
            let fault = CommandAssembler.Fault(
                .notUTF8(column: column), line: number, text: shown)
            // A code is a line of its own.
            guard scanning == nil else { return fail(fault, file) }
            guard assembler.add(fault) else { return .done }
            return run(&assembler, nil, file)
        case .tooLong:
            let fault = CommandAssembler.Fault(.tooLong, line: number, text: "")
            // The line may have opened or closed a quote, but that cannot be known.
            guard assembler.isWaiting else { return fail(fault, file) }
            guard assembler.add(fault) else { return .done }
            return run(&assembler, nil, file)
        case .failure(let error):
            return fail(ErrorReport.cannotRead(file, error), "", file, number)
        }
    }

    /// Runs the lines of the assembler if they are a whole command, else waits for more.
    private func run(
        _ assembler: inout CommandAssembler, _ parsed: ParsedLine?, _ file: String
    ) -> CommandRunner.Outcome {
        // Neither a mistake in a line nor bytes that are not UTF-8 end a quote.
        let line = meaning(of: assembler, parsed, isLast: false)
        if line?.isWhole != true, assembler.waitIfOpen() { return .incomplete }
        defer { assembler.begin() }
        return run(assembler, line, file, isLast: false)
    }

    /// Returns what the lines of the assembler mean, which is `parsed` if that is known; nil if one
    /// of them makes the command invalid.
    private func meaning(
        of assembler: CommandAssembler, _ parsed: ParsedLine?, isLast: Bool
    ) -> ParsedLine? {
        guard assembler.fault == nil else { return nil }
        return parsed ?? runner.parse(assembler.source, isLast: isLast)
    }

    /// Runs the lines of the assembler.
    private func run(
        _ assembler: CommandAssembler, _ line: ParsedLine?, _ file: String, isLast: Bool
    ) -> CommandRunner.Outcome {
        if let fault = assembler.fault { return fail(fault, file) }
        let place = ErrorRenderer.Place(file: file, line: assembler.firstLine)
        guard !checksOnly, let line else {
            return runner.check(assembler.source, at: place, isLast: isLast)
        }
        return runner.runUnattended(line, at: place)
    }

    private func fail(_ fault: CommandAssembler.Fault, _ file: String) -> CommandRunner.Outcome {
        switch fault.reason {
        case .notUTF8(let column):
            let report = ErrorReport.notUTF8(at: fault.text.utf8Range(ofColumn: column))
            return fail(report, fault.text, file, fault.line)
        case .tooLong: return fail(ErrorReport.lineTooLong, "", file, fault.line)
        }
    }

    private func fail(
        _ report: ErrorReport, _ shown: String, _ file: String, _ line: Int
    ) -> CommandRunner.Outcome {
        runner.fail(report, source: shown, at: ErrorRenderer.Place(file: file, line: line))
        return .failed
    }

    /// Commits if the script ends after a command. Returns how it ends; nil when it goes on.
    private func endIfNecessary(
        after outcome: CommandRunner.Outcome, _ group: CommitGroup, _ file: String
    ) -> Ending? {
        switch outcome {
        case .done, .incomplete, .scanning, .watching, .demonstrating, .tutoring,
            .sourced(.completed),
            .sourced(.completedScanning):
            nil
        case .quit: commit(group, file) ?? .quit
        case .failed: stopsOnError ? commit(group, file) ?? .stopped : nil
        case .sourced(let ending): ending
        case .lost(let error): lost(error, group, file)
        }
    }

    /// Commits and writes the output that depends on it. Returns how the script ends if that fails.
    private func commit(_ group: CommitGroup, _ file: String) -> Ending? {
        let failed = runner.failed
        do throws(LibraryError) {
            try runner.commitAndRelease()
        } catch {
            return lost(error, group, file)
        }
        // The server may have rejected a command.
        let isStopped = stopsOnError && runner.failed > failed
        do throws(Output.Failure) {
            try runner.output.flush()
        } catch {
            return .outputFailed(error.number)
        }
        return isStopped ? .stopped : nil
    }

    /// The output of lost commands must not be printed.
    private func lost(_ error: LibraryError, _ group: CommitGroup, _ file: String) -> Ending {
        runner.library.rollback()
        runner.discard()
        return .lost(error, file: file, line: group.firstLine)
    }
}

extension LineReader.Line {
    /// Whether it may be a command: a text that is neither blank nor a comment.
    fileprivate var isCommand: Bool {
        guard case .text(let text) = self else { return false }
        return !text.isBlank && !text.hasPrefix("#")
    }
}

extension String {
    /// Returns the bytes of the character in a column, counted from 1.
    fileprivate func utf8Range(ofColumn column: Int) -> Range<Int> {
        let start = index(startIndex, offsetBy: column - 1, limitedBy: endIndex) ?? endIndex
        let low = utf8.distance(from: utf8.startIndex, to: start)
        guard start < endIndex else { return low..<low }
        return low..<low + self[start].utf8.count
    }
}
