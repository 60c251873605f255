import Glibc
import Synchronization
import TroveSystem

/// A client's connection, from its beginning to its end.
package final class ClientConnection: Sendable {
    /// Open until the connection is taken out of the daemon's table.
    package let socket: Int32
    /// The address that the client connected from.
    package let peer: PeerAddress
    /// For its handshake; nil without TLS.
    let certificates: CertificateStore?
    /// When it is cut if nothing changes, as a moment of `MonotonicClock`; `.max` while the server
    /// has the next move.
    private let deadline: Atomic<UInt64>

    /// A connection that has begun just now, with so much time for its first request.
    package init(
        socket: Int32, peer: PeerAddress, certificates: CertificateStore?, patience: Duration
    ) {
        self.socket = socket
        self.peer = peer
        self.certificates = certificates
        deadline = Atomic(MonotonicClock.now + patience.nanoseconds)
    }

    /// Tells the library that nothing comes after what has come so far: it answers that, and closes
    /// the connection. Only while the socket is open.
    func endInput() {
        _ = Glibc.shutdown(socket, Int32(SHUT_RD))
    }

    /// Whether its time is over.
    func isLate(_ now: UInt64) -> Bool {
        deadline.load(ordering: .relaxed) <= now
    }

    /// The server has the next move: it takes as long as it takes.
    func holdClock() {
        deadline.store(.max, ordering: .relaxed)
    }

    /// The client has so long for its next move.
    func startClock(_ time: Duration, extra nanoseconds: UInt64 = 0) {
        deadline.store(
            MonotonicClock.now + time.nanoseconds + nanoseconds, ordering: .relaxed)
    }

    /// The client moved; it has so much more time. Only the thread that serves the connection sets
    /// the clock.
    func extendClock(by nanoseconds: UInt64) {
        deadline.store(
            deadline.load(ordering: .relaxed) &+ nanoseconds, ordering: .relaxed)
    }
}
