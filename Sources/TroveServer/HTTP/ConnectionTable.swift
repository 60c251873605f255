/// The open connections, and the number of each peer.
package struct ConnectionTable: Sendable {
    private var connections: [Int32: ClientConnection] = [:]
    /// The sockets of connections with an active request.
    private var busy: Set<Int32> = []
    private var ofPeer: [PeerAddress.Key: Int] = [:]

    /// Creates an empty table.
    package init() {}

    /// The number of open connections.
    package var count: Int { connections.count }
    /// The connections without an active request.
    var idle: [ClientConnection] { connections.values.filter { !busy.contains($0.socket) } }
    var all: some Collection<ClientConnection> { connections.values }

    /// Returns whether a peer may open another connection. Loopback has no limit.
    package func hasRoom(for peer: PeerAddress, limit: Int) -> Bool {
        peer.isLoopback || ofPeer[peer.key] ?? 0 < limit
    }

    /// Adds a new connection.
    package mutating func add(_ connection: ClientConnection) {
        connections[connection.socket] = connection
        ofPeer[connection.peer.key, default: 0] += 1
    }

    /// Records whether a connection has an active request.
    mutating func note(_ connection: ClientConnection, isBusy: Bool) {
        if isBusy { busy.insert(connection.socket) } else { busy.remove(connection.socket) }
    }

    /// Removes a connection whose socket is still open.
    package mutating func remove(_ connection: ClientConnection) {
        guard connections.removeValue(forKey: connection.socket) != nil else { return }
        busy.remove(connection.socket)
        let key = connection.peer.key
        let rest = (ofPeer[key] ?? 1) - 1
        ofPeer[key] = rest > 0 ? rest : nil
    }
}
