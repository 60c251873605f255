import Glibc

/// The terminal's own processing of input and output: the part of `termios` that programs change.
package struct TerminalMode: Hashable, Sendable {
    /// `ICANON`: input arrives in whole lines, which the kernel lets the user edit.
    package var readsLines: Bool
    /// `ECHO`: input is displayed.
    package var echoes: Bool
    /// `ISIG`: Ctrl-C, Ctrl-Z and Ctrl-\ send signals.
    package var sendsSignals: Bool
    /// `ICRNL`: Enter's carriage return is read as a line feed.
    package var mapsEnter: Bool
    /// `OPOST`: a line feed also returns to the first column.
    package var processesOutput: Bool

    /// The mode under a shell: everything on.
    package static let normal = TerminalMode(
        readsLines: true, echoes: true, sendsSignals: true, mapsEnter: true, processesOutput: true)

    /// Creates a mode.
    package init(
        readsLines: Bool, echoes: Bool, sendsSignals: Bool, mapsEnter: Bool, processesOutput: Bool
    ) {
        self.readsLines = readsLines
        self.echoes = echoes
        self.sendsSignals = sendsSignals
        self.mapsEnter = mapsEnter
        self.processesOutput = processesOutput
    }

    init(_ settings: termios) {
        readsLines = settings.c_lflag & tcflag_t(ICANON) != 0
        echoes = settings.c_lflag & tcflag_t(ECHO) != 0
        sendsSignals = settings.c_lflag & tcflag_t(ISIG) != 0
        mapsEnter = settings.c_iflag & tcflag_t(ICRNL) != 0
        processesOutput = settings.c_oflag & tcflag_t(OPOST) != 0
    }
}
