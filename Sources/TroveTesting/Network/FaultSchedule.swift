import TroveSystem

/// The properties of a request that a schedule can decide on.
package struct ProxiedRequest: Sendable {
    /// Its position among all requests of the proxy, from 1.
    package let number: Int
    /// The method, such as `POST`.
    package let method: String
    /// The path, such as `/v1/changes`.
    package let path: String
    /// The text after the question mark; may be empty.
    package let query: String
    /// The size of head and body, in bytes.
    package let size: Int

    /// Creates a request.
    package init(number: Int, method: String, path: String, query: String, size: Int) {
        self.number = number
        self.method = method
        self.path = path
        self.query = query
        self.size = size
    }

    /// The method and the path: `POST /v1/push`, by which requests are counted.
    package var name: String { "\(method) \(path)" }

    /// Whether the server may delay its answer: the query has a `wait` greater than 0.
    package var isLongPoll: Bool {
        query.split(separator: "&").contains { $0.hasPrefix("wait=") && $0 != "wait=0" }
    }
}

/// Decides the fault of each request.
package struct FaultSchedule: Sendable {
    /// Returns the fault of a request. Called once per request, on several threads.
    package let decide: @Sendable (ProxiedRequest) -> Fault

    /// Creates a schedule from a closure.
    package init(_ decide: @escaping @Sendable (ProxiedRequest) -> Fault) {
        self.decide = decide
    }

    /// Forwards everything.
    package static let none = FaultSchedule { _ in .pass }

    /// Returns a schedule that gives these faults to the next requests with a name, in order, and
    /// forwards everything else.
    ///
    /// - Parameters:
    ///   - name: The method and the path, for example `POST /v1/push`.
    ///   - faults: The faults of the first request, of the second, …
    /// - Returns: The schedule, which counts the faults it has used.
    package static func next(_ name: String, _ faults: Fault...) -> FaultSchedule {
        let queue = FaultQueue(faults)
        return FaultSchedule { $0.name == name ? queue.take() : .pass }
    }

    /// Returns random faults, derived from a seed and a request's number.
    ///
    /// Long polls are never repeated, because the second reply may take as long as the first.
    ///
    /// - Parameters:
    ///   - seed: The seed of the choices.
    ///   - percent: The percentage of requests with a fault.
    ///   - longest: The longest duration of a fault.
    /// - Returns: The schedule; a request number always gets the same fault.
    package static func seeded(
        _ seed: UInt64, percent: Int, longest: Duration = .milliseconds(500)
    ) -> FaultSchedule {
        FaultSchedule { request in
            // Without mixing, adjacent seeds would give shifted copies of one sequence.
            var mixing = SeededRandom(seed: seed &+ UInt64(request.number))
            var random = SeededRandom(seed: mixing.next())
            guard Int.random(in: 0..<100, using: &random) < percent else { return .pass }
            let time = longest * Double.random(in: 0.02...1, using: &random)
            var faults: [Fault] = [
                .refuse(time), .reset, .swallow(time), .loseReply, .loseReply, .cutReply,
                .delay(time), .drip(time),
            ]
            if !request.isLongPoll {
                // Soon, while its effect still matters. A lost reply causes an immediate repetition
                // anyway.
                let later = Fault.repeatLater(after: Int.random(in: 1...8, using: &random))
                faults += [.repeatRequest, later, later, later]
            }
            return faults.randomElement(using: &random) ?? .pass
        }
    }
}

/// The faults not yet used.
private final class FaultQueue: Sendable {
    private let faults: Locked<[Fault]>

    init(_ faults: [Fault]) {
        self.faults = Locked(faults)
    }

    func take() -> Fault {
        faults.withLock { $0.isEmpty ? .pass : $0.removeFirst() }
    }
}
