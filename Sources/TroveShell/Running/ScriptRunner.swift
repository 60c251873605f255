internal import Glibc
internal import TroveModel
internal import TroveStore
internal import TroveTerminal

/// Runs scripts: many commands share one commit, and what they print waits for it.
struct ScriptRunner {
    /// How a script ended.
    enum Ending {
        case completed
        case quit
        case stopped
        case interrupted
        case lost(LibraryError)
        case outputFailed(Int32)
    }

    let runner: CommandRunner
    let stopsOnError: Bool
    var checksOnly = false

    /// A commit is due after so many commands, so many bytes of output, or so many nanoseconds:
    /// long enough that commits cost little, short enough that other shells do not wait.
    private static let commandsPerCommit = 8192
    private static let bytesPerCommit = 1 << 20
    private static let timePerCommit: UInt64 = 200_000_000

    private var library: Library { runner.session.library }

    func run(_ script: consuming Script) -> Ending {
        var lineNumber = 0
        var commandLine = 1
        var source = ""
        var isContinued = false
        var openQuote: Character?
        var sinceCommit = 0
        var lastCommit = MonotonicTime.now()
        var firstUncommitted = 1

        while true {
            if runner.session.isInterrupted() { return settled(firstUncommitted) ?? .interrupted }
            if sinceCommit > 0, isDue(&sinceCommit, &lastCommit, !script.reader.hasLine) {
                if let failure = settled(firstUncommitted) { return failure }
                sinceCommit = 0
                lastCommit = MonotonicTime.now()
            }
            if sinceCommit == 0 { firstUncommitted = lineNumber + 1 }
            let line = script.reader.next(isInterrupted: runner.session.isInterrupted)
            lineNumber += 1
            var outcome = CommandRunner.Outcome.done
            var isEnd = false
            switch line {
            case .text(let text):
                if isContinued {
                    source += "\n" + text
                    // Inside a quote only a line with that quote can end the command.
                    if let openQuote, !text.contains(openQuote), source.utf8.count < 1 << 20 {
                        continue
                    }
                } else {
                    source = text
                    commandLine = lineNumber
                }
                outcome = run(source, script.name, commandLine, isLast: false)
                if case .incomplete(let quote) = outcome {
                    isContinued = true
                    openQuote = quote
                    continue
                }
            case .invalid(let column, let shown):
                outcome = fail(
                    ErrorReport(
                        "this line is not UTF-8",
                        "save the file as UTF-8; nothing of the line was used",
                        at: shown.utf8Range(ofColumn: column)), shown, script.name, lineNumber)
            case .tooLong:
                outcome = fail(
                    ErrorReport("this line is too long", "nothing of it was used"), "", script.name,
                    lineNumber)
            case .end:
                isEnd = true
                if isContinued { outcome = run(source, script.name, commandLine, isLast: true) }
            case .failure(let number):
                if number == EINTR { return settled(firstUncommitted) ?? .interrupted }
                outcome = fail(
                    ErrorReport(
                        "\(script.name) cannot be read: \(unsafe String(cString: strerror(number)))"
                    ),
                    "", script.name, lineNumber)
                isEnd = true
            }
            isContinued = false
            sinceCommit += 1
            switch outcome {
            case .done, .incomplete: break
            case .quit: return settled(firstUncommitted) ?? .quit
            case .lost(let error): return lost(error, firstUncommitted, lineNumber)
            case .sourced(let ending):
                // What the file committed is not waiting any more.
                sinceCommit = 0
                if case .completed = ending { break }
                return ending
            case .failed:
                if stopsOnError { return settled(firstUncommitted) ?? .stopped }
            }
            if isEnd { return settled(firstUncommitted) ?? .completed }
        }
    }

    private func run(
        _ source: String, _ file: String, _ line: Int, isLast: Bool
    ) -> CommandRunner.Outcome {
        let place = ErrorRenderer.Place(file: file, line: line)
        return checksOnly
            ? runner.check(source, at: place, isLast: isLast)
            : runner.run(source, at: place, isLast: isLast)
    }

    private func fail(
        _ report: ErrorReport, _ shown: String, _ file: String, _ line: Int
    ) -> CommandRunner.Outcome {
        runner.fail(report, source: shown, at: ErrorRenderer.Place(file: file, line: line))
        return .failed
    }

    /// Whether it is time to commit; the clock is asked now and then only.
    private func isDue(_ count: inout Int, _ last: inout UInt64, _ wouldWait: Bool) -> Bool {
        if wouldWait || count >= Self.commandsPerCommit
            || runner.output.waiting >= Self.bytesPerCommit
        {
            return true
        }
        return count % 64 == 0 && MonotonicTime.now() - last > Self.timePerCommit
    }

    /// Commits and writes what waited for it; how the script ends if that fails.
    private func settled(_ first: Int) -> Ending? {
        do throws(LibraryError) {
            try library.commit()
        } catch {
            return lost(error, first, nil)
        }
        do throws(Output.Failure) {
            try runner.output.flush()
        } catch {
            return .outputFailed(error.number)
        }
        return nil
    }

    /// What was said of commands that are lost must not be printed.
    private func lost(_ error: LibraryError, _ first: Int, _ last: Int?) -> Ending {
        library.rollback()
        runner.output.discard()
        return .lost(error)
    }
}

extension String {
    /// The bytes of the character in a column, counted from 1.
    fileprivate func utf8Range(ofColumn column: Int) -> Range<Int> {
        let start = index(startIndex, offsetBy: column - 1, limitedBy: endIndex) ?? endIndex
        let low = utf8.distance(from: utf8.startIndex, to: start)
        guard start < endIndex else { return low..<low }
        return low..<low + self[start].utf8.count
    }
}
