import CMicroHTTPD
import Glibc
import Synchronization
import TroveSystem
import TroveWire

/// The HTTP server: takes connections and requests, asks a handler about each, and sends what it
/// says; parks polls, and wakes them.
///
/// libmicrohttpd does the reading and writing on two threads of its own, with epoll. A request that
/// has to wait is suspended there, and resumed when there is something to say. Slow work has two more
/// threads, and one thread watches the deadlines. Everything that the threads share is in `shared`,
/// behind its lock, or atomic; the lock is taken before the library's, never inside it.
package final class HTTPDaemon: @unchecked Sendable {
    /// What all threads share.
    struct Shared {
        var polls = ParkedPolls<ActiveRequest>()
        /// Requests that wait for slow work.
        var working: [ObjectIdentifier: ActiveRequest] = [:]
        var connections = ConnectionTable()
        /// Requests that have begun and are not over.
        var active = 0
        /// Until when the watch sleeps; nil for "until it is woken".
        var watchSleepsUntil: UInt64?
        var isStopping = false
        var isWatching = true
    }

    let handler: any RequestHandler
    let limits: HTTPLimits
    let shared = Monitor(Shared())
    let slowWork: SlowWork
    /// The bytes of bodies that are kept at this moment.
    let bodyBytes = Atomic(0)
    let certificates: CertificateStore?
    let headCheck: HeadCheck
    private let record: @Sendable (RequestRecord) -> Void
    /// The library's part; nil after the end. Set by `init`, taken by the first `stop`.
    private let library = Locked<Library?>(nil)
    private let watch: SystemThread

    /// A daemon of libmicrohttpd, which is started once and stopped once.
    @safe private struct Library: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Where it listens: the address and the port that it was given.
    package let address: ListenAddress

    /// Starts to serve at a socket, which is used up; with TLS where there are certificates. Each
    /// request that is over is told to `record`, on the daemon's threads.
    ///
    /// - Throws: `ServerFailure`.
    package init(
        _ listener: consuming ListeningSocket, handler: any RequestHandler,
        limits: HTTPLimits = HTTPLimits(), certificates: CertificateStore? = nil,
        headCheck: HeadCheck = .layout,
        record: @escaping @Sendable (RequestRecord) -> Void = { _ in }
    ) throws(ServerFailure) {
        self.handler = handler
        self.limits = limits
        self.certificates = certificates
        self.headCheck = headCheck
        self.record = record
        slowWork = SlowWork(threads: limits.slowThreads, waiting: limits.slowWaiting)
        address = listener.address
        do throws(SystemThread.CannotStart) {
            watch = try SystemThread { [shared, limits] in keepWatch(shared, limits) }
        } catch {
            throw .noThread
        }
        // The library keeps the pointer until `stop`, which takes it back.
        let owner = unsafe Unmanaged.passRetained(self)
        let started = unsafe start(listener.take(), owner.toOpaque())
        guard let started = unsafe started else {
            unsafe owner.release()
            endWatch()
            throw .noDaemon
        }
        library.withLock { unsafe $0 = Library(pointer: started) }
    }

    private func start(_ socket: Int32, _ owner: UnsafeMutableRawPointer) -> OpaquePointer? {
        var settings = unsafe trove_httpd_settings(
            socket: socket, threads: 2, connections: UInt32(clamping: max(limits.connections, 2)),
            timeout: UInt32(clamping: limits.idle.components.seconds),
            // Half of it is for the head, the rest for the list of its fields.
            memory: limits.head * 2, owner: owner, accepts: acceptConnection,
            connection_changes: changeConnection, begins: beginRequest, advances: advanceRequest,
            ends: endRequest, priorities: nil, certificate: nil)
        guard certificates != nil else { return unsafe trove_httpd_start(&settings) }
        unsafe settings.certificate = chooseCertificate
        // The text lives until the call returns, and the library makes its own of it.
        return unsafe CertificateStore.priorities.withCString { priorities in
            unsafe settings.priorities = priorities
            return unsafe trove_httpd_start(&settings)
        }
    }

    /// Ends: takes no more connections, answers what has begun and what is parked, and returns when
    /// that is done, or after `HTTPLimits.farewell`. The second call returns at once.
    ///
    /// - Returns: Whether everything was answered.
    @discardableResult
    package func stop() -> Bool {
        guard let library = library.withLock({ $0.take() }) else { return true }
        let polls = shared.withLock { shared in
            shared.isStopping = true
            // A request may have come that nobody has looked at yet, behind one that was answered or as
            // the first of its connection. It is answered, too.
            for connection in shared.connections.idle { connection.endInput() }
            return shared.polls.removeAll()
        }
        for poll in polls { poll.wake() }
        slowWork.close()
        let deadline = MonotonicClock.now + limits.farewell.nanoseconds
        let isDone =
            shared.wait(until: deadline) { shared, _ in
                shared.active == 0 && shared.connections.count == 0 ? true : nil
            } ?? false
        // Nothing may be suspended when the library ends. Nobody is added here any more.
        for activeRequest in shared.withLock({ Array($0.working.values) }) {
            activeRequest.finish(.reply(RequestFault.stopping.reply, wakes: nil))
        }
        unsafe MHD_stop_daemon(library.pointer)
        endWatch()
        // What `init` handed to the library, which has forgotten it now.
        unsafe Unmanaged.passUnretained(self).release()
        return isDone
    }

    private func endWatch() {
        shared.withLock { $0.isWatching = false }
        shared.notify()
        watch.join()
    }

    /// Whether connections are encrypted.
    package var hasTLS: Bool { certificates != nil }

    /// Reads the certificate anew; new connections get it.
    ///
    /// - Throws: `ServerFailure`; the one that was stays.
    package func reloadCertificate() throws(ServerFailure) {
        try certificates?.reload()
    }

    // MARK: Connections

    /// Whether a new connection is welcome.
    func accepts(_ peer: PeerAddress) -> Bool {
        shared.withLock { shared in
            !shared.isStopping
                && shared.connections.hasRoom(for: peer, limit: limits.connectionsOfPeer)
        }
    }

    /// A connection has begun.
    func add(_ connection: ClientConnection) {
        let isAwaited = shared.withLock { shared in
            shared.connections.add(connection)
            return shared.connections.count == 1
        }
        if isAwaited { shared.notify() }
    }

    /// A connection has ended; its socket is still open.
    func remove(_ connection: ClientConnection) {
        let isAwaited = shared.withLock { shared in
            shared.connections.remove(connection)
            return shared.isStopping
        }
        if isAwaited { shared.notify() }
    }

    // MARK: Requests

    /// A request has begun.
    func noteBeginning(on connection: ClientConnection) {
        shared.withLock { shared in
            shared.active += 1
            shared.connections.note(connection, isBusy: true)
        }
    }

    /// A request is over.
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

    /// How often somebody was woken, to be asked for before news are looked for; nil when the server
    /// is about to end.
    var wakeCount: UInt64? {
        shared.withLock { $0.isStopping ? nil : $0.polls.wakeCount }
    }

    /// Lets the parked polls of a user be answered.
    func wake(_ user: UserID) {
        for poll in shared.withLock({ $0.polls.wake(user) }) { poll.wake() }
    }

    /// Parks a request, which is suspended already.
    func park(_ activeRequest: ActiveRequest, user: UserID, seconds: Int, seen: UInt64) {
        let deadline = MonotonicClock.now + UInt64(seconds) * 1_000_000_000
        let (parking, isAwaited) = shared.withLock { shared in
            guard !shared.isStopping else {
                return (ParkedPolls<ActiveRequest>.Parking.missed, false)
            }
            let parking = shared.polls.park(
                activeRequest, user: user, deadline: deadline, seen: seen, limit: limits.pollsOfUser
            )
            return (parking, deadline < shared.watchSleepsUntil ?? .max)
        }
        switch parking {
        case .missed: activeRequest.wake()
        case .parked(let tooMany): tooMany?.wake()
        }
        if isAwaited { shared.notify() }
    }

    /// Returns what the daemon is busy with at this moment.
    package var load: HTTPLoad {
        shared.withLock { shared in
            HTTPLoad(
                connections: shared.connections.count, polls: shared.polls.count,
                slow: shared.working.count)
        }
    }

    /// Does slow work for a request, which is suspended already.
    func work(for activeRequest: ActiveRequest, _ work: @escaping @Sendable () -> ServerAnswer) {
        let hasPlace = slowWork.reserve()
        let isWelcome = shared.withLock { shared in
            guard hasPlace, !shared.isStopping else { return false }
            shared.working[ObjectIdentifier(activeRequest)] = activeRequest
            return true
        }
        guard isWelcome else {
            if hasPlace { slowWork.run {} }
            let fault = hasPlace ? RequestFault.stopping : .muchWork
            activeRequest.finish(.reply(fault.reply, wakes: nil))
            return
        }
        slowWork.run {
            let answer = work()
            _ = self.shared.withLock {
                $0.working.removeValue(forKey: ObjectIdentifier(activeRequest))
            }
            activeRequest.finish(answer)
        }
    }
}

