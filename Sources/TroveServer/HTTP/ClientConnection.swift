import Glibc
import Synchronization
import TroveSystem

/// A client's connection.
package final class ClientConnection: Sendable {
    /// Open until the connection is removed from the daemon's table.
    package let socket: Int32
    /// The address of the client.
    package let peer: PeerAddress
    /// The certificates for the handshake; nil without TLS.
    let certificates: CertificateStore?
    /// The time of `MonotonicClock` at which an inactive client is cut off, in nanoseconds; `.max`
    /// while the server has the next move.
    private let deadline: Atomic<UInt64>

    /// Creates a new connection, with the time limit for its first request.
    package init(
        socket: Int32, peer: PeerAddress, certificates: CertificateStore?, timeout: Duration
    ) {
        self.socket = socket
        self.peer = peer
        self.certificates = certificates
        deadline = Atomic((MonotonicClock.uptime + timeout).nanoseconds)
    }

    /// Shuts down reading, so libmicrohttpd responds to what it has received and closes the
    /// connection. Call it only while the socket is open.
    func endInput() {
        _ = Glibc.shutdown(socket, Int32(SHUT_RD))
    }

    func isLate(_ now: Duration) -> Bool {
        deadline.load(ordering: .relaxed) <= now.nanoseconds
    }

    /// Suspends the deadline while the server has the next move.
    func holdClock() {
        deadline.store(.max, ordering: .relaxed)
    }

    /// Sets the deadline for the client's next move.
    func startClock(_ time: Duration) {
        deadline.store((MonotonicClock.uptime + time).nanoseconds, ordering: .relaxed)
    }

    /// Extends the deadline after the client made progress, unless it is suspended. Only the thread
    /// that serves the connection moves a deadline; another one may suspend it, when it has passed.
    func extendClock(by time: Duration) {
        let due = deadline.load(ordering: .relaxed)
        guard due != .max else { return }
        _ = deadline.compareExchange(
            expected: due, desired: due &+ time.nanoseconds, ordering: .relaxed)
    }
}
