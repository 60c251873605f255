import TroveCommands
import TroveModel
import TroveStore
import TroveTerminal

/// `trove demo`: a demo without the user's library.
extension Program {
    /// Plays a lesson on a terminal; records it, prints it, or lists the lessons otherwise.
    func demonstrate(
        _ request: DemoRequest, _ options: Options, _ output: Output
    ) -> ExitStatus {
        let runner: CommandRunner
        do throws(LibraryError) {
            runner = try lessonRunner(options, output)
        } catch {
            return fail(ErrorReport(error), output, .libraryUnusable, color: options.color)
        }
        if Interactivity.isAvailable {
            let repl = Repl(runner, options: options)
            repl.applySettings()
            repl.demonstrate(request)
            if let ending = repl.ending { return ending }
        } else {
            let host = DemoHost(runner)
            let place = ErrorRenderer.Place.prompt
            _ = host.perform(request, "", at: place) { try host.print($0) }
        }
        if runner.isInterrupted { return .stoppedBySignal }
        return runner.failed == 0 ? .success : .commandFailed
    }

    /// Creates the runner of a lesson that was started from the command line, with an empty library
    /// in memory.
    func lessonRunner(
        _ options: Options, _ output: Output
    ) throws(LibraryError) -> CommandRunner {
        let library = try Library(.memory, kinds: kinds)
        TerminalSignals.watch()
        let runner = CommandRunner(
            library: library, surroundings: surroundings, output: output,
            isInterrupted: { TerminalSignals.endsWait })
        options.apply(to: &runner.session.settings)
        return runner
    }
}
