import Glibc
import TroveSystem

extension SystemShell {
    /// How a captured command ended.
    package enum Captured: Sendable, Equatable {
        /// It exited with this status and wrote this to its standard output.
        case ended(status: Int32, [UInt8])
        case cannotStart
        /// It was killed because it exceeded the time or size limit.
        case wasStopped
        /// It was killed because the user pressed Ctrl-C.
        case wasInterrupted
    }

    /// The exit status of `sh` when a program is not found.
    package static let notFound: Int32 = 127

    /// Runs a command without input and returns its output; its standard error is discarded.
    ///
    /// - Parameters:
    ///   - command: As for `start`; one that begins with `exec` can be killed as a whole.
    ///   - arguments: As for `start`.
    ///   - seconds: The time limit.
    ///   - limit: The maximum size of the output, in bytes.
    ///   - isInterrupted: Polled while the command runs.
    /// - Returns: How the command ended.
    package static func capture(
        _ command: String, _ arguments: [String], seconds: Int, limit: Int,
        isInterrupted: () -> Bool
    ) -> Captured {
        let nothing = SystemCall.open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0 else { return .cannotStart }
        defer { close(nothing) }
        guard let (reading, writing) = Descriptor.pipe() else { return .cannotStart }
        defer { close(reading) }
        let child = start(command, arguments, input: nothing, output: writing, errors: nothing)
        close(writing)
        guard let child else { return .cannotStart }
        let deadline = MonotonicClock.uptime + .seconds(seconds)
        var bytes: [UInt8] = []
        while true {
            guard !isInterrupted() else { return end(child, .wasInterrupted) }
            guard MonotonicClock.uptime < deadline, bytes.count <= limit else {
                return end(child, .wasStopped)
            }
            var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            // A signal ends the wait, so Ctrl-C is noticed at once.
            guard SystemCall.poll(&ready, 100) > 0 else { continue }
            guard let part = Descriptor.read(reading, limit: 65_536) else {
                return end(child, .wasStopped)
            }
            bytes += part
            guard part.isEmpty else { continue }
            guard let status = wait(for: child, until: deadline, isInterrupted) else {
                return end(child, isInterrupted() ? .wasInterrupted : .wasStopped)
            }
            // The terminal sends Ctrl-C to the command as well.
            return isInterrupted() ? .wasInterrupted : .ended(status: status, bytes)
        }
    }

    private static func end(_ child: pid_t, _ result: Captured) -> Captured {
        kill(child, SIGKILL)
        _ = wait(for: child)
        return result
    }
}
