import TroveHTTP
package import TroveLookup
package import TroveSync
import TroveSystem
import TroveTerminal

/// The way to the online catalogues: sends what look-ups ask for, one after the other, and hands in
/// what comes back. It belongs to the thread that owns the library.
package final class LookupSession {
    /// Trouble with the network that somebody plays.
    package let network: SimulatedNetwork
    private let client: ClientTransport
    /// The look-ups that have not ended, in the order in which they were asked for. Only the first
    /// is on its way: the services want few requests at a time.
    private var waiting: [any LookupInProgress] = []
    /// The number of the request that is on its way; nil while none is.
    private var running: Int?
    /// A request that is sent when its time has come.
    private var postponed: (request: HTTPRequest, due: Duration)?
    private var lastID = 0

    /// Starts with an empty queue and no network thread; `mode` is what the simulated network does.
    package init(network mode: SimulatedNetwork.Mode) {
        client = ClientTransport(userAgent: "trove/\(Message.version)", caFile: nil)
        network = SimulatedNetwork(over: client)
        network.set(mode)
    }

    /// Ends the network's thread.
    package func close() { client.close() }

    /// Readable when `pump` has something to do; nil before the first request.
    package var descriptor: Int32? { client.descriptor }

    /// How many look-ups have not ended.
    package var count: Int { waiting.count }

    private var uptime: Duration { .nanoseconds(Int64(clamping: MonotonicClock.now)) }

    // MARK: Asking

    /// Asks, and calls back when there is an answer, or none: from `pump`, or at once.
    package func ask<Question: Lookup>(
        _ lookup: Question, then end: @escaping (Result<Question.Answer, LookupFailure>) -> Void
    ) {
        waiting.append(LookupRun(lookup, end))
        if waiting.count == 1 { beginNext() }
    }

    /// Asks and waits for the answer.
    ///
    /// - Parameters:
    ///   - lookup: the question.
    ///   - isInterrupted: whether somebody does not want to wait any longer.
    ///   - progresses: called now and then, with how long it has taken.
    /// - Returns: the answer.
    /// - Throws: why there is no answer; a connection that was `cancelled` when it was given up.
    package func run<Question: Lookup>(
        _ lookup: Question, isInterrupted: () -> Bool, progresses: (Duration) -> Void
    ) throws(LookupFailure) -> Question.Answer {
        var answer: Result<Question.Answer, LookupFailure>?
        ask(lookup) { answer = $0 }
        let start = uptime
        while answer == nil {
            if isInterrupted() {
                giveUp()
                throw .noConnection(lookup.service, .cancelled)
            }
            wait()
            progresses(uptime - start)
        }
        guard let answer else { throw .noConnection(lookup.service, .cancelled) }
        return try answer.get()
    }

    /// Waits a moment for something to happen, and does what comes of it.
    package func wait() {
        _ = client.wait(atMost: max(.milliseconds(1), min(.milliseconds(50), untilDue)))
        pump()
    }

    /// Forgets all that was asked; nobody is called back.
    package func giveUp() {
        if let running { network.cancel(running) }
        running = nil
        postponed = nil
        waiting = []
    }

    // MARK: Driving

    /// Does whatever can be done without waiting.
    package func pump() {
        var events = client.takeEvents().compactMap { network.received($0, at: uptime) }
        events += network.takeDue(at: uptime)
        for case .finished(let id, let result, _) in events where id == running {
            running = nil
            receive(result)
        }
        if let postponed, postponed.due <= uptime {
            self.postponed = nil
            send(postponed.request)
        }
        // What is refused at once has come back already.
        let due = network.takeDue(at: uptime)
        for case .finished(let id, let result, _) in due where id == running {
            running = nil
            receive(result)
        }
        setAlarm()
    }

    private var untilDue: Duration {
        let due = [postponed?.due, network.wakeAt].compactMap { $0 }.min()
        return due.map { $0 - uptime } ?? .seconds(1)
    }

    private func setAlarm() {
        guard postponed != nil || network.wakeAt != nil else { return }
        client.wake(after: max(.milliseconds(1), untilDue))
    }

    private func beginNext() {
        while let next = waiting.first, running == nil, postponed == nil {
            switch next.begin() {
            case .request(let request, _): send(request)
            case .ended: waiting.removeFirst()
            }
        }
    }

    private func receive(_ result: Result<HTTPReply, HTTPFailure>) {
        guard let current = waiting.first else { return }
        switch current.receive(result) {
        case .request(let request, let pause):
            if pause > .zero { postponed = (request, uptime + pause) } else { send(request) }
        case .ended:
            waiting.removeFirst()
            beginNext()
        }
    }

    private func send(_ request: HTTPRequest) {
        lastID += 1
        running = lastID
        network.start(request, id: lastID)
        setAlarm()
    }
}

/// What a look-up wants next.
private enum LookupWish {
    case request(HTTPRequest, after: Duration)
    /// It has called back.
    case ended
}

/// A look-up of whatever answer.
private protocol LookupInProgress: AnyObject {
    func begin() -> LookupWish
    func receive(_ result: Result<HTTPReply, HTTPFailure>) -> LookupWish
}

private final class LookupRun<Question: Lookup>: LookupInProgress {
    private var lookup: Question
    private let end: (Result<Question.Answer, LookupFailure>) -> Void

    init(
        _ lookup: Question, _ end: @escaping (Result<Question.Answer, LookupFailure>) -> Void
    ) {
        self.lookup = lookup
        self.end = end
    }

    func begin() -> LookupWish {
        do throws(LookupFailure) {
            return .request(try lookup.begin(), after: .zero)
        } catch {
            end(.failure(error))
            return .ended
        }
    }

    func receive(_ result: Result<HTTPReply, HTTPFailure>) -> LookupWish {
        do throws(LookupFailure) {
            switch try lookup.receive(result) {
            case .ask(let request, let pause): return .request(request, after: pause)
            case .done(let answer):
                end(.success(answer))
                return .ended
            }
        } catch {
            end(.failure(error))
            return .ended
        }
    }
}
