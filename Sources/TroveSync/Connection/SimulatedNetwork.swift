package import TroveHTTP
import TroveSystem

/// A wrapper of the real network that delays or loses messages, for `net`.
///
/// It has no clock: its owner passes in the time, and calls it again at `wakeAt`.
package final class SimulatedNetwork: Transport {
    /// The behavior of the network.
    package enum Mode: Sendable, Equatable {
        /// Passes everything on.
        case real
        /// Fails every request.
        case off
        /// Delays every reply by this duration.
        case slow(Duration)
        /// Fails this percentage of requests: half of them before they reach the server, half
        /// after. The same seed fails the same requests.
        case flaky(percent: Int, seed: UInt64)
    }

    /// An event, and the uptime at which to deliver it.
    private struct Delayed {
        let due: Duration
        let event: HTTPEvent
    }

    private let network: any Transport
    /// The current behavior.
    package private(set) var mode = Mode.real
    private var chance = SplitMix64(seed: 0)
    private var running: Set<Int> = []
    /// Requests whose reply will be lost.
    private var doomed: Set<Int> = []
    /// Requests that were failed here; events of the real network about them are ignored.
    private var ended: Set<Int> = []
    private var delayed: [Delayed] = []

    /// Creates a network in the mode `real`.
    package init(over network: any Transport) {
        self.network = network
    }

    /// Starts a request, unless the mode loses it. Its `finished` event has the same ID.
    package func start(_ request: HTTPRequest, id: Int) {
        switch mode {
        case .real, .slow: break
        case .off:
            end(id, .unreachable, mayHaveArrived: false)
            return
        case .flaky(let percent, _):
            let isLost = chance.next() % 100 < UInt64(percent)
            let isRequest = chance.next() & 1 == 0
            if isLost, isRequest {
                end(id, .cutOff, mayHaveArrived: false)
                return
            }
            if isLost { doomed.insert(id) }
        }
        running.insert(id)
        network.start(request, id: id)
    }

    /// Cancels a request. Its `finished` event still follows.
    package func cancel(_ id: Int) {
        network.cancel(id)
    }

    /// Changes the mode. Switching the network off fails pending requests.
    package func set(_ mode: Mode) {
        self.mode = mode
        if case .flaky(_, let seed) = mode { chance = SplitMix64(seed: seed) }
        guard mode == .off else { return }
        for id in running.sorted() {
            ended.insert(id)
            network.cancel(id)
            end(id, .cutOff, mayHaveArrived: true)
        }
        running = []
        doomed = []
    }

    private func end(_ id: Int, _ failure: HTTPFailure, mayHaveArrived: Bool) {
        delayed.append(
            Delayed(
                due: .zero,
                event: .finished(id: id, .failure(failure), mayHaveArrived: mayHaveArrived)))
    }

    /// Returns the event to deliver now for an event of the real network; nil if it is lost or
    /// delayed.
    package func received(_ event: HTTPEvent, at uptime: Duration) -> HTTPEvent? {
        guard case .finished(let id, _, _) = event else { return event }
        running.remove(id)
        if ended.remove(id) != nil { return nil }
        if doomed.remove(id) != nil {
            return .finished(id: id, .failure(.cutOff), mayHaveArrived: true)
        }
        guard case .slow(let delay) = mode else { return event }
        delayed.append(Delayed(due: uptime + delay, event: event))
        return nil
    }

    /// Returns the events that are due.
    package func takeDue(at uptime: Duration) -> [HTTPEvent] {
        let due = delayed.filter { $0.due <= uptime }
        delayed.removeAll { $0.due <= uptime }
        return due.map(\.event)
    }

    /// The uptime at which the next event is due; nil if none is delayed.
    package var wakeAt: Duration? { delayed.map(\.due).min() }
}
