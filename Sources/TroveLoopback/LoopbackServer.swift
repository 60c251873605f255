import TroveSystem

/// A TCP server on 127.0.0.1 controlled by a script, which can answer, stall, send slowly, cut off,
/// reset, or send what no server should.
///
/// The script runs once per connection, on its own thread; an error ends the connection. Everything
/// ends when the server is stopped or deallocated.
///
///     let server = try LoopbackServer { connection in
///         while let request = try connection.readRequest() {
///             try connection.reply(200, body: request.body)
///         }
///     }
package final class LoopbackServer: Sendable {
    /// Serves one connection.
    package typealias Script = @Sendable (LoopbackConnection) throws -> Void

    /// The port it listens on.
    package let port: UInt16
    private let core: Core

    /// Starts a server, on a port that the system chooses unless one is given.
    ///
    /// - Throws: `SystemCallError` when no port or thread is available.
    package init(port: UInt16 = 0, script: @escaping Script) throws {
        let listening = try Socket.listen(port: port)
        self.port = try listening.port()
        core = try Core(listening: listening, script: script)
    }

    deinit {
        stop()
    }

    /// Returns the address of a path on the server.
    package func url(_ path: String = "/") -> String {
        "http://127.0.0.1:\(port)\(path)"
    }

    /// The number of connections so far.
    package var connectionCount: Int { core.state.withLock { $0.connectionCount } }

    /// The number of connections whose scripts are still running.
    package var openConnectionCount: Int { core.state.withLock { $0.sockets.count } }

    /// The requests that scripts have read, in order of completion.
    package var requests: [LoopbackRequest] { core.state.withLock { $0.requests } }

    /// Releases the port, ends all connections and waits for the scripts.
    package func stop() {
        core.stop()
    }
}

/// What the threads share. They do not retain the server, so that it can be deallocated.
private final class Core: Sendable {
    struct State {
        var connectionCount = 0
        var requests: [LoopbackRequest] = []
        /// The connections with running scripts, by number.
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

    /// Interrupts all sockets and waits for the scripts.
    func stop() {
        let sockets = state.withLock { state in
            state.isStopped = true
            return [listening] + state.sockets.values
        }
        for socket in sockets { socket.interrupt() }
        threads.joinAll()
    }

    private func accept() {
        // Without free descriptors or threads, the server stops answering.
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
        // As in any server, a client that has gone ends the script. Mistakes in a script show at
        // the client.
        try? script(connection)
        socket.close()
        state.withLock { $0.sockets[number] = nil }
    }
}
