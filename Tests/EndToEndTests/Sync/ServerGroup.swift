import Testing
import TroveTesting

/// Servers with one store. In front of several, HAProxy runs with its sample of
/// `Packaging/samples`.
final class ServerGroup {
    let all: [ServerUnderTest]
    /// The port for clients.
    let port: UInt16
    private let balancer: SampleProxy?

    /// Starts servers.
    ///
    /// - Parameters:
    ///   - path: The program; nil for the built one.
    ///   - count: Their number, at most three. Several need a database.
    ///   - database: The URL of a database for the store; nil for a file.
    ///   - arguments: Additional arguments of each.
    /// - Throws: `ServerStartFailure` or `WaitFailure` when a program does not start.
    init(path: String? = nil, count: Int = 1, database: String? = nil, arguments: [String] = [])
        throws
    {
        let own = count > 1 ? ["--behind-proxy"] : []
        let servers = try (0..<count).map { _ in
            try ServerUnderTest(path: path, database: database, arguments: own + arguments)
        }
        all = servers
        guard count > 1 else {
            balancer = nil
            port = servers[0].port
            return
        }
        let balancer = try SampleProxy()
        try balancer.startHAProxy(for: servers)
        self.balancer = balancer
        port = balancer.port
    }

    /// The address for clients.
    var url: String { "http://127.0.0.1:\(port)" }

    /// The logs of all servers.
    var log: String { all.map(\.log).joined() }

    /// Starts the servers that do not run, and waits until clients reach one.
    ///
    /// - Throws: As `ServerUnderTest.start` does; `SystemCallError` when HAProxy has ended.
    func start() throws {
        for server in all { try server.start() }
        try Waiting.until("a server that is ready", isReady)
    }

    /// Whether a client reaches a server that can use its store. HAProxy learns only from its next
    /// check that a server runs again.
    private func isReady() throws -> Bool {
        let exchange = try RawExchange(port: Int(port))
        try exchange.send("GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try exchange.readReply().status == 204
    }
}
