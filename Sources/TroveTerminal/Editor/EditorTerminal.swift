import Glibc
import TroveSystem

/// The terminal of the line editor and of `KeyReader`: its size, its modes, and the descriptor for
/// its keys.
final class EditorTerminal {
    /// Whether the terminal understands escape sequences; otherwise only plain text is sent.
    var hasEscapes = false

    /// The non-blocking descriptor that keys are read from.
    ///
    /// Ctrl-C discards the type-ahead, possibly between `poll` and `read`. A blocking `read` would
    /// then wait and miss a signal that has already arrived. The terminal is opened again for this,
    /// because O_NONBLOCK on standard input itself would affect every program that shares it.
    let keys: Int32

    private let input = STDIN_FILENO
    private let output = STDOUT_FILENO
    /// The mode at the start; nil if standard input is not a terminal.
    private let mode: TerminalMode?
    private var isPasteBracketed = false

    /// Records the terminal's current mode.
    init() {
        mode = TerminalMode(of: STDIN_FILENO)
        let own = SystemCall.open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        // Opening can fail: after `su` the terminal belongs to another user.
        keys = own >= 0 ? own : STDIN_FILENO
    }

    deinit {
        if keys != STDIN_FILENO { Glibc.close(keys) }
    }

    /// The size of the screen; 80 by 24 when the terminal does not report one.
    var size: TerminalSize {
        TerminalSize.current(of: output) ?? TerminalSize(columns: 80, rows: 24)
    }

    /// Whether the terminal rewraps its rows when its width changes. Most do; xterm, screen and the
    /// Linux console truncate them instead.
    let rewraps = EditorTerminal.rewraps { SystemCall.getenv($0) }

    func write(_ text: String) {
        Descriptor.write(text, to: output)
    }

    /// Turns bracketed paste on or off, if it is not already.
    func setBracketedPaste(_ isOn: Bool) {
        guard hasEscapes, isOn != isPasteBracketed else { return }
        isPasteBracketed = isOn
        write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
    }

    private static func rewraps(_ environment: (String) -> String?) -> Bool {
        // tmux comes first: it passes on the variables of the terminal that it was started in.
        if environment("TMUX") != nil { return true }
        return environment("XTERM_VERSION") == nil && environment("STY") == nil
            && environment("TERM") != "linux"
    }

    /// Makes the terminal deliver each key at once and without echo. Ctrl-C stays a signal.
    func setKeyMode() { mode?.immediate.apply(to: input) }

    /// Restores the terminal's original mode and keeps the type-ahead.
    func restore() { mode?.apply(to: input) }
}
