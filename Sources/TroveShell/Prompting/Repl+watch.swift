import Glibc
import TroveCommands
import TroveLanguage
import TroveModel
import TroveStore
import TroveSystem
import TroveTerminal

/// `watch`: a command that runs again and again.
extension Repl {
    /// Runs a command every `interval` seconds until the user presses a key or it fails.
    ///
    /// - Parameters:
    ///   - command: The command in the line.
    ///   - interval: The time between two runs, in seconds.
    ///   - typed: The line that asks for it.
    func watch(_ command: Spanned<String>, every interval: FixedDecimal, in typed: ParsedLine) {
        let line = runner.parse(command.value, isLast: true)
        let place = ErrorRenderer.Place.prompt
        if let problem = Self.problem(ofWatching: line) {
            let report = typed.expansion.report(problem.moved(by: command.span.lowerBound))
            runner.failed += 1
            runner.report(report, source: typed.typed, at: place)
            try? output.flush()
            return
        }
        let hasEscapes = Interactivity.understandsEscapes(runner.surroundings["TERM"])
        var screen = RedrawnText(isInPlace: hasEscapes && !runner.session.settings.plain)
        let keys = KeyWatch(marksPastes: hasEscapes)
        var isFirst = true
        while true {
            // The window may have been resized.
            applySettings()
            let failed = runner.failed
            runner.correctedLine = nil
            _ = runner.run(line, at: place)
            do throws(LibraryError) {
                try runner.commitAndRelease()
            } catch {
                return lost(error)
            }
            correct(command, in: typed)
            if isFirst, runner.failed > failed { return show() }
            isFirst = false
            let heading = Message.watching(
                command.value, every: interval, at: runner.surroundings.now)
            let size = TerminalSize.current(of: STDOUT_FILENO)
            let drawing = screen.replace(
                heading: runner.style(.faint, heading), body: output.takeAll(),
                size: size ?? TerminalSize(columns: 80, rows: 24), more: Message.watchIsCut)
            output.writeNow(drawing, to: .standard)
            guard runner.failed == failed else { return }
            switch pause(for: interval, keys) {
            case .stopped:
                editor?.takeTypedAhead(keys.typed)
                return
            case .continued: screen.leave()
            case .resized, .timedOut, .ready: break
            }
        }
    }

    /// Makes the correction of the watched command one of the whole line.
    private func correct(_ command: Spanned<String>, in typed: ParsedLine) {
        guard let corrected = runner.correctedLine else { return }
        let place = typed.expansion.place(of: command.span)
        runner.correctedLine = place.map { place in
            String(decoding: typed.typed.utf8.prefix(place.lowerBound), as: UTF8.self) + corrected
        }
    }

    /// Returns why a command cannot run again and again; nil if it can.
    private static func problem(ofWatching line: ParsedLine) -> ErrorReport? {
        switch line.meaning {
        case .error(let error): line.expansion.report(ErrorReport(error))
        case .parsed(.command(let command)) where !command.isRepeatable:
            ErrorReport(
                CommandFailure(
                    .cannotRepeat(type(of: command).name), at: 0..<line.typed.utf8.count))
        case .parsed: nil
        }
    }

    /// Waits for the next run, and lets sync make progress meanwhile. Returns what ended the wait.
    private func pause(for interval: FixedDecimal, _ keys: KeyWatch) -> KeyWatch.Wake {
        let end = MonotonicClock.uptime + .milliseconds(interval.thousandths)
        while true {
            let rest = end - MonotonicClock.uptime
            guard rest > .zero else { return .timedOut }
            let wake = keys.wait(
                milliseconds: rest.wholeMilliseconds, besides: runner.sync?.descriptor)
            switch wake {
            case .stopped, .continued, .resized: return wake
            case .ready: try? runner.sync?.pump()
            case .timedOut: break
            }
        }
    }
}