// MARK: The watch

/// Looks after deadlines until it is told to end: parked polls are answered at theirs, and clients
/// that are too slow are cut off.
private func keepWatch(_ shared: Monitor<HTTPDaemon.Shared>, _ limits: HTTPLimits) {
    // A client may be late by a quarter of its time, or a second.
    let pause = min(limits.patience.nanoseconds, limits.idle.nanoseconds) / 4
    let tick = max(1_000_000, min(1_000_000_000, pause))
    var nextLook: UInt64 = 0
    var isWatching = true
    while isWatching {
        // Nil when a deadline passed between the look at the clock and the wait: look again.
        let due: [ActiveRequest]? = shared.wait { shared, deadline in
            isWatching = shared.isWatching
            guard isWatching else { return [] }
            let now = MonotonicClock.now
            if now >= nextLook {
                nextLook = now + tick
                for connection in shared.connections.all where connection.isLate(now) {
                    // The library sees the end of the stream and closes the connection; the socket
                    // is open because the connection is still in the table.
                    _ = Glibc.shutdown(connection.socket, Int32(SHUT_RDWR))
                    connection.holdClock()
                }
            }
            let due = shared.polls.due(now)
            if !due.isEmpty { return due }
            let look = shared.connections.count == 0 ? nil : Optional(nextLook)
            deadline = [look, shared.polls.nextDeadline].compactMap { $0 }.min()
            shared.watchSleepsUntil = deadline
            return nil
        }
        for poll in due ?? [] { poll.wake() }
    }
}
