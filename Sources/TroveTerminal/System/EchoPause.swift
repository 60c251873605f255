import Glibc

/// Turns the echo of the terminal off while a progress bar is shown, so that keys are not written
/// into it; they stay in the input for the next prompt. Releasing it restores the terminal's mode.
package final class EchoPause {
    /// The mode before; nil if standard input is not a terminal.
    private let mode: TerminalMode?

    /// Changes the mode of the terminal of standard input.
    package init() {
        mode = TerminalMode(of: STDIN_FILENO)
        mode?.silent.apply(to: STDIN_FILENO, isAfterOutput: false)
    }

    deinit { mode?.apply(to: STDIN_FILENO, isAfterOutput: false) }
}
