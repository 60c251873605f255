import Glibc
import TroveSystem

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// The terminal that the editor draws on: the few things that libedit does not draw itself.
///
/// Everything is written straight to the descriptor; whoever writes must have sent what libedit
/// has buffered.
final class EditorTerminal {
    /// Whether the terminal understands escape sequences; nothing but text is sent otherwise.
    var hasEscapes = false

    /// Where keys are read, never waiting.
    ///
    /// Ctrl-C throws away what was typed, perhaps between `poll` and `read`; a `read` that waits would
    /// then not see the signal, which has come already. The terminal is opened anew for this, as the
    /// flag O_NONBLOCK on standard input itself would hold for every program that shares it.
    let keys: Int32

    private let input = STDIN_FILENO
    private let output = STDOUT_FILENO
    private var settings = termios()
    private let hasSettings: Bool
    private var isPasteBracketed = false

    /// Notes how the terminal is set.
    init() {
        hasSettings = unsafe tcgetattr(STDIN_FILENO, &settings) == 0
        let own = unsafe open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        // The terminal may belong to another user, after `su`.
        keys = own >= 0 ? own : STDIN_FILENO
    }

    deinit {
        if keys != STDIN_FILENO { Glibc.close(keys) }
    }

    /// The size of the screen; 80 by 24 when the terminal does not know.
    var size: TerminalSize {
        TerminalSize.current(of: output) ?? TerminalSize(columns: 80, rows: 24)
    }

    /// Whether text in rows is wrapped anew by the terminal when its width changes, as most do;
    /// xterm, screen and the console cut the rows off instead.
    let rewraps = EditorTerminal.rewraps { name in
        // The value is copied at once; nobody in this process changes the environment.
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Writes a text.
    func write(_ text: String) {
        Descriptor.write(text, to: output)
    }

    /// Switches the brackets around pastes on or off, if they are not.
    func setBracketedPaste(_ isOn: Bool) {
        guard hasEscapes, isOn != isPasteBracketed else { return }
        isPasteBracketed = isOn
        write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
    }

    /// Moves to the first column and clears the row.
    func eraseRow() {
        write(hasEscapes ? "\r\u{1B}[K" : "\r")
    }

    /// Moves up by rows and to the first column, and clears all below.
    ///
    /// The clearing begins in the second column: at the very first cell of the screen, tmux would
    /// take it for "clear" and keep what is erased in its scrollback.
    func eraseBelow(rowsUp: Int) {
        let up = rowsUp > 0 ? "\u{1B}[\(rowsUp)A" : ""
        write(up + "\r\u{1B}[K\u{1B}[C\u{1B}[J\r")
    }

    /// Moves down by rows that exist, and to a column.
    func move(down rows: Int, toColumn column: Int) {
        guard hasEscapes else { return }
        let down = rows > 0 ? "\u{1B}[\(rows)B" : ""
        write(down + "\r" + (column > 0 ? "\u{1B}[\(column)C" : ""))
    }

    private static func rewraps(_ environment: (String) -> String?) -> Bool {
        // tmux first: it hands on the variables of the terminal that it was started in.
        if environment("TMUX") != nil { return true }
        return environment("XTERM_VERSION") == nil && environment("STY") == nil
            && environment("TERM") != "linux"
    }

    /// Sets the terminal as it was found, and leaves typed text alone.
    func restore() {
        if hasSettings { unsafe tcsetattr(input, TCSADRAIN, &settings) }
    }
}
