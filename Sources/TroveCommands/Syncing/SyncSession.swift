package import TroveHTTP
package import TroveModel
package import TroveStore
package import TroveSync
import TroveSystem
import TroveTerminal
package import TroveWire

/// A library's connection to its server: drives the engine, on the thread that owns the library.
///
/// In a script it works only while it is asked to; at a prompt it is woken through its descriptor.
package final class SyncSession {
    /// The library that is synced.
    package let library: Library
    /// Decides what is asked of the server next, and takes in the answers.
    package let engine: SyncEngine
    /// The network that the engine uses, which `net` can slow down, make unreliable or switch off.
    package let network: SimulatedNetwork
    private let client: ClientTransport
    private let now: () -> Timestamp
    private let isInterrupted: () -> Bool
    /// Events of the network that came while the library was in a transaction.
    private var kept: [HTTPEvent] = []
    /// Answers to requests that are not the engine's, by id.
    private var answers: [Int: (Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)] = [:]
    /// Ids of requests that are not the engine's; those of the engine count from 1.
    private var lastID = 1 << 32
    private var expected: Set<Int> = []
    private var lastAttempt: Duration?

    /// How long somebody waits for the server.
    package static let patience = Duration.seconds(2)

    /// What somebody waits for.
    package enum Purpose {
        /// An answer: the local copy has one, too.
        case answer
        case change
    }

    /// How long an answer waits for the server at most, before it comes from the local copy.
    private static let patienceForAnswer = Duration.milliseconds(500)
    /// So many milliseconds after the server did not answer in time, answers do not wait for it.
    private static let memory = 60_000

    /// Connects a library to the network; nothing is asked before `pump` or a method that waits.
    /// `random` varies the pauses between tries, and `isInterrupted` ends a wait.
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

    /// Readable when `pump` has something to do; nil while nothing was asked of the network.
    package var descriptor: Int32? { client.descriptor }

    // MARK: Driving

    /// Does whatever can be done without waiting.
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

    /// Gives the events to whom they are for; those of the engine wait for the end of a transaction.
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

    /// When something is to be done, if nothing else happens.
    private var alarm: Duration? {
        [engine.wakeAt, engine.photosWakeAt, network.wakeAt].compactMap { $0 }.min()
    }

    private func setAlarm() {
        let due = alarm
        guard !library.isInTransaction || network.wakeAt != nil, let due else { return }
        client.wake(after: max(.milliseconds(1), due - moment.uptime))
    }

    /// Makes the descriptor readable after some time.
    package func wake(after time: Duration) {
        client.wake(
            after: min(time, alarm.map { max(.milliseconds(1), $0 - moment.uptime) } ?? time))
    }

    /// Works until a condition holds; false when that took too long or Ctrl-C was pressed.
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

    /// Whether the state of the connection is known, and what the server has is here, as far as that
    /// can be known without asking.
    package var isFresh: Bool {
        switch engine.state {
        case .local, .signedOut, .outdated: true
        case .offline: engine.isPolling || engine.wakeAt.map { $0 > moment.uptime } ?? false
        case .connecting: false
        case .online:
            engine.isListening || lastAttempt.map { moment.uptime - $0 < .seconds(1) } ?? false
        }
    }

    /// Whether a script has changes that the server could have by now.
    package var hasUnsent: Bool {
        engine.state.isOnline && !engine.isPolling && engine.wakeAt == nil
            && (try? library.outbox(limit: 1).isEmpty) == false
    }

    /// Makes sure that the state of the connection is known, that what the server has is here, and
    /// that it has what waited.
    package func freshen(for purpose: Purpose = .change) throws(LibraryError) {
        guard !isFresh || hasUnsent else { return }
        if purpose == .answer, isUnanswered { return try engine.giveUp(at: moment) }
        lastAttempt = moment.uptime
        try engine.refresh(at: moment)
        let patience = purpose == .answer ? Self.patienceForAnswer : Self.patience
        _ = try wait(atMost: patience) { isKnown && !hasUnsent }
        if !isKnown, engine.waitsForOtherShell {
            // The server answers, but to another shell first.
            _ = try wait(atMost: Self.patience) { isKnown && !hasUnsent }
        }
        // A server that has not answered in time counts as one that cannot be reached.
        if !isKnown, !isInterrupted() {
            try engine.giveUp(at: moment)
            try library.noteUnanswered(at: now())
        }
        try noteAnswer()
        lastAttempt = moment.uptime
    }

    /// Whether the server did not answer in time a moment ago, perhaps to another program.
    package var isUnanswered: Bool {
        guard !engine.state.isOnline, let time = library.unanswered else {
            return false
        }
        return (0..<Self.memory).contains(now().milliseconds &- time.milliseconds)
    }

    /// Forgets that the server did not answer, when it has.
    private func noteAnswer() throws(LibraryError) {
        if engine.state.isOnline { try library.noteUnanswered(at: nil) }
    }

    /// Whether all that others did up to now is here, or the server cannot be reached.
    private var isKnown: Bool {
        switch engine.state {
        case .connecting: false
        case .online: engine.isUpToDate
        // Unless it is being asked again at this moment.
        case .offline: engine.isSettled
        case .local, .signedOut, .outdated: true
        }
    }

    /// Tries once more to reach a server that could not be reached, for somebody who waits;
    /// whether it can be now.
    package func reconnect() throws(LibraryError) -> Bool {
        if engine.state.isOnline {
            // Another shell was making requests, and lets this one in when it is done.
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

    /// Pushes and pulls until both are done, or the server cannot be reached.
    package func syncNow(atMost time: Duration, isWanted: Bool = false) throws(LibraryError) -> Bool
    {
        try engine.refresh(at: moment, isWanted: isWanted)
        _ = try wait(atMost: time) { engine.isSettled }
        if engine.state == .connecting { try engine.giveUp(at: moment) }
        try noteAnswer()
        return engine.state.isOnline && engine.isSettled
    }

    /// Carries pictures until none can be carried any more, for somebody who waits; what comes of the
    /// changes does not depend on it.
    ///
    /// - Parameters:
    ///   - time: how long it may take.
    ///   - progresses: called now and then, with how many of how many have travelled.
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

    /// How the library stands to its server, as it is told.
    package var state: Connectivity {
        guard network.mode == .off, case .offline(let since, _) = engine.state else {
            return engine.state
        }
        return .offline(since: since, .switchedOff)
    }

    /// Simulates another network from now on, and shows at once what comes of it.
    package func simulate(_ mode: SimulatedNetwork.Mode) throws(LibraryError) {
        network.set(mode)
        if mode == .off {
            try engine.lose(.switchedOff, at: moment)
        } else if engine.isPolling {
            try engine.refresh(at: moment)
        } else {
            // The next command that concerns the server finds out.
            engine.forgetPause()
            lastAttempt = nil
        }
    }

    // MARK: Other requests

    /// Asks the server something outside the protocol of changes, and waits for the answer.
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

    // MARK: Operations somebody waits for

    /// What became of an operation that somebody waits for.
    package enum Verdict {
        case rejected(Rejection)
        /// It lost to another device.
        case lost
        /// Nothing was done: why the server could not be asked, nil where it did not want to.
        case notTaken(OfflineReason?)
        /// Nobody knows.
        case unconfirmed
    }

    /// Pushes what the open transaction has for the server, and waits for the answers. What was not
    /// taken is taken back; the transaction stays open.
    ///
    /// - Returns: the verdicts on those that were not simply done, by number.
    package func settleAsked() throws(LibraryError) -> [Int: Verdict] {
        var verdicts: [Int: Verdict] = [:]
        while !library.asked.isEmpty {
            guard let question = try engine.ask(within: Self.patience) else { break }
            expected.insert(question.id)
            _ = try wait(atMost: Self.patience + .milliseconds(200)) {
                answers[question.id] != nil
            }
            expected.remove(question.id)
            let (result, mayHaveArrived) =
                answers.removeValue(forKey: question.id) ?? (.failure(.timedOut), true)
            let asked = library.asked
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
                try library.takeBack(
                    asked.filter { outcome.rejected[$0.number] != nil }, areUsedUp: true)
                library.forgetAsked(through: question.last)
            case .notTaken(let reason):
                for operation in asked { verdicts[operation.number] = .notTaken(reason) }
                try library.takeBack(asked, areUsedUp: false)
                failure = (question, result, mayHaveArrived)
            case .unknown:
                for operation in asked { verdicts[operation.number] = .unconfirmed }
                try library.keepUnconfirmed(asked)
                failure = (question, result, mayHaveArrived)
            }
        }
        return verdicts
    }

    /// What the last answer that was none says of the connection; told when the transaction ends.
    private var failure:
        (SyncEngine.Question, Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool)?

    /// The transaction has ended: what came meanwhile is taken in.
    package func transactionEnded() throws(LibraryError) {
        defer { engine.giveBackLease() }
        if let (question, result, mayHaveArrived) = failure {
            failure = nil
            try engine.note(question, result, mayHaveArrived: mayHaveArrived, at: moment)
        }
    }
}

extension SyncSession.Verdict {
    /// The gravest of several verdicts on one command is told.
    package var rank: Int {
        switch self {
        case .lost: 0
        case .notTaken: 1
        case .rejected: 2
        case .unconfirmed: 3
        }
    }

    /// Why the command has failed; nil when it has not.
    package var problem: SyncProblem? {
        switch self {
        case .lost: nil
        case .notTaken(let reason): .notTaken(reason)
        case .rejected(let rejection): .rejected(rejection)
        case .unconfirmed: .isUnconfirmed
        }
    }
}
