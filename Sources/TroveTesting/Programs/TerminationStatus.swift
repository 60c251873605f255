/// How a program ended.
package enum TerminationStatus: Hashable, Sendable, CustomStringConvertible {
    /// It returned from `main` or called `exit` with this code.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Signal)

    /// Exit code 0.
    package static let success = TerminationStatus.exited(0)

    /// Decodes the status word of `wait4`.
    ///
    /// Swift does not import `WIFEXITED` and the like; the layout is Linux's.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self =
            signal == 0
            ? .exited((waitStatus >> 8) & 0xff) : .signaled(Signal(rawValue: signal))
    }

    /// The status in words, for error messages.
    package var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .signaled(let signal): "ended by \(signal)"
        }
    }
}
