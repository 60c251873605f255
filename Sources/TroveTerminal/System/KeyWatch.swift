import Glibc
import TroveSystem

/// Waits for a key while a command runs: the terminal delivers each key at once and without echo.
/// Releasing it restores the terminal's mode, and so does Ctrl-Z while the program is stopped.
/// Ctrl-C still interrupts.
package final class KeyWatch {
    /// What a wait ended with.
    package enum Wake: Sendable, Equatable {
        /// A key, Ctrl-C, Ctrl-\, a request to exit, or the end of the input.
        case stopped
        /// A descriptor is readable.
        case ready
        /// The program continues after Ctrl-Z: the screen may show anything.
        case continued
        /// The window has another size.
        case resized
        case timedOut
    }

    /// What was typed: the key that ended the last wait, and what came with it.
    package private(set) var typed: [UInt8] = []
    /// Whether the terminal marks pastes meanwhile, so that they are not taken for keys.
    private let marksPastes: Bool
    /// The mode before; nil if standard input is not a terminal.
    private let mode: TerminalMode?
    /// Has the descriptor that keys are read from.
    private let terminal = EditorTerminal()

    /// Changes the mode of the terminal of standard input. `marksPastes` says whether the terminal
    /// understands the sequences that make it mark pastes.
    package init(marksPastes: Bool) {
        self.marksPastes = marksPastes
        mode = TerminalMode(of: STDIN_FILENO)
        TerminalSignals.enterPrompt()
        markPastes(true)
    }

    private func markPastes(_ isOn: Bool) {
        guard marksPastes else { return }
        Descriptor.write("\u{1B}[?2004\(isOn ? "h" : "l")", to: STDOUT_FILENO)
    }

    deinit {
        markPastes(false)
        TerminalSignals.leavePrompt()
        mode?.apply(to: STDIN_FILENO)
    }

    /// Waits for a key.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout.
    ///   - descriptor: A descriptor whose input also ends the wait; nil for none.
    /// - Returns: What ended the wait.
    package func wait(milliseconds: Int, besides descriptor: Int32? = nil) -> Wake {
        // A shell may have changed the mode.
        mode?.immediate.apply(to: STDIN_FILENO)
        if let wake = signal() { return wake }
        var polled = [terminal.keys, TerminalSignals.descriptor, descriptor ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = SystemCall.poll(&polled, Int32(clamping: milliseconds))
        if polled[1].revents != 0 { TerminalSignals.drain() }
        if let wake = signal() { return wake }
        // After another signal, the wait begins again.
        if count < 0 || polled[1].revents != 0 { return .ready }
        if count == 0 { return .timedOut }
        guard polled[0].revents != 0 else { return .ready }
        guard let keys = Descriptor.read(terminal.keys, limit: 4096) else {
            typed = []
            // Ctrl-C may have discarded the key, and its signal ends the next wait.
            return errno == EAGAIN ? .ready : .stopped
        }
        typed = keys
        return .stopped
    }

    /// Handles the signals that have arrived; nil if none ends the wait.
    private func signal() -> Wake? {
        if TerminalSignals.endsWait || TerminalSignals.take(SIGQUIT) { return .stopped }
        if TerminalSignals.take(SIGTSTP) {
            mode?.apply(to: STDIN_FILENO)
            markPastes(false)
            TerminalSignals.suspend()
            TerminalSignals.take(SIGCONT)
            markPastes(true)
            return .continued
        }
        if TerminalSignals.take(SIGCONT) { return .continued }
        return TerminalSignals.take(SIGWINCH) ? .resized : nil
    }
}
