import Glibc
import TroveLoopback

/// One client's connection to a `FaultProxy`, and the proxy's connection to the server for it.
///
/// It runs on one thread, which reads a request, applies its fault, and reads the next. Both
/// connections end together, so that each side sees the other's end as without a proxy.
final class ProxyConnection {
    /// How the connection ends.
    private enum Ending: Error {
        /// By a reset; the reason is for the trace.
        case reset(String)
        /// By a close, which delivers everything sent.
        case close(String)

        var reason: String {
            switch self {
            case .reset(let reason), .close(let reason): reason
            }
        }
    }

    private let core: ProxyCore
    private let generation: Int
    private let wake: FileDescriptor
    /// The client's socket; nil after it was closed.
    private var client: Socket?
    private var server: Socket?
    private var fromClient: [UInt8] = []
    private var fromServer: [UInt8] = []
    private var clientHasEnded = false
    private var serverHasEnded = false

    /// Serves a client until either side, or a fault, ends the connection.
    ///
    /// - Parameters:
    ///   - client: The client's connection.
    ///   - core: The proxy.
    ///   - generation: The proxy's generation in which the connection was made.
    static func serve(_ client: Socket, for core: ProxyCore, generation: Int) {
        do {
            let (number, pipe) = try core.beginWaiting()
            defer { core.endWaiting(number) }
            ProxyConnection(core, client, generation: generation, wake: pipe).run()
        } catch {
            core.drop(error)
        }
    }

    private init(
        _ core: ProxyCore, _ client: Socket, generation: Int, wake: FileDescriptor
    ) {
        self.core = core
        self.client = client
        self.generation = generation
        self.wake = wake
    }

    private func run() {
        do {
            while let message = try nextRequest() { try serve(message) }
        } catch Ending.close {
            // Everything sent arrives before the end.
        } catch {
            client?.reset()
        }
    }

    /// Waits for a complete request. Returns nil when none will come.
    private func nextRequest() throws -> HTTPMessage? {
        while true {
            if let request = try HTTPMessage.request(in: fromClient) {
                fromClient.removeFirst(request.bytes.count)
                return request
            }
            if clientHasEnded || serverHasEnded { return nil }
            try move()
        }
    }

    private func serve(_ message: HTTPMessage) throws {
        let (request, fault, copies) = core.arrived(message)
        do {
            while core.partition == .silent { try move() }
            for copy in copies {
                try forward(copy)
                _ = try awaitReply(to: copy.startLine[0])
            }
            try answer(request, message, fault)
        } catch let ending as Ending {
            core.ended(request, ending.reason)
            throw ending
        }
    }

    private func answer(_ request: ProxiedRequest, _ message: HTTPMessage, _ fault: Fault) throws {
        switch fault {
        case .refuse(let time):
            core.beginRefusal(for: request)
            defer { core.endRefusal(for: request) }
            client?.reset()
            client = nil
            try pause(time)
            throw Ending.reset("refused")
        case .reset:
            throw Ending.reset("reset")
        case .swallow(let time):
            try pause(time)
            throw Ending.reset("swallowed")
        case .pass, .loseReply, .cutReply, .repeatRequest, .repeatLater, .delay, .drip:
            break
        }
        try forward(message)
        var first: HTTPMessage?
        if fault == .repeatRequest {
            let reply = try awaitReply(to: request.method)
            first = reply
            if !Self.isNotCarriedOut(reply) { try forward(message) }
        }
        if fault == .loseReply {
            while fromServer.isEmpty && !serverHasEnded { try move() }
            throw Ending.reset("reply lost")
        }
        var reply: HTTPMessage
        if let first, Self.isNotCarriedOut(first) {
            reply = first
        } else {
            reply = try awaitReply(to: request.method)
            if let first, Self.isNotCarriedOut(reply) { reply = first }
        }
        if Self.isNotCarriedOut(reply) { core.forgetCopy(of: request) }
        try passOn(reply, to: request, fault)
        if message.closes || reply.closes { throw Ending.close("closed") }
    }

    /// Whether a reply promises that the request was not carried out. Its client relies on that, so
    /// no copy of the request may be carried out.
    private static func isNotCarriedOut(_ reply: HTTPMessage) -> Bool {
        reply.startLine[1] == "503"
    }

