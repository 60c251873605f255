import Glibc

/// A signal of the operating system.
package struct Signal: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The signal's number.
    package let rawValue: Int32

    /// Creates a signal from its number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// SIGHUP: the terminal was closed.
    package static let hangUp = Signal(rawValue: SIGHUP)
    /// SIGINT: sent by Ctrl-C.
    package static let interrupt = Signal(rawValue: SIGINT)
    /// SIGQUIT: sent by Ctrl-\.
    package static let quit = Signal(rawValue: SIGQUIT)
    /// SIGABRT: sent by a failed assertion of the C library.
    package static let abort = Signal(rawValue: SIGABRT)
    /// SIGKILL: cannot be caught.
    package static let kill = Signal(rawValue: SIGKILL)
    /// SIGPIPE: a write to a closed pipe.
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    /// SIGTERM: a request to exit.
    package static let terminate = Signal(rawValue: SIGTERM)
    /// SIGCONT: continue after a stop.
    package static let resume = Signal(rawValue: SIGCONT)
    /// SIGTSTP: sent by Ctrl-Z.
    package static let suspend = Signal(rawValue: SIGTSTP)
    /// SIGWINCH: the window was resized.
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
