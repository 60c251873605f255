import Glibc
import TroveLoopback
import TroveSystem

/// A relay on the loopback interface between a client and a PostgreSQL server, which counts the
/// client's round trips: how often it sends something after it has received an answer.
///
/// The relay stops when the value is deallocated.
package final class RoundTripCounter: Sendable {
    private let relay: LoopbackServer
    private let count: Locked<Int>

    /// Starts a relay on a free port.
    ///
    /// - Parameter folder: the folder of the server's socket.
    /// - Throws: `SystemCallError` when no port or thread is available.
    package init(to folder: String) throws {
        let count = Locked(0)
        self.count = count
        relay = try LoopbackServer { connection in
            try Self.relay(connection.socket, folder: folder, count)
        }
    }

    /// The URL of a database of the server, through the relay.
    package func address(of database: String) -> String {
        "postgres://trove@127.0.0.1:\(relay.port)/\(database)"
    }

    /// The round trips on all connections so far.
    package var roundTrips: Int { count.withLock { $0 } }

    /// Relays a connection until one of its sides ends it.
    private static func relay(_ client: Socket, folder: String, _ count: Locked<Int>) throws {
        let server = try Socket.connect(toPath: "\(folder)/.s.PGSQL.5432")
        defer { server.close() }
        var isAnswered = true
        while true {
            let sides = try [client, server].map {
                pollfd(fd: try $0.number(), events: Int16(POLLIN), revents: 0)
            }
            _ = try Poll.wait(for: sides, until: Deadline(after: .seconds(3600)))
            switch client.receive() {
            case .end: return
            case .nothing: break
            case .bytes(let bytes):
                if isAnswered { count.withLock { $0 += 1 } }
                isAnswered = false
                try server.write(bytes)
            }
            switch server.receive() {
            case .end: return
            case .nothing: break
            case .bytes(let bytes):
                isAnswered = true
                try client.write(bytes)
            }
        }
    }
}
