import Glibc

/// A signal of the operating system.
package struct Signal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The signal's number.
    package let rawValue: Int32

    /// The signal with a number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// SIGHUP: the terminal went away.
    package static let hangUp = Signal(rawValue: SIGHUP)
    /// SIGINT: what Ctrl-C sends.
    package static let interrupt = Signal(rawValue: SIGINT)
    /// SIGQUIT: what Ctrl-\ sends.
    package static let quit = Signal(rawValue: SIGQUIT)
    /// SIGABRT: what a failed assertion of the C library sends.
    package static let abort = Signal(rawValue: SIGABRT)
    /// SIGKILL: the end that no program can prepare for.
    package static let kill = Signal(rawValue: SIGKILL)
    /// SIGPIPE: a write to a pipe that nobody reads.
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    /// SIGTERM: the polite request to end.
    package static let terminate = Signal(rawValue: SIGTERM)
    /// SIGCONT: go on after a stop.
    package static let resume = Signal(rawValue: SIGCONT)
    /// SIGTSTP: what Ctrl-Z sends.
    package static let suspend = Signal(rawValue: SIGTSTP)
    /// SIGWINCH: the window has another size.
    package static let windowChange = Signal(rawValue: SIGWINCH)

    /// The signal's usual name, for example `SIGINT`.
    package var description: String {
        Self.names[self] ?? "signal \(rawValue)"
    }

    private static let names: [Signal: String] = [
        .hangUp: "SIGHUP", .interrupt: "SIGINT", .quit: "SIGQUIT", .abort: "SIGABRT",
        .kill: "SIGKILL", .brokenPipe: "SIGPIPE", .terminate: "SIGTERM", .resume: "SIGCONT",
        .suspend: "SIGTSTP", .windowChange: "SIGWINCH",
        Signal(rawValue: SIGILL): "SIGILL", Signal(rawValue: SIGTRAP): "SIGTRAP",
        Signal(rawValue: SIGBUS): "SIGBUS", Signal(rawValue: SIGFPE): "SIGFPE",
        Signal(rawValue: SIGSEGV): "SIGSEGV",
    ]
}
