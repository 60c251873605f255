/// How a program ended.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    /// It returned from `main` or called `exit` with this code.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Signal)

    /// Exit code 0.
    package static let success = ExitStatus.exited(0)

    /// Reads the status word that `wait4` fills in.
    ///
    /// The macros `WIFEXITED` and the like are not visible to Swift; the layout is Linux's.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self =
            signal == 0
            ? .exited((waitStatus >> 8) & 0xff) : .signalled(Signal(rawValue: signal))
    }

    /// The status in words, as error messages quote it.
    package var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .signalled(let signal): "ended by \(signal)"
        }
    }
}
