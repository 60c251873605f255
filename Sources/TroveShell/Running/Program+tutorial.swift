import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// `trove tutorial`: the tutorial without the user's library.
extension Program {
    /// Starts a lesson on a terminal, lists the lessons, or checks some.
    func tutor(
        _ request: TutorialRequest, _ options: Options, _ output: Output
    ) -> ExitStatus {
        let runner: CommandRunner
        do throws(LibraryError) {
            runner = try lessonRunner(options, output)
        } catch {
            return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
        }
        do {
            if case .start = request, !Interactivity.isAvailable {
                throw CommandFailure(.needsTerminal(CommandTable.tutorial))
            }
            if case .tutoring(let lesson) = try runner.answer(request) {
                let repl = Repl(runner, options: options)
                repl.applySettings()
                repl.take(lesson)
            }
        } catch {
            return fail(ErrorReport(error), output, .commandFailed, color: options.color)
        }
        if let signal = TerminalSignals.termination { return ExitStatus(signal: signal) }
        return runner.failed == 0 ? .success : .commandFailed
    }
}
