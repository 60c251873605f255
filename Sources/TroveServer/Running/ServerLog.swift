import Glibc
import TroveSystem

/// Writes the log on its own thread, so a slow reader of the log does not delay requests. Drops and
/// counts lines that do not fit into the buffer of 4 MiB.
package final class ServerLog: Sendable {
    private struct State {
        var pending: [UInt8] = []
        /// Lines that were dropped since the last write.
        var lost = 0
        var isWriting = false
        var isClosed = false
    }

    /// The size of the buffer, in bytes.
    private static let room = 4 << 20
    /// How long lines are collected after a write. Each write wakes this thread.
    private static let pause: Duration = .milliseconds(5)

    private let state = Monitor(State())
    private let descriptor: Int32
    private let format: ServerOptions.LogFormat

    /// Starts a log that is written to a descriptor, which must stay open.
    ///
    /// - Throws: `ServerFailure.noThread`.
    package init(
        _ format: ServerOptions.LogFormat, descriptor: Int32 = STDERR_FILENO
    ) throws(ServerFailure) {
        self.format = format
        self.descriptor = descriptor
        do throws(SystemThread.CannotStart) {
            // Detached, because it may be blocked in a write.
            try SystemThread.detach { self.write() }
        } catch {
            throw .noThread
        }
    }

    /// Queues a line for writing.
    package func note(_ event: LogEvent, at milliseconds: Int = WallClock.milliseconds) {
        let line = event.line(format, at: milliseconds)
        state.withLock { state in
            if state.pending.count + line.count <= Self.room {
                state.pending += line
            } else {
                state.lost += 1
            }
        }
        state.notify()
    }

    /// Blocks until all lines are written, at most for `limit`. Later lines are not written.
    package func close(within limit: Duration) {
        let deadline = MonotonicClock.uptime + limit
        state.withLock { $0.isClosed = true }
        state.notify()
        _ = state.wait(until: deadline) { state, _ in
            state.pending.isEmpty && !state.isWriting ? true : nil
        }
    }

    /// Writes queued lines until the log is closed. Runs on the log's thread.
    private func write() {
        while true {
            let next: (bytes: [UInt8], lost: Int) = state.wait { state in
                guard state.pending.isEmpty else {
                    defer {
                        state.pending = []
                        state.lost = 0
                    }
                    state.isWriting = true
                    return (state.pending, state.lost)
                }
                return state.isClosed ? ([], 0) : nil
            }
            guard !next.bytes.isEmpty else { return }
            // A failure to write the log has nowhere to be reported.
            Descriptor.write(next.bytes, to: descriptor)
            if next.lost > 0 {
                let line = LogEvent.lost(next.lost).line(format, at: WallClock.milliseconds)
                Descriptor.write(line, to: descriptor)
            }
            state.withLock { $0.isWriting = false }
            state.notify()
            SystemThread.sleep(for: Self.pause)
        }
    }
}
