import Glibc
import TroveCommands
import TroveTerminal

/// How the program ended, for whoever called it.
enum ExitStatus: Int32 {
    case success = 0
    /// At least one command failed.
    case commandFailed = 1
    /// The program was called wrongly, or a check found mistakes.
    case wrongUse = 2
    /// `--stop-on-error` stopped it.
    case stopped = 3
    /// The library cannot be opened, is locked or damaged, or cannot be written.
    case libraryUnusable = 4
    /// Ctrl-C stopped a script.
    case interrupted = 130
    /// The terminal is gone (SIGHUP).
    case hungUp = 129
    /// Somebody asked the program to end (SIGTERM).
    case terminated = 143

    /// Of a program that ends because it was interrupted or asked to end.
    static var stoppedBySignal: ExitStatus {
        TerminalSignals.termination.map(ExitStatus.init(signal:)) ?? .interrupted
    }

    /// Of a program that was asked to end by a signal.
    init(signal: Int32) {
        self = signal == SIGHUP ? .hungUp : .terminated
    }
}
