import TroveLoopback

/// A port that never answers, as behind a firewall: connections to it neither succeed nor are
/// refused while the value lives.
///
/// It listens with a full backlog. Linux drops the first packet of a further connection when one
/// more than the backlog wait to be accepted.
package final class SilentPort: Sendable {
    /// The port number.
    package let port: UInt16
    private let listening: Socket
    private let waiting: Socket

    /// Binds a port and fills its backlog.
    ///
    /// - Throws: `SystemCallError` when that fails.
    package init() throws {
        listening = try Socket.listen(backlog: 0)
        port = try listening.port()
        waiting = try Socket.connect(toPort: port)
    }

    /// The address of the port's root.
    package var url: String { "http://127.0.0.1:\(port)/" }
}
