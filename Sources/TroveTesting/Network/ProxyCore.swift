import Glibc
import TroveLoopback
import TroveSystem

/// The state that the threads of a `FaultProxy` share.
///
/// One lock guards it and is never held while waiting. A thread that waits for sockets also polls a
/// pipe, which gets a byte at every change of the state.
final class ProxyCore: Sendable {
    private struct State {
        var listener: Socket?
        var serverPort: UInt16
        var schedule: FaultSchedule
        var partition = Partition.none
        /// The requests that keep the listener closed.
        var refusals: Set<Int> = []
        /// Connections of an earlier generation must be reset.
        var generation = 0
        var isStopped = false
        var requestCount = 0
        /// Requests to repeat before the request with this number.
        var copies: [Copy] = []
        var traffic = ProxyTraffic()
        var trace: [String] = []
        /// The write ends of the waiting threads' pipes, by a unique number.
        var waiting: [Int: FileDescriptor] = [:]
        var lastWaiting = 0
    }

    /// A request to repeat.
    private struct Copy {
        /// The number of the request.
        let number: Int
        /// The number of the request before which it is repeated.
        let due: Int
        let request: HTTPMessage
        /// Whether the request has ended. Its reply may promise that it was not carried out.
        var hasEnded = false

        func isDue(at number: Int) -> Bool { hasEnded && due <= number }
    }

    /// The maximum number of trace lines.
    private static let traceLimit = 1_000

    /// The port for clients, which stays bound while the listener is closed.
    let port: UInt16
    private let reservation: Socket
    private let state: Locked<State>
    private let threads = ThreadGroup()
    private let start = ContinuousClock.now

    init(serverPort: UInt16, schedule: FaultSchedule) throws {
        reservation = try Socket.bind()
        port = try reservation.port()
        state = Locked(State(serverPort: serverPort, schedule: schedule))
        openOrClose()
    }

    // MARK: - Settings

    var serverPort: UInt16 {
        get { state.withLock { $0.serverPort } }
        set { state.withLock { $0.serverPort = newValue } }
    }

    var schedule: FaultSchedule {
        get { state.withLock { $0.schedule } }
        set { state.withLock { $0.schedule = newValue } }
    }

    var partition: Partition { state.withLock { $0.partition } }

    /// Starts or ends a partition. The connections it resets are closed when this returns.
    func setPartition(_ partition: Partition) {
        change { state in
            guard partition != state.partition else { return }
            Self.note("partition: \(partition)", in: &state, at: start)
            state.partition = partition
            if partition == .down { state.generation += 1 }
        }
        openOrClose()
    }

    func resetConnections() {
        change { state in
            Self.note("all connections are reset", in: &state, at: start)
            state.generation += 1
        }
    }

    /// Refuses new connections until `endRefusal` for the same request. Refusals may overlap.
    func beginRefusal(for request: ProxiedRequest) {
        change { $0.refusals.insert(request.number) }
        openOrClose()
    }

    func endRefusal(for request: ProxiedRequest) {
        change { $0.refusals.remove(request.number) }
        openOrClose()
    }

    /// Forwards everything from now on.
    func heal() {
        change { state in
            Self.note("healed", in: &state, at: start)
            state.schedule = .none
            state.partition = .none
            state.copies = []
            state.refusals = []
        }
        openOrClose()
    }

    /// Stops the proxy and waits until it has stopped.
    func stop() {
        change { $0.isStopped = true }
        openOrClose()
        threads.joinAll()
    }

    // MARK: Requests

    /// Whether a connection of this generation may continue.
    func isAlive(generation: Int) -> Bool {
        state.withLock { $0.generation == generation && $0.partition != .down && !$0.isStopped }
    }

    var traffic: ProxyTraffic { state.withLock { $0.traffic } }

    var trace: String { state.withLock { $0.trace.joined(separator: "\n") } }

