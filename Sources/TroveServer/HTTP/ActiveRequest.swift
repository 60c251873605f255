import CMicroHTTPD
import Glibc
import TroveSystem
import TroveWire

/// A request and its response.
///
/// Everything but `outcome` belongs to the libmicrohttpd thread that serves the connection, and is
/// touched only in its callbacks. Other threads set the outcome and resume the connection, which
/// cannot end while it is suspended.
@safe
final class ActiveRequest: @unchecked Sendable {
    /// The state of receiving the request.
    private enum Phase {
        /// The head is incomplete.
        case head
        /// The body is kept, up to `limit` bytes.
        case keeping(limit: Int)
        /// The rest of the body is discarded, and then the request is refused.
        case refused(RequestFault)
        /// The handler was asked, and the request waits for its outcome.
        case waiting
        case answered
    }

    /// The outcome of a waiting request.
    private enum Outcome {
        case none
        case parked
        case working
        /// The handler must be asked again. `isLast` is true if it must answer now.
        case woken(isLast: Bool)
        /// `seen` is the `wakeCount` from before the handler looked for changes; nil if it had to
        /// answer.
        case ready(ServerAnswer, seen: UInt64?)
    }

    private let daemon: HTTPDaemon
    private let connection: OpaquePointer
    private let client: ClientConnection
    private let began = MonotonicClock.uptime
    /// The request target as received; the pointer below is where the library stores it.
    private let target: [UInt8]
    private let targetAddress: UInt
    private let outcome = Locked(Outcome.none)

    /// The address of the client, perhaps behind a proxy.
    private var peer: PeerAddress
    private var phase = Phase.head
    private var request: ServerRequest?
    private var body: ReceivedBody
    /// When a poll must be answered; nil for a request that was never parked.
    private var pollDeadline: Duration?
    /// Whether the connection closes after the response.
    private var isLast = false
    /// The bytes of the response that count as held, and by whom; nil for none.
    private var held: (count: Int, holder: HeldBytes.Holder)?

    // For the log.
    private var method: String?
    private var path: String?
    private var user: UserID?
    private var status: Int?
    private var sentBytes = 0

    /// Creates a request from its request line. The target is the library's string, which keeps its
    /// place until the request ends.
    init(
        _ daemon: HTTPDaemon, _ connection: OpaquePointer, _ client: ClientConnection,
        target: UnsafePointer<CChar>
    ) {
        self.daemon = daemon
        unsafe self.connection = connection
        self.client = client
        peer = client.peer
        body = ReceivedBody(daemon, of: .unauthenticated(client.peer.key))
        self.target = unsafe Array(
            UnsafeRawBufferPointer(start: target, count: strlen(target)))
        targetAddress = UInt(bitPattern: target)
        daemon.noteBeginning(on: client)
    }

    /// Advances the request when its head, a part of its body (`data`, otherwise nil), the end of
    /// the body or an outcome is available. Returns false to close the connection immediately.
    func advance(
        method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, data: UnsafeRawBufferPointer?
    ) -> Bool {
        switch phase {
        case .head:
            unsafe readHead(method, version)
            return true
        case .keeping(let limit):
            guard let data = unsafe data else { return complete() }
            unsafe keep(data, limit)
            return true
        case .refused(let fault):
            guard let data = unsafe data else { return send(fault.reply) }
            return swallow(data.count)
        case .waiting: return resume()
        case .answered: return true
        }
    }

    // MARK: The head

