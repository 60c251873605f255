/// The open connections, and how many each peer has.
package struct ConnectionTable: Sendable {
    private var connections: [Int32: ClientConnection] = [:]
    private var ofPeer: [PeerAddress.Key: Int] = [:]

    /// No connection is open.
    package init() {}

    package var count: Int { connections.count }
    var all: some Collection<ClientConnection> { connections.values }

    /// Whether one more of a peer is not too many; this machine may have as many as it likes.
    package func hasRoom(for peer: PeerAddress, limit: Int) -> Bool {
        peer.isLoopback || ofPeer[peer.key] ?? 0 < limit
    }

    /// A connection has begun.
    package mutating func add(_ connection: ClientConnection) {
        connections[connection.socket] = connection
        ofPeer[connection.peer.key, default: 0] += 1
    }

    /// A connection has ended; its socket is still open.
    package mutating func remove(_ connection: ClientConnection) {
        guard connections.removeValue(forKey: connection.socket) != nil else { return }
        let key = connection.peer.key
        let rest = (ofPeer[key] ?? 1) - 1
        ofPeer[key] = rest > 0 ? rest : nil
    }
}
