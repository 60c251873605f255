import TroveHTTP
package import TroveLookup
package import TroveSync
import TroveSystem
import TroveTerminal

/// Runs lookups one at a time: sends their requests and passes in the replies.
///
/// Use it only on the thread that owns the library.
package final class LookupSession {
    /// The network, which `net` can make slow or unreliable.
    package let network: SimulatedNetwork
    private let client: ClientTransport
    /// The lookups that have not ended, in order. One at a time is running, because the services
    /// limit the rate of requests.
    private var waiting: [any LookupInProgress] = []
    /// The lookups that no command waits for. They run while `waiting` is empty, and restart after
    /// an interruption.
    private var inBackground: [any LookupInProgress] = []
    /// The uptime before which no background lookup begins: an interrupted one may have been
    /// waiting until then.
    private var backgroundDue: Duration = .zero
    /// The lookup that is running.
    private var current: (any LookupInProgress)?
    /// The ID of the pending request; nil if there is none.
    private var running: Int?
    /// A request delayed by the rate limit, with the uptime at which to send it.
    private var postponed: (request: HTTPRequest, due: Duration)?
    private var pace = RequestPace()
    private var lastID = 0

    /// Creates a session without lookups. The network thread starts with the first request.
    package init(network mode: SimulatedNetwork.Mode) {
        client = ClientTransport(userAgent: "trove/\(ReleaseVersion.text)", caFile: nil)
        network = SimulatedNetwork(over: client)
        network.set(mode)
    }

    /// Stops the network thread.
    package func close() { client.close() }

    /// A descriptor that is readable when `pump` has something to do; nil before the first request.
    package var descriptor: Int32? { client.descriptor }

    /// The number of lookups that have not ended, without those in the background.
    package var count: Int { waiting.count }

    // MARK: Asking

    /// Queues a lookup. Calls `end` with its answer or failure, from `pump` or before returning.
    package func ask<Question: Lookup>(
        _ lookup: Question, then end: @escaping (Result<Question.Answer, LookupFailure>) -> Void
    ) {
        if let current, inBackground.contains(where: { $0 === current }) { stopCurrent() }
        waiting.append(LookupRun(lookup, end))
        beginNext()
    }

    /// Queues a lookup for which no command waits. `ask` may interrupt it; then it begins again.
    /// Calls `end` like `ask`.
    package func askInBackground<Question: Lookup>(
        _ lookup: Question, then end: @escaping (Result<Question.Answer, LookupFailure>) -> Void
    ) {
        inBackground.append(LookupRun(lookup, end))
        beginNext()
    }

    /// Runs a lookup, and blocks until it ends.
    ///
    /// - Parameters:
    ///   - lookup: the lookup.
    ///   - isInterrupted: whether the user has pressed Ctrl-C.
    ///   - showProgress: called repeatedly with the time that has passed.
    /// - Returns: the answer.
    /// - Throws: the failure of the lookup; `noConnection` with `cancelled` after Ctrl-C.
    package func run<Question: Lookup>(
        _ lookup: Question, isInterrupted: () -> Bool, showProgress: (Duration) -> Void
    ) throws(LookupFailure) -> Question.Answer {
        var answer: Result<Question.Answer, LookupFailure>?
        ask(lookup) { answer = $0 }
        let start = MonotonicClock.uptime
        while answer == nil {
            if isInterrupted() {
                cancelAll()
                throw .noConnection(lookup.source, .cancelled)
            }
            wait()
            showProgress(MonotonicClock.uptime - start)
        }
        guard let answer else { throw .noConnection(lookup.source, .cancelled) }
        return try answer.get()
    }

    /// Blocks up to 50 ms for an event, and handles it.
    package func wait() {
        _ = client.wait(atMost: max(.milliseconds(1), min(.milliseconds(50), untilDue)))
        pump()
    }

    /// Makes the descriptor readable after a delay.
    func wake(after time: Duration) { client.wake(after: time) }

    /// Cancels all lookups except those in the background, without calling `end`.
    package func cancelAll() {
        if let current, waiting.contains(where: { $0 === current }) { stopCurrent() }
        waiting = []
        beginNext()
    }

    // MARK: Driving

    /// Handles all pending events without blocking.
    package func pump() {
        var events = client.takeEvents().compactMap {
            network.received($0, at: MonotonicClock.uptime)
        }
        events += network.takeDue(at: MonotonicClock.uptime)
        for case .finished(let id, let result, _) in events where id == running {
            running = nil
            receive(result)
        }
        if let postponed, postponed.due <= MonotonicClock.uptime {
            self.postponed = nil
            send(postponed.request)
        }
        // Requests that the simulated network failed immediately have already ended.
        let due = network.takeDue(at: MonotonicClock.uptime)
        for case .finished(let id, let result, _) in due where id == running {
            running = nil
            receive(result)
        }
        setAlarm()
    }

    private var untilDue: Duration {
        let due = [postponed?.due, network.wakeAt].compactMap { $0 }.min()
        return due.map { $0 - MonotonicClock.uptime } ?? .seconds(1)
    }

    private func setAlarm() {
        guard postponed != nil || network.wakeAt != nil else { return }
        client.wake(after: max(.milliseconds(1), untilDue))
    }

    private func beginNext() {
        while current == nil, let next = waiting.first ?? inBackground.first {
            current = next
            let step = next.begin()
            let rest = waiting.isEmpty ? backgroundDue - MonotonicClock.uptime : .zero
            if case .request(let request, let pause) = step {
                proceed(next, with: .request(request, after: max(pause, rest)))
            } else {
                proceed(next, with: step)
            }
        }
    }

    private func receive(_ result: Result<HTTPReply, HTTPFailure>) {
        guard let current else { return }
        proceed(current, with: current.receive(result))
        beginNext()
    }

    /// Sends the next request of a lookup, unless it has ended or its `end` closure has stopped
    /// it.
    private func proceed(_ lookup: any LookupInProgress, with step: LookupProgress) {
        switch step {
        case .request(let request, let pause): send(request, after: pause)
        case .ended:
            waiting.removeAll { $0 === lookup }
            inBackground.removeAll { $0 === lookup }
            if current === lookup { current = nil }
        }
    }

    /// Stops the current lookup. It begins again if it stays in its list.
    private func stopCurrent() {
        if let running { network.cancel(running) }
        if let postponed, let current, inBackground.contains(where: { $0 === current }) {
            backgroundDue = postponed.due
        }
        running = nil
        postponed = nil
        current = nil
    }

    /// Sends a request after a pause, or later if the service requires it.
    private func send(_ request: HTTPRequest, after pause: Duration) {
        let now = MonotonicClock.uptime
        let due = pace.due(request.url, at: now + pause)
        guard due <= now else {
            postponed = (request, due)
            return setAlarm()
        }
        send(request)
    }

    private func send(_ request: HTTPRequest) {
        pace.note(request.url, at: MonotonicClock.uptime)
        lastID += 1
        running = lastID
        network.start(request, id: lastID)
        setAlarm()
    }
}

/// The next step of a lookup.
private enum LookupProgress {
    case request(HTTPRequest, after: Duration)
    /// The lookup has ended and called `end`.
    case ended
}

/// A lookup with its answer type erased.
private protocol LookupInProgress: AnyObject {
    /// Begins the lookup, or begins it again.
    func begin() -> LookupProgress
    func receive(_ result: Result<HTTPReply, HTTPFailure>) -> LookupProgress
}

private final class LookupRun<Question: Lookup>: LookupInProgress {
    private let question: Question
    private var lookup: Question
    private let end: (Result<Question.Answer, LookupFailure>) -> Void

    init(
        _ lookup: Question, _ end: @escaping (Result<Question.Answer, LookupFailure>) -> Void
    ) {
        question = lookup
        self.lookup = lookup
        self.end = end
    }

    func begin() -> LookupProgress {
        lookup = question
        do throws(LookupFailure) {
            return .request(try lookup.begin(), after: .zero)
        } catch {
            end(.failure(error))
            return .ended
        }
    }

    func receive(_ result: Result<HTTPReply, HTTPFailure>) -> LookupProgress {
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
