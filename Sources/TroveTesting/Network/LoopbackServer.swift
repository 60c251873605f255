import Synchronization

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

    /// The port it listens on, chosen by the system.
    package let port: UInt16
    private let core: Core
    private let acceptor: Mutex<RunningThread?>

    /// Starts a server.
    ///
    /// - Throws: `SystemCallError` when there is no port or no thread left.
    package init(script: @escaping Script) throws {
        let listening = try Socket.listen()
        let core = Core(listening: listening, script: script)
        port = try listening.port()
        self.core = core
        acceptor = Mutex(try RunningThread { core.accept(from: listening) })
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
        acceptor.withLock { $0?.join() }
        core.joinAll()
    }
}

/// What the threads share; they do not keep the server itself, so that it can go.
private final class Core: Sendable {
    struct State {
        var connectionCount = 0
        var requests: [LoopbackRequest] = []
        var listening: Socket?
        /// The connections and their threads, by number.
        var sockets: [Int: Socket] = [:]
        var threads: [Int: RunningThread] = [:]
        /// The threads that have nothing more to do.
        var ended: [Int] = []
        var isStopped = false
    }

    let state = Mutex(State())
    private let script: LoopbackServer.Script

    init(listening: Socket, script: @escaping LoopbackServer.Script) {
        self.script = script
        state.withLock { $0.listening = listening }
    }

    func accept(from listening: Socket) {
        // A system that has no descriptor or thread left shows as a server that does not answer.
        while let socket = try? listening.accept() {
            joinEnded()
            let (number, isStopped) = state.withLock { state in
                let number = state.connectionCount
                state.connectionCount += 1
                state.sockets[number] = socket
                return (number, state.isStopped)
            }
            if isStopped { break }
            guard let thread = try? RunningThread({ self.serve(socket, number) }) else { break }
            state.withLock { $0.threads[number] = thread }
        }
        listening.close()
    }

    /// Lets all sockets see their ends.
    func stop() {
        let sockets = state.withLock { state in
            state.isStopped = true
            return state.sockets.values + [state.listening].compactMap(\.self)
        }
        for socket in sockets { socket.interrupt() }
    }

    /// Waits for all scripts; no connection is accepted any more.
    func joinAll() {
        let threads = state.withLock { state in
            defer { state.threads = [:] }
            return Array(state.threads.values)
        }
        for thread in threads { thread.join() }
    }

    /// Lets the threads go that have ended, so that thousands of connections do no harm.
    private func joinEnded() {
        let threads = state.withLock { state in
            defer { state.ended = [] }
            return state.ended.compactMap { state.threads.removeValue(forKey: $0) }
        }
        for thread in threads { thread.join() }
    }

    private func serve(_ socket: Socket, _ number: Int) {
        let connection = LoopbackConnection(number: number, socket: socket) { request in
            self.state.withLock { $0.requests.append(request) }
        }
        // A client that is gone ends the script, as in any server; a script that is wrong shows at
        // the client.
        try? script(connection)
        socket.close()
        state.withLock { state in
            state.sockets[number] = nil
            state.ended.append(number)
        }
    }
}
