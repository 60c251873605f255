import Glibc
import TroveSystem
import TroveTerminal

/// A program that a lesson runs beside the shell: `trove-server`, or the stand-in for the catalogue
/// services.
final class StageProgram {
    /// The path of the program; nil if it was not found.
    let path: String?
    private let name: String
    private let logFile: String
    private var companion: Companion?
    /// The read end of the program's output while it starts; -1 otherwise.
    private var output: Int32 = -1

    /// The timeout for a program to start, in seconds.
    private static let timeLimit = 20
    /// Runs a program until the input ends, then stops it. The shell closes its own copy of the
    /// output, so that the output ends with the program.
    private static let command = """
        "$@" </dev/null &
        child=$!
        exec >/dev/null
        cat >/dev/null
        kill "$child"
        wait "$child"
        """

    /// Creates a program that is not running. Its log is appended to a file.
    init(name: String, path: String?, logFile: String) {
        self.name = name
        self.path = path
        self.logFile = logFile
    }

    deinit { stop() }

    /// Whether it was started and not stopped.
    var isRunning: Bool { companion != nil }

    /// Starts the program without waiting for it.
    ///
    /// - Throws: `StageFailure`.
    func start(_ arguments: [String]) throws(StageFailure) {
        guard companion == nil else { return }
        guard let path else { throw .programMissing(name) }
        let log = SystemCall.open(logFile, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard log >= 0 else { throw .folder(logFile, errno: errno) }
        defer { close(log) }
        guard let (reading, writing) = Descriptor.pipe() else {
            throw .programFailed(name, log: "")
        }
        defer { close(writing) }
        guard
            let companion = Companion(
                Self.command, [path] + arguments, output: writing, errors: log)
        else {
            close(reading)
            throw .programFailed(name, log: "")
        }
        self.companion = companion
        output = reading
    }

    /// Blocks until the output of the program contains a text.
    ///
    /// - Returns: The output; empty if the program was awaited before.
    /// - Throws: `StageFailure` if it ends or the time is up.
    @discardableResult
    func await(_ text: String) throws(StageFailure) -> String {
        guard output >= 0 else { return "" }
        defer { closeOutput() }
        var said = ""
        let deadline = MonotonicClock.uptime + .seconds(Self.timeLimit)
        while !said.contains(text) {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let count = SystemCall.poll(&ready, 100)
            guard MonotonicClock.uptime < deadline, !TerminalSignals.endsWait else { break }
            guard count > 0 else { continue }
            guard let part = Descriptor.read(output, limit: 4096), !part.isEmpty else { break }
            said += String(decoding: part, as: UTF8.self)
        }
        guard said.contains(text) else {
            closeOutput()
            stop()
            throw .programFailed(name, log: lastLogLine)
        }
        return said
    }

    /// Stops the program, and returns when it has ended.
    func stop() {
        closeOutput()
        companion?.end()
        companion = nil
    }

    private func closeOutput() {
        guard output >= 0 else { return }
        close(output)
        output = -1
    }

    private var lastLogLine: String {
        let bytes = (try? WholeFile.read(logFile, limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init)
            ?? ""
    }
}
