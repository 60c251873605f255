import Glibc
import TroveThreads

/// Writes the log, on a thread of its own, so that whoever reads it slowly, or not at all, holds
/// nobody up: what does not fit into a few megabytes is left out, and counted.
package final class ServerLog: Sendable {
    private struct State {
        var pending: [UInt8] = []
        /// Lines that did not fit.
        var lost = 0
        var isWriting = false
        var isClosed = false
    }

    /// The most bytes that wait.
    private static let room = 4 << 20

    private let state = Monitor(State())
    private let descriptor: Int32
    private let format: ServerOptions.LogFormat

    /// A log that goes to a descriptor, which stays open.
    ///
    /// - Throws: `ServerFailure` when there is no thread for it.
    package init(
        _ format: ServerOptions.LogFormat, descriptor: Int32 = STDERR_FILENO
    ) throws(ServerFailure) {
        self.format = format
        self.descriptor = descriptor
        do throws(SystemThread.CannotStart) {
            // Nobody waits for a thread that may be stuck in a write.
            try SystemThread.detach { self.write() }
        } catch {
            throw .noThread
        }
    }

    /// Puts a line at the end of the log, as soon as may be.
    package func note(_ event: LogEvent, at milliseconds: Int = ServerLog.now) {
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

    /// Waits until everything was written, but no longer than this; nothing is written afterwards.
    package func close(within limit: Duration) {
        let deadline = MonotonicClock.now + limit.nanoseconds
        state.withLock { $0.isClosed = true }
        state.notify()
        _ = state.wait(until: deadline) { state, _ in
            state.pending.isEmpty && !state.isWriting ? true : nil
        }
    }

    /// The time of day, in milliseconds since 1970.
    package static var now: Int {
        var time = timespec()
        // The call stores one `timespec`; the clock always exists.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// The thread.
    private func write() {
        while true {
            let next: (bytes: [UInt8], lost: Int)? = state.wait { state, _ in
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
            guard let next, !next.bytes.isEmpty else { return }
            write(next.bytes)
            if next.lost > 0 { write(LogEvent.lost(next.lost).line(format, at: Self.now)) }
            state.withLock { $0.isWriting = false }
            state.notify()
        }
    }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // `write` reads no more than `buffer.count` bytes, and keeps nothing.
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                // One record, as the call says.
                unsafe poll(&ready, 1, -1)
            } else if count == 0 || errno != EINTR {
                // Nobody is there to be told.
                return
            }
        }
    }
}
