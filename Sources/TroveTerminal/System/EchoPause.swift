import Glibc

// The unsafe calls in this file pass a record that lives until the call returns; the C library does
// not keep it.

/// Turns the echo of the terminal off while a progress bar is shown, so that keys are not written
/// into it; they stay in the input for the next prompt. Releasing it restores the terminal's mode.
package final class EchoPause {
    private var settings = termios()
    /// Whether standard input is a terminal.
    private let hasSettings: Bool

    /// Changes the mode of the terminal of standard input.
    package init() {
        hasSettings = unsafe tcgetattr(STDIN_FILENO, &settings) == 0
        guard hasSettings else { return }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &silent)
    }

    deinit {
        if hasSettings { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }
}