    private func readHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) {
        let head = unsafe HeadReading(
            connection, method: method, version: version, target: targetAddress, target.count,
            limit: daemon.limits.head)
        do throws(RequestFault) {
            let framing = try accept(head, unsafe String(cString: method))
            switch framing {
            case .none: return
            case .length, .chunked: client.startClock(daemon.limits.timeout)
            }
            // A peer that disagrees about where a chunked body ends must not see a second request.
            isLast = framing == .chunked
        } catch {
            refuse(error, head.fields)
        }
    }

    /// Checks the head and returns how the body is framed.
    private func accept(
        _ reading: HeadReading, _ method: String
    ) throws(RequestFault) -> RequestHead.Framing {
        guard reading.size <= daemon.limits.head else {
            throw .largeHead(limit: daemon.limits.head)
        }
        guard daemon.headCheck != .layout || reading.isTidy else { throw .malformed(.layout) }
        guard method.utf8.allSatisfy(RequestHead.isTokenSign) else { throw .malformed(.method) }
        let framing = try reading.fields.check()
        let target = try RequestTarget(target)
        self.method = method
        path = target.path
        noteForwarding(reading.fields)
        let (asked, limit) = try find(method, target.path)
        request = ServerRequest(
            method: asked, path: target.path, query: target.query, token: reading.fields.token,
            format: reading.fields.format, peer: peer.network)
        if case .length(let length) = framing, length > limit {
            throw .largeBody(limit: limit)
        }
        if framing != .none, let request {
            let user = daemon.handler.recentUser(of: request)
            body = ReceivedBody(daemon, of: user.map { .user($0) } ?? .unauthenticated(peer.key))
        }
        phase = .keeping(limit: limit)
        return framing
    }

    /// Takes the address of the client from a trusted proxy.
    private func noteForwarding(_ head: RequestHead) {
        guard head.isForwarded else { return }
        guard daemon.limits.proxies.contains(client.peer) else {
            return daemon.notice(.unknownProxy(client.peer.text))
        }
        guard let named = head.forwardedFor else {
            return daemon.notice(.unreadableClient(proxy: client.peer.text))
        }
        peer = named
    }

    /// Finds the route and its body limit.
    private func find(
        _ method: String, _ path: String
    ) throws(RequestFault) -> (method: String, limit: Int) {
        // libmicrohttpd omits the body of a response to HEAD.
        let asked = method == "HEAD" ? "GET" : method
        guard let limit = daemon.handler.bodyLimit(method: asked, path: path) else {
            throw .nothingThere
        }
        return (asked, limit)
    }

    /// Refuses the request: after reading its body, if that is small and its end is certain;
    /// otherwise immediately, closing the connection.
    private func refuse(_ fault: RequestFault, _ fields: RequestHead) {
        phase = .refused(fault)
        switch fault {
        case .malformed, .unknownCoding, .largeHead: isLast = true
        default: break
        }
        guard fields.hasBody else { return }
        isLast = true
        let isSmall = (fields.length ?? 0) <= daemon.limits.discardLimit
        if fields.isBodyCertain, isSmall, !fields.expectsWord {
            client.startClock(daemon.limits.timeout)
        } else {
            _ = send(fault.reply)
        }
    }

    // MARK: The body

    private func keep(_ data: UnsafeRawBufferPointer, _ limit: Int) {
        client.extendClock(by: transferTime(data.count))
        do throws(RequestFault) {
            unsafe try body.keep(data, limit: limit)
        } catch {
            isLast = true
            phase = .refused(error)
        }
    }

    private func swallow(_ count: Int) -> Bool {
        client.extendClock(by: transferTime(count))
        return body.discard(count)
    }

    /// Returns how long the transfer of this many bytes may take.
    private func transferTime(_ count: Int) -> Duration {
        .seconds(count) / max(1, daemon.limits.bytesPerSecond)
    }

    // MARK: The response

    /// Passes the complete request to the handler. Returns false if no response can be queued.
    private func complete() -> Bool {
        guard let head = request else { return send(RequestFault.trouble.reply) }
        client.holdClock()
        let whole = ServerRequest(
            method: head.method, path: head.path, query: head.query, token: head.token,
            format: head.format, body: body.take(), peer: head.peer)
        request = whole
        return ask(whole, isLast: false)
    }

    private func ask(_ request: ServerRequest, isLast: Bool) -> Bool {
        let seen = daemon.wakeCount
        let mustAnswer = isLast || seen == nil
        if seen != nil, daemon.hasThread(for: request) {
            suspend(.working)
            daemon.ask(for: self, request, seen: mustAnswer ? nil : seen)
            return true
        }
        return act(
            on: daemon.handler.answer(request, isLast: mustAnswer), seen: mustAnswer ? nil : seen)
    }

    /// Acts on the handler's answer; `seen` is nil if the request must be answered now.
    private func act(on answer: ServerAnswer, seen: UInt64?) -> Bool {
        switch answer {
        case .reply(let reply, let wakes):
            let isSent = send(reply)
            if let wakes { daemon.wake(wakes) }
            return isSent
        case .park(let user, let seconds, let version):
            self.user = user
            guard let seen else { return send(RequestFault.trouble.reply) }
            let wait = min(max(seconds, 0), daemon.limits.parkedSeconds)
            let deadline = pollDeadline ?? MonotonicClock.uptime + .seconds(wait)
            pollDeadline = deadline
            suspend(.parked)
            daemon.park(self, user: user, deadline: deadline, seen: seen, at: version)
            return true
        case .later(let work):
            suspend(.working)
            daemon.work(for: self, work)
            return true
        }
    }

    /// Suspends the connection; from here on other threads may set the outcome.
    private func suspend(_ reason: Outcome) {
        phase = .waiting
        outcome.withLock { $0 = reason }
        unsafe MHD_suspend_connection(connection)
    }

    /// Continues with the outcome of a resumed request. Returns false if no response can be queued.
    private func resume() -> Bool {
        switch outcome.withLock({ $0 }) {
        case .woken(let isLast):
            guard let request else { return send(RequestFault.trouble.reply) }
            return ask(request, isLast: isLast)
        case .ready(let answer, let seen): return act(on: answer, seen: seen)
        case .none, .parked, .working: return true
        }
    }

    /// Resumes a parked request, so that the handler is asked again. Called once, by the thread
    /// that removed the request from the parked ones.
    ///
    /// - Parameter isLast: whether the handler must answer now. Otherwise it may park the request
    ///   again, until the same deadline.
    func wake(isLast: Bool) {
        outcome.withLock { $0 = .woken(isLast: isLast) }
        unsafe MHD_resume_connection(connection)
    }

    /// Passes the answer of another thread to the request, unless it already has an outcome.
    func finish(_ answer: ServerAnswer, seen: UInt64?) {
        let isAwaited = outcome.withLock { outcome in
            guard case .working = outcome else { return false }
            outcome = .ready(answer, seen: seen)
            return true
        }
        if isAwaited { unsafe MHD_resume_connection(connection) }
    }

    /// Queues a response. Returns false if that fails.
    private func send(_ wanted: ServerReply) -> Bool {
        let reply = holding(
            (200...599).contains(wanted.status) ? wanted : RequestFault.trouble.reply)
        phase = .answered
        request = nil
        body.drop()
        status = reply.status
        sentBytes = reply.body.count
        user = reply.user ?? user
        client.startClock(daemon.limits.timeout + transferTime(reply.body.count))
        let isClosing = isLast || daemon.headCheck == .none || daemon.closesConnections
        return unsafe Response(reply, isClosing: isClosing)
            .queue(on: connection, status: reply.status)
    }

    /// Counts the bytes of a long answer until the client has read it. Returns a refusal in its
    /// place if there is no room for it.
    private func holding(_ reply: ServerReply) -> ServerReply {
        let (count, room) = (reply.body.count, daemon.limits.answers)
        guard count > daemon.limits.shortAnswer else { return reply }
        let holder =
            (reply.user ?? user).map { .user($0) } ?? HeldBytes.Holder.unauthenticated(peer.key)
        guard daemon.answers.withLock({ $0.add(count, of: holder, within: room) }) else {
            return RequestFault.unreadAnswers.reply
        }
        held = (count, holder)
        return reply
    }

    // MARK: The end

    /// Ends the request. `isComplete` says whether the response was sent.
    func end(isComplete: Bool) {
        body.drop()
        if let (count, holder) = held { daemon.answers.withLock { $0.remove(count, of: holder) } }
        held = nil
        client.startClock(daemon.limits.idle)
        // libmicrohttpd itself responds to requests that it cannot parse.
        let libraryStatus = Int(unsafe trove_httpd_status(connection))
        daemon.noteEnd(
            RequestRecord(
                method: method, path: path,
                status: status ?? (libraryStatus == 0 ? nil : libraryStatus),
                microseconds: Int((MonotonicClock.uptime - began).nanoseconds / 1000),
                bytes: sentBytes,
                peer: peer.text, user: user, isComplete: isComplete), on: client)
    }
}
