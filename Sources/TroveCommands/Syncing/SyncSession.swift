package import TroveHTTP
package import TroveModel
package import TroveStore
package import TroveSync
import TroveSystem
import TroveTerminal
package import TroveWire

/// The connection of a library to its server. It drives the engine on the thread that owns the
/// library.
///
/// In a script it works only inside calls; at a prompt its descriptor wakes it.
package final class SyncSession {
    /// The library that is synced.
    package let library: Library
    /// Decides which request comes next, and processes the responses.
    package let engine: SyncEngine
    /// The network of the engine, which `net` can slow down, make unreliable or switch off.
    package let network: SimulatedNetwork
    private let client: ClientTransport
    private let now: () -> Timestamp
    private let isInterrupted: () -> Bool
    /// Network events that arrived during a transaction of the library.
    private var kept: [HTTPEvent] = []
    /// Responses to requests that the engine did not send, by ID.
    private var answers: [Int: (Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)] = [:]
    /// The last ID of a request that the engine did not send; those of the engine count from 1.
    private var lastID = 1 << 32
    private var expected: Set<Int> = []
    private var lastAttempt: Duration?

    /// How long a command waits for the server.
    package static let patience = Duration.seconds(2)

    /// What a command waits for.
    package enum Purpose {
        /// A reply, which the local copy can also give.
        case answer
        case change
    }

    /// How long a reply waits for the server before it comes from the local copy.
    private static let patienceForAnswer = Duration.milliseconds(500)
    /// How long replies do not wait for the server after a timeout, in milliseconds.
    private static let memory = 60_000

    /// Creates the connection; it sends nothing before `pump` or a method that waits. `random`
    /// varies the pauses between retries, and `isInterrupted` ends a wait.
    package init(
        library: Library, deviceName: String, caFile: String?, isPolling: Bool,
        random: any RandomNumberGenerator, now: @escaping () -> Timestamp,
        isInterrupted: @escaping () -> Bool
    ) {
        self.library = library
        self.now = now
        self.isInterrupted = isInterrupted
        client = ClientTransport(userAgent: "trove/\(Message.version)", caFile: caFile)
        network = SimulatedNetwork(over: client)
        engine = SyncEngine(
            library: library, transport: network, deviceName: deviceName, isPolling: isPolling,
            random: random)
    }

    /// Ends the network's thread.
    package func close() { client.close() }

    /// The current time on both clocks.
    package var moment: Moment {
        Moment(uptime: .nanoseconds(Int64(clamping: MonotonicClock.now)), time: now())
    }

    /// A descriptor that is readable when `pump` has work to do; nil before the first request.
    package var descriptor: Int32? { client.descriptor }

    // MARK: Driving

    /// Does all work that is possible without waiting.
    package func pump() throws(LibraryError) {
        for event in client.takeEvents() {
            if let event = network.received(event, at: moment.uptime) { kept.append(event) }
        }
        kept += network.takeDue(at: moment.uptime)
        try handOver()
        if !library.isInTransaction { try engine.step(at: moment) }
        kept += network.takeDue(at: moment.uptime)
        setAlarm()
    }

    /// Hands events to the engine, after the end of a transaction, and to the requests that wait
    /// for them.
    private func handOver() throws(LibraryError) {
        var later: [HTTPEvent] = []
        let events = kept
        kept = []
        for event in events {
            guard case .finished(let id, let result, let mayHaveArrived) = event else { continue }
            if expected.remove(id) != nil {
                answers[id] = (result, mayHaveArrived)
            } else if library.isInTransaction {
                later.append(event)
            } else {
                try engine.finished(id, result, mayHaveArrived: mayHaveArrived, at: moment)
            }
        }
        kept += later
    }

    /// The next time at which there is work to do; nil if there is none.
    private var alarm: Duration? {
        [engine.wakeAt, engine.photosWakeAt, network.wakeAt].compactMap { $0 }.min()
    }

    private func setAlarm() {
        let due = alarm
        guard !library.isInTransaction || network.wakeAt != nil, let due else { return }
        client.wake(after: max(.milliseconds(1), due - moment.uptime))
    }

    /// Makes the descriptor readable after `time`.
    package func wake(after time: Duration) {
        client.wake(
            after: min(time, alarm.map { max(.milliseconds(1), $0 - moment.uptime) } ?? time))
    }

    /// Blocks until `isDone` returns true. Returns false after `time`, or if Ctrl-C is pressed.
    package func wait(atMost time: Duration, until isDone: () -> Bool) throws(LibraryError) -> Bool
    {
        let end = moment.uptime + time
        while true {
            try pump()
            if isDone() { return true }
            let now = moment.uptime
            if now >= end || isInterrupted() { return false }
            let alarm = alarm ?? end
            _ = client.wait(
                atMost: max(.milliseconds(1), min(end, alarm, now + .milliseconds(100)) - now))
        }
    }

    // MARK: Being up to date

    /// Whether the state of the connection is known and the library is up to date, as far as that
    /// can be told without a request.
    package var isFresh: Bool {
        switch engine.state {
        case .local, .signedOut, .outdated: true
        case .offline: engine.isPolling || engine.wakeAt.map { $0 > moment.uptime } ?? false
        case .connecting: false
        case .online:
            engine.isListening || lastAttempt.map { moment.uptime - $0 < .seconds(1) } ?? false
        }
    }

    /// Whether a script has queued changes that could be sent now.
    package var hasUnsent: Bool {
        engine.state.isOnline && !engine.isPolling && engine.wakeAt == nil
            && (try? library.outbox.entries(limit: 1).isEmpty) == false
    }

    /// Waits until the state of the connection is known, the library is up to date, and queued
    /// changes are sent.
    package func freshen(for purpose: Purpose = .change) throws(LibraryError) {
        guard !isFresh || hasUnsent else { return }
        if purpose == .answer, isUnanswered { return try engine.giveUp(at: moment) }
        lastAttempt = moment.uptime
        try engine.refresh(at: moment)
        let patience = purpose == .answer ? Self.patienceForAnswer : Self.patience
        _ = try wait(atMost: patience) { isKnown && !hasUnsent }
        if !isKnown, engine.waitsForOtherShell {
            // The server is answering another shell first.
            _ = try wait(atMost: Self.patience) { isKnown && !hasUnsent }
        }
        // A timeout counts as offline.
        if !isKnown, !isInterrupted() {
            try engine.giveUp(at: moment)
            try library.accountStore.noteUnanswered(at: now())
        }
        try noteAnswer()
        lastAttempt = moment.uptime
    }

    /// Whether a request timed out recently, perhaps one of another shell.
    package var isUnanswered: Bool {
        guard !engine.state.isOnline, let time = library.accountStore.unanswered else {
            return false
        }
        return (0..<Self.memory).contains(now().milliseconds &- time.milliseconds)
    }

    /// Clears the timeout when the server is online.
    private func noteAnswer() throws(LibraryError) {
        if engine.state.isOnline { try library.accountStore.noteUnanswered(at: nil) }
    }

    /// Whether the library is up to date, or the server is known to be offline.
    private var isKnown: Bool {
        switch engine.state {
        case .connecting: false
        case .online: engine.isUpToDate
        // Unless a request is being retried.
        case .offline: engine.isSettled
        case .local, .signedOut, .outdated: true
        }
    }

    /// Retries the connection to a server that is offline. Returns whether it is online now.
    package func reconnect() throws(LibraryError) -> Bool {
        if engine.state.isOnline {
            // Another shell holds the lease, and releases it when its requests are done.
            return try wait(atMost: Self.patience) { engine.takeLeaseForAsking() }
        }
        guard case .offline = engine.state, network.mode != .off else { return false }
        if let lastAttempt, moment.uptime - lastAttempt < .seconds(5) { return false }
        lastAttempt = moment.uptime
        try engine.hurry(at: moment)
        _ = try wait(atMost: Self.patience) { engine.state.isOnline || engine.isSettled }
        lastAttempt = moment.uptime
        try noteAnswer()
        return engine.state.isOnline
    }

    /// Pushes and pulls until both are done. Returns false if the server is not available.
    package func syncNow(atMost time: Duration, isWanted: Bool = false) throws(LibraryError) -> Bool
    {
        try engine.refresh(at: moment, isWanted: isWanted)
        _ = try wait(atMost: time) { engine.isSettled }
        if engine.state == .connecting { try engine.giveUp(at: moment) }
        try noteAnswer()
        return engine.state.isOnline && engine.isSettled
    }

    /// Transfers photos until no more can be transferred. The outcome of changes does not depend on
    /// it.
    ///
    /// - Parameters:
    ///   - time: the longest time it may take.
    ///   - progresses: called from time to time with the number of transferred photos and of all.
    /// - Throws: when the library does not take them.
    package func carryPhotos(
        atMost time: Duration, progresses: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(LibraryError) {
        guard engine.state.isOnline else { return }
        let total = try engine.waitingPhotos().count
        guard total > 0 else { return }
        try engine.hurryPhotos(at: moment)
        _ = try wait(atMost: time) {
            let left = (try? engine.waitingPhotos().count) ?? 0
            progresses(max(0, total - left), total)
            return engine.arePhotosSettled(at: moment)
        }
        engine.stopPhotos()
    }

    /// The state of the connection, as it is shown.
    package var state: Connectivity {
        guard network.mode == .off, case .offline(let since, _) = engine.state else {
            return engine.state
        }
        return .offline(since: since, .switchedOff)
    }

    /// Simulates another network from now on.
    package func simulate(_ mode: SimulatedNetwork.Mode) throws(LibraryError) {
        network.set(mode)
        if mode == .off {
            try engine.lose(.switchedOff, at: moment)
        } else if engine.isPolling {
            try engine.refresh(at: moment)
        } else {
            // The next command that needs the server tries again.
            engine.forgetPause()
            lastAttempt = nil
        }
    }

    // MARK: Other requests

    /// Sends a request outside the sync protocol, and blocks until it has a response.
    package func answer(to request: HTTPRequest) throws(LibraryError) -> RequestOutcome {
        lastID += 1
        let id = lastID
        expected.insert(id)
        network.start(request, id: id)
        _ = try wait(atMost: request.timeout) { answers[id] != nil }
        guard let (result, mayHaveArrived) = answers.removeValue(forKey: id) else {
            network.cancel(id)
            return .none(.timedOut, mayHaveArrived: true)
        }
        return RequestOutcome(result, mayHaveArrived: mayHaveArrived)
    }

    // MARK: Operations that a command waits for

    /// The outcome of an operation that a command waits for.
    package enum Verdict {
        case rejected(Rejection)
        /// It lost a conflict with another device.
        case lost
        /// Nothing was done: why the server was not available; nil if it refused to answer.
        case notTaken(OfflineReason?)
        /// The outcome is unknown.
        case unconfirmed
    }

    /// Pushes the operations of the open transaction, and blocks until they are answered. Reverts
    /// those that were not accepted; the transaction stays open.
    ///
    /// - Returns: the verdicts on those that were not simply done, by number.
    package func settleAsked() throws(LibraryError) -> [OperationNumber: Verdict] {
        var verdicts: [OperationNumber: Verdict] = [:]
        while !library.outbox.asked.isEmpty {
            guard let question = try engine.ask(within: Self.patience) else { break }
            expected.insert(question.id)
            _ = try wait(atMost: Self.patience + .milliseconds(200)) {
                answers[question.id] != nil
            }
            expected.remove(question.id)
            let (result, mayHaveArrived) =
                answers.removeValue(forKey: question.id) ?? (.failure(.timedOut), true)
            let asked = library.outbox.asked
            switch try engine.answered(
                question, result, mayHaveArrived: mayHaveArrived, at: moment)
            {
            case .taken(let outcome):
                for operation in asked {
                    if let rejection = outcome.rejected[operation.number] {
                        verdicts[operation.number] = .rejected(rejection)
                    } else if outcome.lost.contains(operation.number) {
                        verdicts[operation.number] = .lost
                    }
                }
                try library.outbox.takeBack(
                    asked.filter { outcome.rejected[$0.number] != nil }, areUsedUp: true)
                library.outbox.forgetAsked(through: question.last)
            case .notTaken(let reason):
                for operation in asked { verdicts[operation.number] = .notTaken(reason) }
                try library.outbox.takeBack(asked, areUsedUp: false)
                failure = (question, result, mayHaveArrived)
            case .unknown:
                for operation in asked { verdicts[operation.number] = .unconfirmed }
                try library.outbox.keepUnconfirmed(asked)
                failure = (question, result, mayHaveArrived)
            }
        }
        return verdicts
    }

    /// The last failed request, passed to the engine when the transaction ends.
    private var failure:
        (SyncEngine.Question, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)?

    /// Tells the engine that the transaction has ended.
    package func transactionEnded() throws(LibraryError) {
        defer { engine.giveBackLease() }
        if let (question, result, mayHaveArrived) = failure {
            failure = nil
            try engine.note(question, result, mayHaveArrived: mayHaveArrived, at: moment)
        }
    }
}

extension SyncSession.Verdict {
    /// The severity; the most severe of several verdicts on a command is reported.
    package var rank: Int {
        switch self {
        case .lost: 0
        case .notTaken: 1
        case .rejected: 2
        case .unconfirmed: 3
        }
    }

    /// Why the command failed; nil if it succeeded.
    package var problem: SyncProblem? {
        switch self {
        case .lost: nil
        case .notTaken(let reason): .notTaken(reason)
        case .rejected(let rejection): .rejected(rejection)
        case .unconfirmed: .isUnconfirmed
        }
    }
}
