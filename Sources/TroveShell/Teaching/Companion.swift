import Glibc
import TroveSystem
import TroveTerminal

/// A command of the system's shell that ends when this program ends, even if SIGKILL ends it: the
/// command's standard input is a pipe that only this program holds open. Ctrl-C at the terminal
/// does not reach the command.
final class Companion {
    private let process: pid_t
    private var pipe: Int32

    /// Starts a command, which must end when its standard input ends.
    ///
    /// - Parameters:
    ///   - command: The command, with `$1`, `$2` … for the arguments.
    ///   - arguments: Its arguments.
    ///   - output: The descriptor for its standard output; nil discards it.
    ///   - errors: The descriptor for its standard error; nil discards it.
    init?(_ command: String, _ arguments: [String], output: Int32? = nil, errors: Int32? = nil) {
        let nothing = SystemCall.open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nothing >= 0 else { return nil }
        defer { close(nothing) }
        guard let (reading, writing) = Descriptor.pipe() else { return nil }
        defer { close(reading) }
        guard
            let process = SystemShell.start(
                command, arguments, input: reading, output: output ?? nothing,
                errors: errors ?? nothing, isOwnGroup: true)
        else {
            close(writing)
            return nil
        }
        self.process = process
        pipe = writing
    }

    deinit { end() }

    /// Ends the input, and blocks until the command has ended.
    func end() {
        guard pipe >= 0 else { return }
        close(pipe)
        pipe = -1
        _ = SystemShell.wait(for: process)
    }
}
