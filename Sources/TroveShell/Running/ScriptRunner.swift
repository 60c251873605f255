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
        /// A signal ended it; nothing from this line of this file on was run.
        case interrupted(file: String, line: Int)
        /// The library failed; nothing from this line of this file on was kept.
        case lost(LibraryError, file: String, line: Int)
        /// Standard output cannot be written: the system's error number.
        case outputFailed(Int32)
    }

    let runner: CommandRunner
    let stopsOnError: Bool
    /// Whether commands are only checked.
    var checksOnly = false
    /// The options of codes at the beginning of the script; nil if it begins with commands.
    var scanning: CodeOptions?

    /// Runs a script to its end.
    func run(_ script: consuming Script) -> Ending {
        let file = script.name
        var lines = ScriptLines(script, parsesAhead: !checksOnly && scanning == nil)
        var assembler = CommandAssembler()
        var scanning = self.scanning
        var group = CommitGroup()
        var number = 0
        while true {
            if runner.isInterrupted {
                return commit(group, file) ?? .interrupted(file: file, line: number + 1)
            }
            let waiting = runner.output.waiting
            if group.isDue(waitingBytes: waiting, wouldWait: !lines.hasLine()) {
                if let failure = commit(group, file) { return failure }
                group.begin()
            }
            if !assembler.isWaiting, scanning == nil {
                do {
                    let count = try runner.runAdditions(
                        lines.addDrafts(in: runner.parsingContext, draftDay: runner.draftDay))
                    if count > 0 {
                        lines.skip(count)
                        for line in number + 1...number + count { group.add(line: line) }
                        number += count
                        continue
                    }
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
            let commits = runner.library.commitCount
            let outcome = run(entry, number, file, &assembler, &scanning)
            // An intermediate commit, before a question or a file, ends the group too.
            if runner.library.commitCount != commits {
                group.begin()
                // Changes that arrived from the server were committed separately, not with the
                // command.
                if runner.library.isInTransaction { group.add(line: number) }
            }
            if let ending = ending(after: outcome, group, file) { return ending }
            if line.isLast {
                return commit(group, file)
                    ?? scanning.map { .completedScanning($0) } ?? .completed
            }
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
                    ? runner.check(code: text, at: place)
                    : runner.run(code: text, options, at: place)
            }
            let isContinuation = assembler.isWaiting
            guard assembler.add(text, number: number) else { return .done }
            let outcome = run(
                assembler, isContinuation ? nil : entry.parsed, file, isLast: false)
            if case .incomplete(let quote) = outcome {
                assembler.wait(for: quote)
            } else {
                assembler.begin()
            }
            if case .scanning(let options) = outcome { scanning = options }
            return outcome
        case .end:
            return assembler.isWaiting ? run(assembler, nil, file, isLast: true) : .done
        case .invalid(let column, let shown):
            assembler.begin()
            let report = ErrorReport.notUTF8(at: shown.utf8Range(ofColumn: column))
            return fail(report, shown, file, number)
        case .tooLong:
            assembler.begin()
            return fail(ErrorReport.lineTooLong, "", file, number)
        case .failure(let error):
            return fail(ErrorReport.cannotRead(file, error), "", file, number)
        }
    }

    /// Runs the lines of the assembler; `parsed` is what they mean, if that is known.
    private func run(
        _ assembler: CommandAssembler, _ parsed: ParsedLine?, _ file: String, isLast: Bool
    ) -> CommandRunner.Outcome {
        let place = ErrorRenderer.Place(file: file, line: assembler.firstLine)
        guard !checksOnly else {
            return runner.check(assembler.source, at: place, isLast: isLast)
        }
        return runner.runUnattended(
            parsed ?? runner.parse(assembler.source, isLast: isLast), at: place)
    }

    private func fail(
        _ report: ErrorReport, _ shown: String, _ file: String, _ line: Int
    ) -> CommandRunner.Outcome {
        runner.fail(report, source: shown, at: ErrorRenderer.Place(file: file, line: line))
        return .failed
    }

    /// Returns how the script ends after a command, or nil when it goes on.
    private func ending(
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

extension String {
    /// Returns the bytes of the character in a column, counted from 1.
    fileprivate func utf8Range(ofColumn column: Int) -> Range<Int> {
        let start = index(startIndex, offsetBy: column - 1, limitedBy: endIndex) ?? endIndex
        let low = utf8.distance(from: utf8.startIndex, to: start)
        guard start < endIndex else { return low..<low }
        return low..<low + self[start].utf8.count
    }
}
