/// A port that never answers, as if behind a firewall: connections to it neither come about nor are
/// refused, as long as the value lives.
///
/// It listens, but has no room for a connection: Linux drops the first packet of a further one when
/// as many wait to be accepted as the backlog says, and one more.
package final class SilentPort: Sendable {
    /// The port.
    package let port: UInt16
    private let listening: Socket
    private let waiting: Socket

    /// Takes a port and fills it.
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
