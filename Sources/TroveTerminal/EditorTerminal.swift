import Glibc

/// The terminal that the editor draws on: the few things that libedit does not draw itself.
///
/// Everything is written straight to the descriptor; whoever writes must have sent what libedit
/// has buffered.
final class EditorTerminal {
    /// Whether the terminal understands escape sequences; nothing but text is sent otherwise.
    var hasEscapes = false

    private let input = STDIN_FILENO
    private let output = STDOUT_FILENO
    private var settings = termios()
    private let hasSettings: Bool
    private var isPasteBracketed = false

    /// Notes how the terminal is set.
    init() {
        hasSettings = unsafe tcgetattr(STDIN_FILENO, &settings) == 0
    }

    /// The size of the screen; 80 by 24 when the terminal does not know.
    var size: TerminalSize {
        TerminalSize.current(of: output) ?? TerminalSize(columns: 80, rows: 24)
    }

    /// Whether text in rows is wrapped anew by the terminal when its width changes, as most do.
    let rewraps: Bool = unsafe getenv("XTERM_VERSION") == nil && getenv("STY") == nil

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
    func eraseBelow(rowsUp: Int) {
        write((rowsUp > 0 ? "\u{1B}[\(rowsUp)A" : "") + "\r\u{1B}[J")
    }

    /// Moves down by rows that exist.
    func moveDown(_ rows: Int) {
        if hasEscapes, rows > 0 { write("\u{1B}[\(rows)B") }
    }

    /// Sets the terminal as it was found, and leaves typed text alone.
    func restore() {
        if hasSettings { unsafe tcsetattr(input, TCSADRAIN, &settings) }
    }
}
