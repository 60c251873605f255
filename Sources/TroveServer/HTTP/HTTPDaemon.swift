import CMicroHTTPD
import Glibc
import TroveSystem
package import TroveWire

/// The HTTP server: accepts connections and requests, passes each request to a handler, and sends
/// the answers. Parks polls and wakes them.
///
/// libmicrohttpd reads and writes on `HTTPThreads`, with epoll. A request that waits is suspended
/// there, and resumed when it has an answer. Passwords are hashed on threads of their own, as is
/// work that may wait for a database, and one thread watches the deadlines. The state that threads
/// share is in `shared`, behind its lock, or atomic. That lock is taken before the library's, never
/// the other way round.
package final class HTTPDaemon: Sendable {
    /// The state shared by all threads.
    struct Shared {
        var polls = ParkedPolls<ActiveRequest>()
        /// Requests waiting for another thread: for slow work, or because the handler may wait.
        var working: [ObjectIdentifier: (request: ActiveRequest, isSlow: Bool)] = [:]
        var connections = ConnectionTable()
        /// The number of connections that were refused, because their peer had too many.
        var refused = 0
        /// The number of active requests.
        var active = 0
        /// When the watch wakes next; nil for only when notified.
        var watchSleepsUntil: Duration?
        var isDraining = false
        var isStopping = false
        var isWatching = true
    }

    let handler: any RequestHandler
    let limits: HTTPLimits
    let shared = Monitor(Shared())
    /// Hashes passwords, which takes long.
    private let hashing: WorkerPool
    /// Runs what may wait for a database.
    private let storeWork: WorkerPool
    /// The request bodies in memory.
    let bodies = Locked(HeldBytes())
    /// The long answers that are being sent.
    let answers = Locked(HeldBytes())
    let certificates: CertificateStore?
    let headCheck: HeadCheck
    private let record: @Sendable (RequestRecord) -> Void
    /// Receives what an operator should know about clients, as often as it happens.
    let notice: @Sendable (ConnectionNotice) -> Void
    /// The threads that serve connections; nil once stopped. Set by `init`, taken by the first
    /// `stop`.
    private let threads = Locked<HTTPThreads?>(nil)
    private let watch: SystemThread

    /// The address that the server listens on, with the actual port.
    package let address: ListenAddress

    /// Starts to serve on a socket, which it takes over; with TLS if there are certificates. Calls
    /// `record` at the end of each request, and `notice`, on the daemon's threads.
    ///
    /// - Throws: `ServerFailure`.
    package init(
        _ listener: consuming ListeningSocket, handler: any RequestHandler,
        limits: HTTPLimits = HTTPLimits(), certificates: CertificateStore? = nil,
        headCheck: HeadCheck = .layout,
        record: @escaping @Sendable (RequestRecord) -> Void = { _ in },
        notice: @escaping @Sendable (ConnectionNotice) -> Void = { _ in }
    ) throws(ServerFailure) {
        self.handler = handler
        self.limits = limits
        self.certificates = certificates
        self.headCheck = headCheck
        self.notice = notice
        self.record = record
        hashing = WorkerPool(threads: limits.slowThreads, waiting: limits.slowWaiting)
        // A connection has one request at a time.
        storeWork = WorkerPool(threads: limits.waitingThreads, waiting: limits.connections)
        address = listener.address
        do throws(SystemThread.CannotStart) {
            watch = try SystemThread { [shared, limits] in keepWatch(shared, limits) }
        } catch {
            throw .noThread
        }
        // The library keeps the pointer until `stop`, which releases it.
        let owner = unsafe Unmanaged.passRetained(self)
        let started = unsafe HTTPThreads(
            listener, limits, hasTLS: certificates != nil, owner: owner.toOpaque(),
            isFull: { [shared, limits] in
                shared.withLock { $0.connections.count >= limits.connections }
            })
        guard let started else {
            unsafe owner.release()
            endWatch()
            throw .noDaemon
        }
        threads.withLock { $0 = started }
    }

    /// Lets clients go: each response closes its connection from now on. Keeps serving until
    /// `stop`.
    package func drain() {
        shared.withLock { $0.isDraining = true }
    }

    /// Stops the server: accepts no more connections, and answers all active and parked requests.
    /// Returns when that is done, or after `HTTPLimits.stopLimit`. Another call returns
    /// immediately.
    ///
    /// - Returns: whether all requests were answered.
    @discardableResult
    package func stop() -> Bool {
        guard let threads = threads.withLock({ $0.take() }) else { return true }
        threads.stopAccepting()
        let polls = shared.withLock { shared in
            shared.isStopping = true
            // A request may have arrived without being read yet, as the first of its connection or
            // after another one. It is answered too.
            for connection in shared.connections.idle { connection.endInput() }
            return shared.polls.removeAll()
        }
        for poll in polls { poll.wake(isLast: true) }
        hashing.close()
        storeWork.close()
        let deadline = MonotonicClock.uptime + limits.stopLimit
        let isDone =
            shared.wait(until: deadline) { shared, _ in
                shared.active == 0 && shared.connections.count == 0 ? true : nil
            } ?? false
        // No request may be suspended when the library stops; from here on none is added.
        for (activeRequest, _) in shared.withLock({ Array($0.working.values) }) {
            activeRequest.finish(.reply(RequestFault.interrupted.reply, wakes: nil), seen: nil)
        }
        threads.stop()
        endWatch()
        // Balances `passRetained` in `init`; the library no longer uses the pointer.
        unsafe Unmanaged.passUnretained(self).release()
        return isDone
    }

    private func endWatch() {
        shared.withLock { $0.isWatching = false }
        shared.notify()
        watch.join()
    }

    /// Whether the server uses TLS.
    package var hasTLS: Bool { certificates != nil }

    /// Reloads the certificate, for new connections.
    ///
    /// - Throws: `ServerFailure`; the current certificate stays.
    package func reloadCertificate() throws(ServerFailure) {
        try certificates?.reload()
    }

    // MARK: Connections

    func accepts(_ peer: PeerAddress) -> Bool {
        let limit = limits.connectionsOfPeer
        let isTrusted = limits.proxies.contains(peer)
        let (isAccepted, isRefused) = shared.withLock { shared in
            let hasRoom = isTrusted || shared.connections.hasRoom(for: peer, limit: limit)
            if !hasRoom { shared.refused += 1 }
            return (hasRoom && !shared.isStopping, !hasRoom)
        }
        if isRefused { notice(.tooMany(peer: peer.network, limit: limit)) }
        return isAccepted
    }

    func add(_ connection: ClientConnection) {
        let isAwaited = shared.withLock { shared in
            shared.connections.add(connection)
            // It was accepted before the stop.
            if shared.isStopping { connection.endInput() }
            return shared.connections.count == 1
        }
        if isAwaited { shared.notify() }
    }

    /// Removes a connection whose socket is still open.
    func remove(_ connection: ClientConnection) {
        let isAwaited = shared.withLock { shared in
            shared.connections.remove(connection)
            return shared.isStopping
        }
        if isAwaited { shared.notify() }
    }

    // MARK: Requests

    /// Records the start of a request.
    func noteBeginning(on connection: ClientConnection) {
        shared.withLock { shared in
            shared.active += 1
            shared.connections.note(connection, isBusy: true)
        }
    }

    func noteEnd(_ request: RequestRecord, on connection: ClientConnection) {
        record(request)
        let isAwaited = shared.withLock { shared in
            shared.active -= 1
            shared.connections.note(connection, isBusy: false)
            if shared.isStopping { connection.endInput() }
            return shared.isStopping && shared.active == 0
        }
        if isAwaited { shared.notify() }
    }

    /// The number of wakes so far, to be read before looking for changes; nil while the server is
    /// stopping.
    var wakeCount: UInt64? {
        shared.withLock { $0.isStopping ? nil : $0.polls.wakeCount }
    }

    var closesConnections: Bool {
        shared.withLock { $0.isDraining || $0.isStopping }
    }

    /// Resumes the parked polls of a user.
    package func wake(_ user: UserID) {
        for poll in shared.withLock({ $0.polls.wake(user) }) { poll.wake(isLast: false) }
    }

    /// The users of the parked polls, each with the oldest version that a poll has seen.
    package var waiting: [UserID: Version] { shared.withLock { $0.polls.versions } }

    /// Parks a suspended request until a deadline, unless its user was woken since `seen`, the
    /// `wakeCount` from before it looked for changes. It has seen the history up to `version`.
    func park(
        _ activeRequest: ActiveRequest, user: UserID, deadline: Duration, seen: UInt64,
        at version: Version
    ) {
        let (parking, isAwaited) = shared.withLock { shared in
            guard !shared.isStopping else {
                return (ParkedPolls<ActiveRequest>.Parking.missed, false)
            }
            let parking = shared.polls.park(
                activeRequest, user: user, deadline: deadline, seen: seen, at: version,
                limit: limits.pollsOfUser)
            return (parking, shared.watchSleepsUntil.map { deadline < $0 } ?? true)
        }
        switch parking {
        // A server that is stopping parks nothing, and answers now.
        case .missed: activeRequest.wake(isLast: false)
        case .parked(let tooMany): tooMany?.wake(isLast: true)
        }
        if isAwaited { shared.notify() }
    }

    /// The current load.
    package var load: HTTPLoad {
        shared.withLock { shared in
            HTTPLoad(
                connections: shared.connections.count, refused: shared.refused,
                polls: shared.polls.count, slow: shared.working.values.count { $0.isSlow })
        }
    }

    /// Runs slow work for a suspended request.
    func work(for activeRequest: ActiveRequest, _ work: @escaping @Sendable () -> ServerAnswer) {
        if !run(work, isSlow: true, for: activeRequest, seen: nil) {
            let fault = wakeCount == nil ? RequestFault.stopping : .tooManyRequests
            activeRequest.finish(.reply(fault.reply, wakes: nil), seen: nil)
        }
    }

    /// Whether the handler's answer to a request gets a thread on which it may wait.
    func hasThread(for request: ServerRequest) -> Bool {
        limits.waitingThreads > 0
            && handler.mayWait(method: request.method, path: request.path)
    }

    /// Asks the handler about a suspended request, on a thread that may wait. `seen` is the
    /// `wakeCount` from before; nil if the request must be answered now.
    func ask(for activeRequest: ActiveRequest, _ request: ServerRequest, seen: UInt64?) {
        let work = { @Sendable [handler] in handler.answer(request, isLast: seen == nil) }
        // A daemon that is stopping asks on the connection's thread.
        if !run(work, isSlow: false, for: activeRequest, seen: seen) {
            activeRequest.wake(isLast: true)
        }
    }

    /// Runs work for a suspended request, and lists the request until it is done. Returns false if
    /// too many wait already, or if the daemon is stopping.
    private func run(
        _ work: @escaping @Sendable () -> ServerAnswer, isSlow: Bool,
        for activeRequest: ActiveRequest, seen: UInt64?
    ) -> Bool {
        let threads = isSlow ? hashing : storeWork
        guard threads.reserve() else { return false }
        let isWelcome = shared.withLock { shared in
            guard !shared.isStopping else { return false }
            shared.working[ObjectIdentifier(activeRequest)] = (activeRequest, isSlow)
            return true
        }
        guard isWelcome else {
            threads.release()
            return false
        }
        threads.run {
            let answer = work()
            // Under the lock: `stop` finishes the listed requests before it stops libmicrohttpd,
            // which must have no suspended request by then.
            self.shared.withLock { shared in
                shared.working.removeValue(forKey: ObjectIdentifier(activeRequest))
                activeRequest.finish(answer, seen: seen)
            }
        }
        return true
    }
}
