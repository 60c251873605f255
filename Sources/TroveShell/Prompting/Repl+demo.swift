import TroveCommands
import TroveTerminal

/// `demo` at a prompt.
extension Repl {
    /// Plays a lesson, lists the lessons, or continues the demo that the user has taken over.
    ///
    /// - Parameters:
    ///   - request: What to show.
    ///   - source: The command, in which an error is marked; empty if none was typed.
    func demonstrate(_ request: DemoRequest, of source: String = "") {
        let host = DemoHost(runner)
        let place = ErrorRenderer.Place.prompt
        _ = host.perform(request, source, at: place) { request in
            if demoDevice != nil {
                guard request.lesson == nil else { throw CommandFailure(.demo(.isInDemo)) }
                goesOn = true
                ending = .success
            } else if request.lesson == nil || request.recording != nil {
                try host.print(request)
            } else if let signal = try host.play(request, takeOver: takeOver) {
                ending = ExitStatus(signal: signal)
            }
        }
        try? output.flush()
    }

    /// Opens a prompt on a device of a demo, until the user continues the demo or leaves it.
    private func takeOver(_ device: StageDevice, _ heading: TerminalText) -> DemoPlayer.Return {
        device.output.isCollecting = false
        device.runner.isForTerminal = true
        let (own, settings) = (runner.session.settings, device.runner.session.settings)
        device.runner.session.settings.takeTerminal(from: own)
        defer {
            device.output.isCollecting = true
            device.runner.session.settings = settings
        }
        let guest = Repl(device.runner, options: options, demoDevice: device.name)
        guard let editor = guest.openEditor() else { return .quit }
        defer { guest.closeEditor() }
        guest.applySettings()
        guest.say(heading)
        let status = guest.readAll(from: editor)
        if let signal = TerminalSignals.termination { return .terminated(signal: signal) }
        return guest.goesOn && status == .success ? .goOn : .quit
    }
}
