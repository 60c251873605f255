/// The open connections, and how many each peer has.
package struct ConnectionTable: Sendable {
    private var connections: [Int32: ClientConnection] = [:]
    /// Those with a request that has begun and is not over, by their sockets.
    private var busy: Set<Int32> = []
    private var ofPeer: [PeerAddress.Key: Int] = [:]

    /// No connection is open.
    package init() {}

    /// The number of open connections.
    package var count: Int { connections.count }
    /// Those without a request.
    var idle: [ClientConnection] { connections.values.filter { !busy.contains($0.socket) } }
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

    /// A request on a connection has begun, or is over.
    mutating func note(_ connection: ClientConnection, isBusy: Bool) {
        if isBusy { busy.insert(connection.socket) } else { busy.remove(connection.socket) }
    }

    /// A connection has ended; its socket is still open.
    package mutating func remove(_ connection: ClientConnection) {
        guard connections.removeValue(forKey: connection.socket) != nil else { return }
        busy.remove(connection.socket)
        let key = connection.peer.key
        let rest = (ofPeer[key] ?? 1) - 1
        ofPeer[key] = rest > 0 ? rest : nil
    }
}