    /// Records a new request.
    ///
    /// - Returns: Its fault, and the earlier requests to repeat before it.
    func arrived(
        _ message: HTTPMessage
    ) -> (request: ProxiedRequest, fault: Fault, copies: [HTTPMessage]) {
        let target = message.startLine[1].split(separator: "?", maxSplits: 1)
        let (request, schedule) = state.withLock { state in
            state.requestCount += 1
            let request = ProxiedRequest(
                number: state.requestCount, method: message.startLine[0],
                path: target.first.map(String.init) ?? "",
                query: target.count == 2 ? String(target[1]) : "", size: message.bytes.count)
            return (request, state.schedule)
        }
        // A schedule is foreign code, so no lock is held.
        let fault = schedule.decide(request)
        var due: [HTTPMessage] = []
        change { state in
            due = state.copies.filter { $0.isDue(at: request.number) }.map(\.request)
            state.copies.removeAll { $0.isDue(at: request.number) }
            if case .repeatLater(let after) = fault {
                state.copies.append(
                    Copy(
                        number: request.number, due: request.number + max(after, 1),
                        request: message))
            }
            state.traffic.requests[request.name, default: 0] += 1
            state.traffic.bytesSent += request.size
            if fault != .pass { state.traffic.faults[fault.name, default: 0] += 1 }
            let target = request.query.isEmpty ? request.name : "\(request.name)?\(request.query)"
            Self.note(
                "#\(request.number) \(target), \(request.size) bytes: \(fault)", in: &state,
                at: start)
        }
        return (request, fault, due)
    }

    /// Forgets the request that was to be repeated later.
    func forgetCopy(of request: ProxiedRequest) {
        change { state in state.copies.removeAll { $0.number == request.number } }
    }

    /// Records the result of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - outcome: The result in words, for the trace.
    ///   - bytes: The size of the reply passed on.
    ///   - isWhole: Whether the reply was complete.
    func ended(_ request: ProxiedRequest, _ outcome: String, bytes: Int = 0, isWhole: Bool = false)
    {
        change { state in
            state.traffic.bytesReceived += bytes
            if isWhole { state.traffic.answered[request.name, default: 0] += 1 }
            for index in state.copies.indices where state.copies[index].number == request.number {
                state.copies[index].hasEnded = true
            }
            Self.note("#\(request.number) \(outcome)", in: &state, at: start)
        }
    }

    // MARK: - Waiting

    /// Creates a pipe that gets a byte at every change of the state, until `endWaiting`.
    func beginWaiting() throws -> (number: Int, pipe: FileDescriptor) {
        let pipe = try FileDescriptor.pipe()
        try pipe.reading.setNonBlocking()
        // A full pipe wakes its reader as well as another byte would.
        try pipe.writing.setNonBlocking()
        let number = state.withLock { state in
            state.lastWaiting += 1
            state.waiting[state.lastWaiting] = pipe.writing
            return state.lastWaiting
        }
        return (number, pipe.reading)
    }

    func endWaiting(_ number: Int) {
        state.withLock { $0.waiting[number] = nil }
    }

    static func drain(_ pipe: FileDescriptor) {
        var bytes: [UInt8] = Array(repeating: 0, count: 256)
        // `read` fills at most as many bytes as the array has.
        while unsafe read(pipe.number, &bytes, bytes.count) > 0 {}
    }

    /// Changes the state and wakes all waiting threads.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            var byte: UInt8 = 1
            for pipe in state.waiting.values {
                // Reads one byte from the variable. A read end is closed only after its write end
                // was removed from the list, so SIGPIPE cannot occur.
                _ = unsafe write(pipe.number, &byte, 1)
            }
        }
    }

    // MARK: - Listening

    /// Opens or closes the listener as the settings require.
    private func openOrClose() {
        do {
            let opened: Socket? = try state.withLock { state in
                let isOpen = !state.isStopped && state.partition != .down && state.refusals.isEmpty
                guard isOpen != (state.listener != nil) else { return nil }
                // The accepting thread keeps the descriptor until it has noticed.
                state.listener?.interrupt()
                state.listener = isOpen ? try Socket.listen(port: port) : nil
                return state.listener
            }
            guard let opened else { return }
            try threads.start { self.accept(from: opened) }
        } catch {
            preconditionFailure("the proxy cannot listen at its own port \(port): \(error)")
        }
    }

    private func accept(from listener: Socket) {
        while let client = try? listener.accept() {
            let generation = state.withLock { state in
                state.traffic.connections += 1
                return state.generation
            }
            do {
                try threads.start {
                    ProxyConnection.serve(client, for: self, generation: generation)
                }
            } catch {
                drop(error)
            }
        }
    }

    /// Records that a connection was dropped because the test kit itself ran out of resources.
    func drop(_ error: any Error) {
        change { Self.note("a connection is dropped: \(error)", in: &$0, at: start) }
    }

    private static func note(
        _ event: String, in state: inout State, at start: ContinuousClock.Instant
    ) {
        let (seconds, attoseconds) = start.duration(to: .now).components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        state.trace.append("\(milliseconds) ms \(event)")
        if state.trace.count > traceLimit { state.trace.removeFirst(traceLimit / 10) }
    }
}
