import TroveCommands

extension CommandRunner {
    /// Runs a command of a script. A demo is printed as text; commands that only a user at a prompt
    /// can end are errors.
    func runUnattended(_ line: ParsedLine, at place: ErrorRenderer.Place) -> Outcome {
        let outcome = run(line, at: place)
        let verb: String
        switch outcome {
        case .demonstrating(let request):
            let host = DemoHost(self)
            return host.perform(request, line.typed, at: place) { try host.print($0) }
        case .watching: verb = CommandTable.watch
        case .tutoring: verb = CommandTable.tutorial
        default: return outcome
        }
        report(ErrorReport(CommandFailure(.needsTerminal(verb))), source: line.typed, at: place)
        failed += 1
        return .failed
    }
}