    private func passOn(_ reply: HTTPMessage, to request: ProxiedRequest, _ fault: Fault) throws {
        if case .delay(let time) = fault { try pause(time) }
        while [.silent, .withoutReplies].contains(core.partition), !clientHasEnded { try move() }
        let count = reply.bytes.count
        switch fault {
        case .cutReply:
            // Sends at least the first byte of the head, and never the last byte of the reply.
            let cut = max(1, reply.headCount / 2 + (count - reply.headCount) / 2)
            try send(reply.bytes[..<cut])
            throw Ending.close("reply cut after \(cut) of \(count) bytes")
        case .drip(let time):
            let piece = (count + 15) / 16
            for start in stride(from: 0, to: count, by: piece) {
                try pause(time / 16)
                try send(reply.bytes[start..<min(start + piece, count)])
            }
        default:
            try send(reply.bytes[...])
        }
        core.ended(
            request, "answered \(reply.startLine[1]), \(count) bytes", bytes: count, isWhole: true)
    }

    // MARK: Messages

    /// Sends a complete message to the server.
    private func forward(_ message: HTTPMessage) throws {
        if server == nil {
            do {
                server = try Socket.connect(toPort: core.serverPort)
            } catch {
                throw Ending.reset("no server: \(error)")
            }
        }
        var rest = message.bytes[...]
        while !rest.isEmpty {
            guard let server, !serverHasEnded, let count = server.offer(rest) else {
                throw Ending.reset("the server has closed the connection")
            }
            rest = rest.dropFirst(count)
            if count == 0 { try move(writingTo: server) }
        }
    }

    /// Waits for the server's reply.
    ///
    /// A `GET` is abandoned when the client has gone. Any other request is completed, as it is when
    /// a client exits right after sending it.
    private func awaitReply(to method: String) throws -> HTTPMessage {
        while true {
            let reply = try HTTPMessage.reply(
                in: fromServer, to: method, hasEnded: serverHasEnded)
            if let reply {
                fromServer = []
                return reply
            }
            if serverHasEnded {
                try send(fromServer[...])
                throw Ending.reset("the server went away after \(fromServer.count) bytes")
            }
            if clientHasEnded && method == "GET" { throw Ending.close("the client has gone") }
            try move()
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            guard let client, !clientHasEnded, let count = client.offer(rest) else {
                throw Ending.close("the client has gone")
            }
            rest = rest.dropFirst(count)
            if count == 0 { try move(writingTo: client) }
        }
    }

    // MARK: Waiting

    /// Waits for this time, unless the client disconnects.
    private func pause(_ time: Duration) throws {
        let deadline = Deadline(after: time)
        while !deadline.hasPassed && !clientHasEnded { try move(until: deadline) }
    }

    /// Waits for input from the client, the server or the proxy, or for room to write, and reads
    /// what has come.
    private func move(
        writingTo writing: Socket? = nil, until deadline: Deadline? = nil
    ) throws {
        guard core.isAlive(generation: generation) else {
            throw Ending.reset("all connections are reset")
        }
        var requests = [pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0)]
        func ask(_ socket: Socket?, _ hasEnded: Bool) throws {
            guard let socket, !hasEnded else { return }
            let events = socket === writing ? POLLIN | POLLOUT : POLLIN
            requests.append(pollfd(fd: try socket.number(), events: Int16(events), revents: 0))
        }
        try ask(client, clientHasEnded)
        try ask(server, serverHasEnded)
        let limit = deadline ?? Deadline(after: .seconds(3600))
        _ = try Poll.wait(for: requests, until: limit)
        ProxyCore.drain(wake)
        take(from: client, into: &fromClient, &clientHasEnded)
        take(from: server, into: &fromServer, &serverHasEnded)
        guard core.isAlive(generation: generation) else {
            throw Ending.reset("all connections are reset")
        }
    }

    private func take(
        from socket: Socket?, into bytes: inout [UInt8], _ hasEnded: inout Bool
    ) {
        guard let socket else { return }
        while !hasEnded {
            switch socket.receive() {
            case .bytes(let received): bytes += received
            case .nothing: return
            case .end: hasEnded = true
            }
        }
    }
}
