import Glibc
import TroveSystem

/// Waiting for a key while handling everything else that happens.
extension LineEditor {
    /// What the wait ended with.
    enum WaitResult {
        case key(Unicode.Scalar)
        /// A special key: what follows ESC.
        case special(String)
        case paste(String)
        case ended(ReadResult)
    }

    /// Returns the next character for libedit, or nil when reading the line has ended for the
    /// reason in `ending`.
    func nextKey() -> Unicode.Scalar? {
        guard let handle, ending == nil else { return nil }
        let line = handle.line
        undo.note(UndoStack.State(text: line, cursor: handle.cursor))
        suggestion.follow(line)
        if handle.takeBell() { beep() }
        if waitingPaste != nil, !hasRepeatedPaste {
            hasRepeatedPaste = true
            return EditCommand.pasteKey
        }
        while true {
            switch waitForInput() {
            case .key(let scalar):
                guard PastedText.isMark(scalar) else { return composed(scalar) }
                beep()
            case .special(let key):
                guard let scalars = handle.scalars(of: key) else {
                    beep()
                    continue
                }
                for scalar in scalars.dropFirst().reversed() { decoder.unread(.scalar(scalar)) }
                return scalars.first
            case .paste(let text):
                waitingPaste = text
                hasRepeatedPaste = false
                return EditCommand.pasteKey
            case .ended(let result):
                end(with: result)
                return nil
            }
        }
    }

    /// Waits for a key, a paste or the end of input, and handles everything else meanwhile.
    func waitForInput() -> WaitResult {
        // The delegate's work changes nothing that is shown, or draws the change itself.
        var mustDraw = true
        while true {
            if let ended = handleSignals() { return .ended(ended) }
            if let event = decoder.next() {
                if let result = result(of: event) { return result }
                continue
            }
            if mustDraw { updateDisplay() }
            mustDraw = true
            prepareSuggestion()
            let wakers = currentWakers()
            var polled = [terminal.keys, TerminalSignals.descriptor].map { Self.polling($0) }
            polled += wakers.map { Self.polling($0) }
            decoder.escapeIsAlt =
                purpose == .command && menu == nil && search == nil && handle?.isVi == false
            let count = SystemCall.poll(&polled, pollTimeout)
            if count < 0 { continue }
            if count == 0 {
                mustDraw = handleTimeout()
                continue
            }
            if polled[1].revents != 0 { TerminalSignals.drain() }
            for (waker, result) in zip(wakers, polled.dropFirst(2)) where result.revents != 0 {
                if result.revents & Int16(POLLNVAL) != 0 {
                    brokenDescriptors.insert(waker)
                } else {
                    delegate?.woken(by: waker)
                    hasWork = true
                }
            }
            // The keys behind Ctrl-C belong to the next line. The system discards those before it.
            guard polled[0].revents != 0, !TerminalSignals.isInterrupted else { continue }
            if let ended = readInput() { return .ended(ended) }
        }
    }

    /// Returns what an event means for the line; nil if it is handled.
    private func result(of event: InputDecoder.Event) -> WaitResult? {
        switch event {
        case .scalar(let scalar): return .key(scalar)
        case .key(let key): return .special(key)
        case .paste(let text): return .paste(text)
        case .interrupt: return .ended(.interrupted)
        case .notUTF8:
            beep()
            // Nothing can be shown above a password.
            if purpose != nil { delegate?.receivedBadBytes() }
            return nil
        }
    }

    /// Whether keys are held that may be part of the terminal's answer to a question.
    private var holdsKeys: Bool { cursorReports.holdsKeys || replies?.holdsKeys ?? false }

    /// How long to wait for input, in milliseconds; -1 for as long as it takes.
    private var pollTimeout: Int32 {
        let escape = decoder.timeout ?? (holdsKeys ? InputDecoder.escapeTimeout : nil)
        return escape ?? (hasWork ? 0 : timeToSuggestion(now: MonotonicClock.uptime) ?? -1)
    }

    /// Handles the end of that time. Returns whether the line may have changed.
    private func handleTimeout() -> Bool {
        if decoder.timeout != nil {
            decoder.timeoutElapsed()
        } else if holdsKeys {
            releaseHeldKeys()
        } else if timeToSuggestion(now: MonotonicClock.uptime) == 0 {
            suggestion.show()
        } else if hasWork {
            hasWork = delegate?.idle() ?? false
            // The system hands over the keys of a pseudo-terminal on a thread of its own, which
            // would wait for this processor until the next tick, up to 4 ms.
            sched_yield()
            return false
        }
        return true
    }

