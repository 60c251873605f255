import Glibc
import TroveSystem

/// Watches the deadlines until the daemon stops: resumes parked polls at theirs, and disconnects
/// clients that are too slow.
func keepWatch(_ shared: Monitor<HTTPDaemon.Shared>, _ limits: HTTPLimits) {
    // How late a slow client may be noticed: a quarter of its time limit, at most a second.
    let pause = min(limits.timeout, limits.idle) / 4
    let tick = max(.milliseconds(1), min(.seconds(1), pause))
    var nextLook: Duration = .zero
    var isWatching = true
    while isWatching {
        // Nil if a deadline passed between reading the clock and waiting: check again.
        let due: [ActiveRequest]? = shared.wait(until: nil) { shared, deadline in
            isWatching = shared.isWatching
            guard isWatching else { return [] }
            let now = MonotonicClock.uptime
            if now >= nextLook {
                nextLook = now + tick
                for connection in shared.connections.all where connection.isLate(now) {
                    // The library notices the end of the stream and closes the connection. The
                    // socket is open because the connection is still in the table.
                    _ = Glibc.shutdown(connection.socket, Int32(SHUT_RDWR))
                    connection.holdClock()
                }
            }
            let due = shared.polls.due(now)
            if !due.isEmpty { return due }
            let look = shared.connections.count == 0 ? nil : Optional(nextLook)
            deadline = [look, shared.polls.nextDeadline].compactMap { $0 }.min()
            shared.watchSleepsUntil = deadline
            return nil
        }
        for poll in due ?? [] { poll.wake(isLast: true) }
    }
}
