package import TroveHTTP
package import TroveModel
package import TroveStore
package import TroveSync
import TroveSystem
import TroveTerminal

/// A library's connection to its server: runs the engine on the thread that owns the library.
///
/// In a script it runs only inside its methods; at a prompt, its descriptor wakes it.
package final class SyncSession {
    /// The library that is synced.
    package let library: Library
    /// Decides which requests to send, and handles their replies.
    package let engine: SyncEngine
    /// The network of the engine, which `net` can slow down, make unreliable or switch off.
    package let network: SimulatedNetwork
    private let client: ClientTransport
    private let now: () -> Timestamp
    private let isInterrupted: () -> Bool
    /// Events of the network that arrived while the library was in a transaction.
    private var kept: [HTTPEvent] = []
    /// The outcomes of requests that do not belong to the engine, by ID.
    var answers: [Int: (Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)] = [:]
    /// The last ID of a request that does not belong to the engine, whose IDs count from 1.
    private var lastID = 1 << 32
    /// The IDs of pending requests that do not belong to the engine.
    var expected: Set<Int> = []
    /// The uptime at which the server was last asked for changes.
    private var lastAttempt: Duration?
    /// Whether that request had only the short timeout of a query.
    private var wasShort = false

    /// The timeout of a command that waits for the server. A query uses the local copy after a
    /// quarter of it.
    package let patience: Duration

    /// Why a command needs the server.
    package enum Purpose {
        /// To show items, which the local copy can do too.
        case answer
        case change
    }

    /// How long after a timeout queries use the local copy without waiting, in milliseconds.
    private static let memory = 60_000

    /// Creates a session. The first request starts in `pump` or in a method that blocks. `random`
    /// varies the pauses between retries, and `isInterrupted` ends a wait.
    package init(
        library: Library, deviceName: String, caFile: String?, patience: Duration,
        isPolling: Bool, random: any RandomNumberGenerator, now: @escaping () -> Timestamp,
        isInterrupted: @escaping () -> Bool
    ) {
        self.library = library
        self.patience = patience
        self.now = now
        self.isInterrupted = isInterrupted
        client = ClientTransport(userAgent: "trove/\(ReleaseVersion.text)", caFile: caFile)
        network = SimulatedNetwork(over: client)
        engine = SyncEngine(
            library: library, transport: network, deviceName: deviceName, isPolling: isPolling,
            random: random)
    }

    /// Stops the network thread.
    package func close() { client.close() }

    /// The current uptime and calendar time.
    package var moment: ClockReading {
        ClockReading(uptime: MonotonicClock.uptime, time: now())
    }

    /// A descriptor that is readable when `pump` has something to do; nil before the first request.
    package var descriptor: Int32? { client.descriptor }

    // MARK: Driving

    /// Handles all pending events without blocking.
    package func pump() throws(LibraryError) {
        for event in client.takeEvents() {
            if let event = network.received(event, at: moment.uptime) { kept.append(event) }
        }
        kept += network.takeDue(at: moment.uptime)
        try handOver()
        if !library.isInTransaction { try engine.handle(.advanced, at: moment) }
        kept += network.takeDue(at: moment.uptime)
        setAlarm()
    }

    /// Delivers the events. Events of the engine are kept until the transaction ends.
    private func handOver() throws(LibraryError) {
        var later: [HTTPEvent] = []
        // The events that follow one that fails are delivered next time.
        defer { kept = later + kept }
        while !kept.isEmpty {
            let event = kept.removeFirst()
            guard case .finished(let id, let result, let mayHaveArrived) = event else { continue }
            if expected.remove(id) != nil {
                answers[id] = (result, mayHaveArrived)
            } else if library.isInTransaction {
                later.append(event)
            } else {
                try engine.handle(
                    .finished(id: id, result, mayHaveArrived: mayHaveArrived), at: moment)
            }
        }
    }

    /// The uptime at which `pump` must be called if nothing else happens.
    private var alarm: Duration? {
        [engine.wakeAt, engine.photosWakeAt, network.wakeAt].compactMap { $0 }.min()
    }

    private func setAlarm() {
        let due = alarm
        guard !library.isInTransaction || network.wakeAt != nil, let due else { return }
        client.wake(after: max(.milliseconds(1), due - moment.uptime))
    }

    /// Makes the descriptor readable after a delay.
    package func wake(after time: Duration) {
        client.wake(
            after: min(time, alarm.map { max(.milliseconds(1), $0 - moment.uptime) } ?? time))
    }

    /// Runs the engine until a condition holds. Returns false on a timeout or Ctrl-C.
    package func wait(
        atMost time: Duration, until isDone: () throws(LibraryError) -> Bool
    ) throws(LibraryError) -> Bool {
        let end = moment.uptime + time
        while true {
            try pump()
            if try isDone() { return true }
            let now = moment.uptime
            if now >= end || isInterrupted() { return false }
            let alarm = alarm ?? end
            _ = client.wait(
                atMost: max(.milliseconds(1), min(end, alarm, now + .milliseconds(100)) - now))
        }
    }

    // MARK: Freshness

    /// Whether the state of the connection is known and the library is up to date, as far as can be
    /// told without a request.
    package var isFresh: Bool {
        switch engine.state {
        case .local, .signedOut, .outdated: true
        case .offline: engine.isPolling || engine.wakeAt.map { $0 > moment.uptime } ?? false
        case .connecting: false
        case .online:
            engine.isListening || lastAttempt.map { moment.uptime - $0 < .seconds(1) } ?? false
        }
    }

    /// Whether a script has unsent changes that could already have been pushed.
    package var hasUnsent: Bool {
        engine.state.isOnline && !engine.isPolling && engine.wakeAt == nil
            && (try? library.outbox.isEmpty()) == false
    }

    /// The progress of a sync.
    package struct Progress {
        /// The number of items received.
        package let received: Int
        /// The number of changes sent, and of all changes to send.
        package let sent: Int, toSend: Int
    }

    /// Pulls and pushes until the library is up to date or the server counts as offline. Returns at
    /// once after a recent sync.
    ///
    /// - Throws: the error of the library. A full disk is not an error for a query, which the local
    ///   copy can answer; the state of the connection gives the reason.
    package func freshen(for purpose: Purpose = .change) throws(LibraryError) {
        guard !isFresh || hasUnsent else { return }
        do throws(LibraryError) {
            try exchange(for: purpose)
        } catch {
            guard purpose == .answer, case .offline(_, .cannotStore) = engine.state else {
                throw error
            }
        }
    }

    private func exchange(for purpose: Purpose) throws(LibraryError) {
        if purpose == .answer, isUnanswered { return try engine.handle(.timedOut, at: moment) }
        lastAttempt = moment.uptime
        wasShort = purpose == .answer
        try engine.handle(.refresh(isRequested: false), at: moment)
        let formerContact = engine.lastContact
        _ = try wait(atMost: purpose == .answer ? patience / 4 : patience) { isKnown && !hasUnsent }
        if !isKnown, engine.isWaitingForLease {
            // The server is busy with a request of another shell.
            _ = try wait(atMost: patience) { isKnown && !hasUnsent }
        }
        // A server that has not answered in time counts as offline, but not one that still sends
        // items.
        if !isKnown, !isInterrupted(), engine.lastContact == formerContact {
            let wasAsked = !engine.isWaitingForLease
            try engine.handle(.timedOut, at: moment)
            if wasAsked { try library.accountStore.noteUnanswered(at: now()) }
        }
        try noteAnswer()
        lastAttempt = moment.uptime
    }

    /// Whether a request timed out recently, in this process or another.
    package var isUnanswered: Bool {
        guard !engine.state.isOnline, let time = library.accountStore.unanswered else {
            return false
        }
        return (0..<Self.memory).contains(now().milliseconds &- time.milliseconds)
    }

    /// Clears the recorded timeout once the server has answered.
    private func noteAnswer() throws(LibraryError) {
        if engine.state.isOnline { try library.accountStore.noteUnanswered(at: nil) }
    }

    /// Whether the library is up to date or the server is offline.
    private var isKnown: Bool {
        switch engine.state {
        case .connecting: false
        case .online: engine.isUpToDate
        // A retry may be in progress.
        case .offline: engine.isSettled
        case .local, .signedOut, .outdated: true
        }
    }

    /// Retries an offline server for a command that waits, unless a full attempt failed in the last
    /// few seconds. Returns whether it is online now.
    package func reconnect() throws(LibraryError) -> Bool {
        if engine.state.isOnline {
            // Another shell holds the request lease until its request ends.
            return try wait(atMost: patience) { () throws(LibraryError) in
                try takeLeaseForCommand()
            }
        }
        guard case .offline = engine.state, network.mode != .off else { return false }
        if let lastAttempt, !wasShort, moment.uptime - lastAttempt < .seconds(5) { return false }
        lastAttempt = moment.uptime
        wasShort = false
        try engine.handle(.retry, at: moment)
        _ = try wait(atMost: patience) { engine.state.isOnline || engine.isSettled }
        if !engine.state.isOnline, engine.isWaitingForLease {
            try engine.handle(.timedOut, at: moment)
        }
        lastAttempt = moment.uptime
        try noteAnswer()
        return engine.state.isOnline
    }

    /// Pushes and pulls until both are complete or the server is offline. Returns whether both are
    /// complete. Calls `showProgress` repeatedly.
    package func syncNow(
        atMost time: Duration, isWanted: Bool = false,
        showProgress: ((Progress) -> Void)? = nil
    ) throws(LibraryError) -> Bool {
        let waiting = showProgress == nil ? 0 : try library.outbox.counts().waiting
        let receivedBefore = engine.receivedCount
        try engine.handle(.refresh(isRequested: isWanted), at: moment)
        _ = try wait(atMost: time) { () throws(LibraryError) in
            if engine.isSettled { return true }
            guard let showProgress else { return false }
            let left = try library.outbox.counts().waiting
            showProgress(
                Progress(
                    received: engine.receivedCount - receivedBefore, sent: max(0, waiting - left),
                    toSend: waiting))
            return false
        }
        let isUnknown = engine.state == .connecting
        if isUnknown || !engine.state.isOnline && engine.isWaitingForLease, !isInterrupted() {
            try engine.handle(.timedOut, at: moment)
        }
        try noteAnswer()
        return engine.state.isOnline && engine.isSettled
    }

    /// The state of the connection, for display.
    package var state: Connectivity {
        guard network.mode == .off, case .offline(let since, _) = engine.state else {
            return engine.state
        }
        return .offline(since: since, .switchedOff)
    }

    /// Returns the events since the last call. While the network is switched off, they give this as
    /// the reason why the server cannot be reached.
    package func takeEvents() -> [SyncEvent] {
        engine.takeEvents().map { event in
            if network.mode == .off, case .offline = event { .offline(.switchedOff) } else { event }
        }
    }

    /// Changes the simulated network and informs the engine.
    package func simulate(_ mode: SimulatedNetwork.Mode) throws(LibraryError) {
        network.set(mode)
        guard mode != .off else {
            return try engine.handle(.disconnected(.switchedOff), at: moment)
        }
        // A request that the former mode has failed must not end the connection later.
        try pump()
        if engine.isPolling {
            try engine.handle(.refresh(isRequested: false), at: moment)
        } else {
            // The next command that needs the server reconnects.
            try engine.handle(.networkChanged, at: moment)
            lastAttempt = nil
        }
    }

    /// Ends the request in progress, before this thread waits for something other than the network:
    /// other shells cannot make requests until its answer is handled.
    ///
    /// - Parameter time: how long to wait for the answer before the request is canceled; by
    ///   default, a quarter of the patience.
    /// - Throws: an error if the library cannot be read or written.
    package func rest(atMost time: Duration? = nil) throws(LibraryError) {
        guard engine.isRequesting, !library.isInTransaction else { return }
        if try !wait(atMost: time ?? patience / 4, until: { !engine.isRequesting }) {
            try engine.handle(.resting, at: moment)
        }
    }

    /// Informs the engine that the account or its token has changed.
    package func accountChanged() throws(LibraryError) {
        try engine.handle(.accountChanged, at: moment)
    }

    // MARK: Other requests

    /// Sends a request outside the sync protocol, and blocks until it ends. Calls `showProgress`
    /// repeatedly.
    package func answer(
        to request: HTTPRequest, showProgress: () -> Void = {}
    ) throws(LibraryError) -> RequestOutcome {
        lastID += 1
        let id = lastID
        expected.insert(id)
        network.start(request, id: id)
        _ = try wait(atMost: request.timeout) {
            showProgress()
            return answers[id] != nil
        }
        let (result, mayHaveArrived) = takeAnswer(to: id)
        return RequestOutcome(result, mayHaveArrived: mayHaveArrived)
    }

    /// Returns the outcome of a request that does not belong to the engine. A request without an
    /// answer is canceled: it has timed out, unless the user interrupted it.
    func takeAnswer(to id: Int) -> (Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool) {
        if let answer = answers.removeValue(forKey: id) { return answer }
        expected.remove(id)
        network.cancel(id)
        return (.failure(isInterrupted() ? .cancelled : .timedOut), mayHaveArrived: true)
    }
}
