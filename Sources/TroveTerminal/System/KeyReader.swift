import Glibc
import TroveSystem

/// Reads single keys from the terminal of standard input, without echo, outside of the line editor.
///
/// Closing or releasing it restores the terminal's mode. Ctrl-C, Ctrl-Z and changes of the window's
/// size arrive as values.
package final class KeyReader {
    /// What a wait ended with.
    package enum Input: Sendable, Equatable {
        case character(Unicode.Scalar)
        case escape
        /// A special key or a paste.
        case other
        /// Ctrl-C.
        case interrupted
        /// Ctrl-Z: the caller must leave its screen and call `suspend`.
        case stopped
        /// The window has another size, or the program continues after a stop.
        case resized
        /// SIGTERM, SIGHUP, or the end of the input.
        case terminated(signal: Int32)
        case timedOut
    }

    private let terminal = EditorTerminal()
    private var decoder = InputDecoder()
    private var isOpen = false

    /// Changes the mode of the terminal of standard input.
    package init() {
        TerminalSignals.watch()
        open()
    }

    deinit {
        close()
    }

    /// The size of the screen; 80 by 24 when the terminal does not report one.
    package var size: TerminalSize { terminal.size }

    /// Changes the terminal's mode again after `close`.
    package func open() {
        guard !isOpen else { return }
        isOpen = true
        TerminalSignals.clearInterrupt()
        TerminalSignals.enterPrompt()
        terminal.setKeyMode()
    }

    /// Restores the terminal's mode. A second call does nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        TerminalSignals.leavePrompt()
        terminal.restore()
    }

    /// Stops the process as Ctrl-Z does, and returns when it continues.
    package func suspend() {
        terminal.restore()
        TerminalSignals.suspend()
        TerminalSignals.take(SIGCONT)
        terminal.setKeyMode()
    }

    /// Waits for a key.
    ///
    /// - Parameter milliseconds: The timeout; nil waits without one.
    /// - Returns: What ended the wait.
    package func next(milliseconds: Int?) -> Input {
        let end = milliseconds.map { MonotonicClock.uptime + .milliseconds($0) }
        while true {
            if let input = signal() ?? key() { return input }
            let left = end.map { ($0 - MonotonicClock.uptime).pollMilliseconds }
            var polled = [terminal.keys, TerminalSignals.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let timeout = [decoder.timeout, left].compactMap(\.self).min() ?? -1
            let count = SystemCall.poll(&polled, timeout)
            if count < 0 { continue }
            if count == 0 {
                if decoder.timeout != nil {
                    decoder.timeoutElapsed()
                } else {
                    return .timedOut
                }
                continue
            }
            if polled[1].revents != 0 { TerminalSignals.drain() }
            if polled[0].revents != 0, let ended = read() { return ended }
        }
    }

    private func read() -> Input? {
        guard let bytes = Descriptor.read(terminal.keys, limit: 4096) else {
            if errno == EAGAIN { return nil }
            return .terminated(signal: TerminalSignals.termination ?? SIGHUP)
        }
        guard !bytes.isEmpty else {
            return .terminated(signal: TerminalSignals.termination ?? SIGHUP)
        }
        decoder.feed(bytes)
        return nil
    }

    private func signal() -> Input? {
        if let signal = TerminalSignals.termination { return .terminated(signal: signal) }
        if TerminalSignals.take(SIGINT) {
            decoder.interrupt()
            return .interrupted
        }
        TerminalSignals.take(SIGQUIT)
        if TerminalSignals.take(SIGTSTP) { return .stopped }
        if TerminalSignals.take(SIGCONT) {
            // A shell may have changed the mode meanwhile.
            terminal.setKeyMode()
            return .resized
        }
        return TerminalSignals.take(SIGWINCH) ? .resized : nil
    }

    private func key() -> Input? {
        switch decoder.next() {
        case nil: return nil
        case .interrupt: return .interrupted
        case .paste, .key, .notUTF8: return .other
        case .scalar("\u{1B}"): break
        case .scalar(let scalar): return .character(scalar)
        }
        // The decoder delivers ESC together with a character that follows it, which is a key with
        // Alt.
        guard let next = decoder.next() else { return .escape }
        guard case .scalar = next else {
            decoder.unread(next)
            return .escape
        }
        return .other
    }
}
