package import TroveHTTP

/// Trouble put between the engine and the real network, so that one can watch what happens.
///
/// It has no clock: whoever drives it hands in the time, and asks when to come back.
package final class SimulatedNetwork: Transport {
    /// What the network does.
    package enum Mode: Sendable, Equatable {
        /// Nothing is simulated.
        case real
        /// Nothing gets through.
        case off
        /// Every answer comes so much later.
        case slow(Duration)
        /// So many exchanges of a hundred are lost: of each other one the request, of the rest only
        /// the answer. The same seed loses the same ones.
        case flaky(percent: Int, seed: UInt64)
    }

    /// An event, and when it is to be heard of.
    private struct Delayed {
        let due: Duration
        let event: HTTPEvent
    }

    private let network: any Transport
    /// What the network does now.
    package private(set) var mode = Mode.real
    private var chance = SplitMix(seed: 0)
    private var running: Set<Int> = []
    /// Requests whose answer is to be lost.
    private var doomed: Set<Int> = []
    /// Requests that were ended here; what the real network says of them is not heard.
    private var ended: Set<Int> = []
    private var delayed: [Delayed] = []

    /// Begins in the mode `real`, which passes everything on.
    package init(over network: any Transport) {
        self.network = network
    }

    /// Begins a request, unless the mode loses it; its `finished` event has the same id.
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

    /// Gives a request up; its event comes all the same.
    package func cancel(_ id: Int) {
        network.cancel(id)
    }

    /// Simulates something else from now on. What is on its way when the network goes off is cut
    /// off.
    package func set(_ mode: Mode) {
        self.mode = mode
        if case .flaky(_, let seed) = mode { chance = SplitMix(seed: seed) }
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

    /// What is to be heard of an event of the real network now; nil when nothing is, or later.
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

    /// The events whose time has come.
    package func takeDue(at uptime: Duration) -> [HTTPEvent] {
        let due = delayed.filter { $0.due <= uptime }
        delayed.removeAll { $0.due <= uptime }
        return due.map(\.event)
    }

    /// When `takeDue` has something; nil when nothing is kept back.
    package var wakeAt: Duration? { delayed.map(\.due).min() }
}

/// Numbers that look random and are the same for the same seed (Steele, Lea and Flood's SplitMix64).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
