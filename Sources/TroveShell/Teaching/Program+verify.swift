import TroveCodecs
import TroveCommands
import TroveLanguage
import TroveStore
import TroveTerminal

extension Program {
    /// Runs the commands of transcripts again, each file in a library of its own unless the options
    /// name one, and reports what differs.
    ///
    /// - Returns: `commandFailed` if anything differs.
    func verify(_ options: Options, _ output: Output) -> ExitStatus {
        var status = ExitStatus.success
        for script in options.scripts.isEmpty ? [.standardInput] : options.scripts {
            let runner: CommandRunner
            let collected = Output(isCollecting: true)
            do {
                runner = makeRunner(
                    try openLibrary(options).0, collected, options, isInteractive: false)
                try runner.openSync()
            } catch {
                return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
            }
            defer { runner.closeNetwork() }
            switch verify(script, runner, options, output) {
            case .success: continue
            case .commandFailed: status = .commandFailed
            case let other: return other
            }
        }
        return status
    }

    private func verify(
        _ script: Options.Script, _ runner: CommandRunner, _ options: Options, _ output: Output
    ) -> ExitStatus {
        let name: String
        let transcript: ShellTranscript
        do throws(CommandFailure) {
            var file = try open(script, runner.library)
            name = file.name
            transcript = ShellTranscript(try file.reader.allLines(of: name), path: name)
        } catch {
            return fail(ErrorReport(error), output, .wrongUse, color: options.color)
        }
        var run = TranscriptRun(runner)
        do throws(TranscriptRun.Ending) {
            try run.run(transcript)
        } catch {
            switch error {
            case .quit: break
            case .interrupted: return .stoppedBySignal
            case .lost(let error):
                return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
            }
        }
        guard runner.total > 0 else {
            return fail(
                ErrorReport(CommandFailure(.hasNoTranscript(name))), output, .wrongUse,
                color: options.color)
        }
        for mismatch in run.mismatches {
            output.write(Message.differs(name, line: mismatch.line, mismatch.command) + "\n")
            output.write(TerminalText(lines: mismatch.difference.description { $0 }))
        }
        output.write(Message.verified(name, runner.total, different: run.mismatches.count) + "\n")
        return run.mismatches.isEmpty ? .success : .commandFailed
    }
}
