import TroveCommands

extension CommandRunner {
    /// Runs a command of a script. A demo is printed as text; commands that only a user at a prompt can
    /// end are errors.
    func runUnattended(
        _ source: String, at place: ErrorRenderer.Place, isLast: Bool
    ) -> Outcome {
        let outcome = run(source, at: place, isLast: isLast)
        let verb: String
        switch outcome {
        case .demonstrating(let request):
            let host = DemoHost(self)
            return host.perform(request, source, at: place) { try host.print($0) }
        case .watching: verb = CommandTable.watch
        case .tutoring: verb = CommandTable.tutorial
        default: return outcome
        }
        report(ErrorReport(CommandFailure(.needsTerminal(verb))), source: source, at: place)
        failed += 1
        return .failed
    }
}
