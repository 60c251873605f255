import TroveSystem

/// A TCP server on 127.0.0.1 that does what a script says: it answers, stalls, sends slowly, cuts
/// off, resets, or sends what no server should.
///
/// The script runs once for each connection, on a thread of its own; what it throws ends the
/// connection. Everything ends when the server is stopped or goes.
///
///     let server = try LoopbackServer { connection in
///         while let request = try connection.readRequest() {
///             try connection.reply(200, body: request.body)
///         }
///     }
package final class LoopbackServer: Sendable {
    /// What happens with each connection.
    package typealias Script = @Sendable (LoopbackConnection) throws -> Void

    /// The port it listens on.
    package let port: UInt16
    private let core: Core

    /// Starts a server, at a port that the system chooses unless one is given.
    ///
    /// - Throws: `SystemCallError` when there is no port or no thread left.
    package init(port: UInt16 = 0, script: @escaping Script) throws {
        let listening = try Socket.listen(port: port)
        self.port = try listening.port()
        core = try Core(listening: listening, script: script)
    }

    deinit {
        stop()
    }

    /// The address of a path on the server.
    package func url(_ path: String = "/") -> String {
        "http://127.0.0.1:\(port)\(path)"
    }

    /// How many connections there have been.
    package var connectionCount: Int { core.state.withLock { $0.connectionCount } }

    /// How many connections have a script that has not ended.
    package var openConnectionCount: Int { core.state.withLock { $0.sockets.count } }

    /// The requests that scripts have read, in the order in which they were complete.
    package var requests: [LoopbackRequest] { core.state.withLock { $0.requests } }

    /// Lets go of the port, ends all connections and waits for the scripts.
    package func stop() {
        core.stop()
    }
}

/// What the threads share; they do not keep the server itself, so that it can go.
private final class Core: Sendable {
    struct State {
        var connectionCount = 0
        var requests: [LoopbackRequest] = []
        /// The connections whose scripts run, by number.
        var sockets: [Int: Socket] = [:]
        var isStopped = false
    }

    let state = Locked(State())
    private let listening: Socket
    private let script: LoopbackServer.Script
    private let threads = ThreadGroup()

    init(listening: Socket, script: @escaping LoopbackServer.Script) throws {
        self.listening = listening
        self.script = script
        try threads.start { self.accept() }
    }

    /// Lets all sockets see their ends, and waits for the scripts.
    func stop() {
        let sockets = state.withLock { state in
            state.isStopped = true
            return [listening] + state.sockets.values
        }
        for socket in sockets { socket.interrupt() }
        threads.joinAll()
    }

    private func accept() {
        // A system that has no descriptor or thread left shows as a server that does not answer.
        while let socket = try? listening.accept() {
            let (number, isStopped) = state.withLock { state in
                let number = state.connectionCount
                state.connectionCount += 1
                state.sockets[number] = socket
                return (number, state.isStopped)
            }
            if isStopped { break }
            do { try threads.start { self.serve(socket, number) } } catch { break }
        }
        listening.close()
    }

    private func serve(_ socket: Socket, _ number: Int) {
        let connection = LoopbackConnection(number: number, socket: socket) { request in
            self.state.withLock { $0.requests.append(request) }
        }
        // A client that is gone ends the script, as in any server; a script that is wrong shows at
        // the client.
        try? script(connection)
        socket.close()
        state.withLock { $0.sockets[number] = nil }
    }
}
