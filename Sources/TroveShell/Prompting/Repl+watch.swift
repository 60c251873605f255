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
    func watch(_ command: Spanned<String>, every interval: FixedDecimal) {
        let line = runner.parse(command.value, isLast: true)
        let place = ErrorRenderer.Place(file: nil, line: 1)
        if case .parsed(.command(let parsed)) = line.meaning, !parsed.isRepeatable {
            let failure = CommandFailure(.cannotRepeat(type(of: parsed).name))
            runner.report(ErrorReport(failure), source: "", at: place)
            try? output.flush()
            return
        }
        let isInPlace =
            !runner.session.settings.plain
            && Interactivity.understandsEscapes(runner.surroundings["TERM"])
        var screen = RedrawnText(isInPlace: isInPlace)
        let keys = KeyWatch()
        while true {
            // The window may have been resized.
            applySettings()
            let failed = runner.failed
            _ = runner.run(line, at: place)
            do throws(LibraryError) {
                try runner.commitAndRelease()
            } catch {
                return lost(error)
            }
            let heading = Message.watching(
                command.value, every: interval, at: runner.surroundings.now)
            let size = TerminalSize.current(of: STDOUT_FILENO)
            let drawing = screen.replace(
                heading: runner.style(.faint, heading), body: output.takeAll(),
                size: size ?? TerminalSize(columns: 80, rows: 24), more: Message.watchIsCut)
            output.writeNow(drawing, to: .standard)
            guard runner.failed == failed, pause(for: interval, keys) else { return }
        }
    }

    /// Waits for the next run, and lets sync make progress meanwhile. Returns false if the user
    /// has pressed a key.
    private func pause(for interval: FixedDecimal, _ keys: KeyWatch) -> Bool {
        let end = MonotonicClock.now + UInt64(interval.thousandths) * 1_000_000
        while true {
            let now = MonotonicClock.now
            guard now < end else { return true }
            let milliseconds = Int((end - now + 999_999) / 1_000_000)
            switch keys.wait(milliseconds: milliseconds, besides: runner.sync?.descriptor) {
            case .stopped: return false
            case .ready: try? runner.sync?.pump()
            case .timedOut: break
            }
        }
    }
}
