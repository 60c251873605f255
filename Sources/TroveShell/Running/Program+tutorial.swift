import Glibc
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
        let library: Library
        do throws(LibraryError) {
            library = try Library(.memory, kinds: kinds)
        } catch {
            return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
        }
        TerminalSignals.watch()
        let runner = CommandRunner(
            library: library, surroundings: surroundings, output: output,
            isInterrupted: { TerminalSignals.isInterrupted || TerminalSignals.termination != nil })
        if options.output != .table { runner.session.settings.output = options.output }
        runner.session.settings.color = options.color
        runner.session.settings.pictures = options.showsPictures
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
