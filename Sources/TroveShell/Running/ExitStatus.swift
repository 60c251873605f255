import Glibc
import TroveCommands
import TroveTerminal

/// The program's exit status.
enum ExitStatus: Int32 {
    case success = 0
    /// At least one command failed.
    case commandFailed = 1
    /// The command line was invalid, or a check found problems.
    case wrongUse = 2
    /// `--stop-on-error` stopped the program.
    case stopped = 3
    /// The library cannot be opened, is locked or damaged, or cannot be written.
    case libraryUnusable = 4
    /// Ctrl-C stopped a script.
    case interrupted = 130
    /// The terminal was closed (SIGHUP).
    case hungUp = 129
    /// SIGTERM ended the program.
    case terminated = 143

    /// The status of a program that was interrupted or terminated.
    static var stoppedBySignal: ExitStatus {
        TerminalSignals.termination.map(ExitStatus.init(signal:)) ?? .interrupted
    }

    /// The status of a program that a signal ended.
    init(signal: Int32) {
        self = signal == SIGHUP ? .hungUp : .terminated
    }
}
