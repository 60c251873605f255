import Glibc

/// The mode of a terminal: whether it shows what is typed, and delivers it line by line.
struct TerminalMode {
    private var settings = termios()

    /// Reads the mode; nil if the descriptor is not a terminal.
    init?(of descriptor: Int32) {
        // The call fills in the struct, and does not keep it.
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
    }

    /// The same mode, in which keys are not echoed.
    var silent: TerminalMode { without(ECHO) }

    /// The same mode, in which each key is delivered at once and not echoed. Ctrl-C stays a signal.
    var immediate: TerminalMode { without(ICANON | ECHO) }

    private func without(_ flags: Int32) -> TerminalMode {
        var mode = self
        mode.settings.c_lflag &= ~tcflag_t(flags)
        return mode
    }

    /// Gives a terminal this mode, and keeps the type-ahead.
    ///
    /// - Parameters:
    ///   - descriptor: the terminal.
    ///   - isAfterOutput: whether to wait until earlier output has been written.
    func apply(to descriptor: Int32, isAfterOutput: Bool = true) {
        var settings = settings
        // The call reads the struct, and does not keep it.
        unsafe tcsetattr(descriptor, isAfterOutput ? TCSADRAIN : TCSANOW, &settings)
    }
}