    private func currentWakers() -> [Int32] {
        guard purpose != nil, let delegate else { return [] }
        return delegate.wakeDescriptors.filter { $0 >= 0 && !brokenDescriptors.contains($0) }
    }

    private static func polling(_ descriptor: Int32) -> pollfd {
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }

    /// Reads what the terminal has. Returns how reading ended if the terminal is gone.
    private func readInput() -> ReadResult? {
        guard let bytes = Descriptor.read(terminal.keys, limit: 4096) else {
            if errno == EAGAIN { return nil }
            // EIO: the terminal was closed.
            return .terminated(signal: TerminalSignals.termination ?? SIGHUP)
        }
        if bytes.isEmpty {
            return TerminalSignals.termination.map { .terminated(signal: $0) } ?? .endOfInput
        }
        decoder.feed(keys(in: bytes))
        lastKey = MonotonicClock.uptime
        return nil
    }

    /// Acts on pending signals. Returns how reading ended if one of them ends it.
    private func handleSignals() -> ReadResult? {
        if let signal = TerminalSignals.termination { return .terminated(signal: signal) }
        if TerminalSignals.take(SIGINT) {
            decoder.interrupt()
            if !decoder.isDiscarding { discardEndOfPaste() }
            return .interrupted
        }
        TerminalSignals.take(SIGQUIT)
        if TerminalSignals.take(SIGTSTP) { suspend() }
        if TerminalSignals.take(SIGCONT) { resume() }
        if TerminalSignals.take(SIGWINCH) { resizeDisplay() }
        return nil
    }

    /// Discards the end of a paste that contains the character of Ctrl-C: the system has dropped
    /// what comes before it, with the mark of the paste, and the rest would run as commands. Other
    /// keys behind Ctrl-C belong to the next line.
    private func discardEndOfPaste() {
        var bytes: [UInt8] = []
        var polled = [Self.polling(terminal.keys)]
        var gap: Int32 = 0
        while bytes.count < Self.longestPaste {
            let count = SystemCall.poll(&polled, gap)
            // The paste may contain the character several times.
            if TerminalSignals.take(SIGINT) {
                bytes = []
                continue
            }
            // A paste arrives without a pause, in parts of up to 4 KiB.
            guard count > 0, let part = Descriptor.read(terminal.keys, limit: 4096), !part.isEmpty
            else { break }
            bytes += part
            gap = Self.longestGap
        }
        if !bytes.isEmpty { decoder.feed(keys(in: Array(InputDecoder.withoutEndOfPaste(bytes)))) }
    }

    /// The size of a paste whose end is looked for after Ctrl-C, in bytes.
    private static let longestPaste = 1 << 20
    /// The longest time between two parts of a paste, in milliseconds.
    private static let longestGap: Int32 = 20

    /// Handles Ctrl-Z: restores the parent shell's terminal mode while the process is stopped.
    private func suspend() {
        decoder.cancelPaste()
        leaveDisplay(with: "^Z")
        delegate?.willSuspend()
        terminal.setBracketedPaste(false)
        handle?.setRaw(false)
        TerminalSignals.suspend()
        // `resume` does what SIGCONT asks for. The signal may also be left over, when no shell
        // could stop the process.
        TerminalSignals.take(SIGCONT)
        resume()
    }

    /// Resumes after another program has used the terminal.
    func resume() {
        // libedit assumes the mode that it set last; a shell may have changed it.
        handle?.setRaw(false)
        handle?.setRaw(true)
        terminal.setBracketedPaste(false)
        terminal.setBracketedPaste(true)
        size = terminal.size
        drawn = nil
        terminal.write(drawing.begin())
        if let secretQuestion { terminal.write(secretQuestion.rendered) }
    }

    /// Ends reading the line, with the cursor below it.
    func end(with result: ReadResult) {
        ending = result
        leaveDisplay(with: result == .interrupted ? "^C" : "")
    }

    func beep() {
        terminal.write("\u{07}")
    }

    /// Returns the scalar, precomposed with the one before the cursor where Unicode has a single
    /// scalar for both.
    private func composed(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value >= 0x300, search == nil, let handle,
            (ScalarWidth.of(scalar.value) ?? 1) == 0
        else { return scalar }
        let (line, cursor) = (handle.line, handle.cursor)
        guard cursor > 0, cursor <= line.count, let base = Unicode.Scalar(line[cursor - 1]),
            let single = ComposedScalars.composing(base, scalar)
        else { return scalar }
        handle.deleteBackward(1)
        return single
    }
}
