import TroveSystem

/// A request that a `FaultProxy` has received, as far as a schedule needs to know it.
package struct ProxiedRequest: Sendable {
    /// Its place among all requests of the proxy: 1, 2, 3, …
    package let number: Int
    /// For example `POST`.
    package let method: String
    /// For example `/v1/changes`.
    package let path: String
    /// What stands behind the question mark, or nothing.
    package let query: String
    /// Of the head and the body together, in bytes.
    package let size: Int

    /// A request as a schedule gets it.
    package init(number: Int, method: String, path: String, query: String, size: Int) {
        self.number = number
        self.method = method
        self.path = path
        self.query = query
        self.size = size
    }

    /// The method and the path: `POST /v1/push`. Requests are counted by it.
    package var name: String { "\(method) \(path)" }

    /// Whether the server may wait with its answer: there is a `wait` of more than 0 in the query.
    package var isLongPoll: Bool {
        query.split(separator: "&").contains { $0.hasPrefix("wait=") && $0 != "wait=0" }
    }
}

/// Decides what happens to each request.
package struct FaultSchedule: Sendable {
    /// Gives a request its fault. It is asked once for each, by several threads.
    package let decide: @Sendable (ProxiedRequest) -> Fault

    /// A schedule of one's own.
    package init(_ decide: @escaping @Sendable (ProxiedRequest) -> Fault) {
        self.decide = decide
    }

    /// Everything passes.
    package static let none = FaultSchedule { _ in .pass }

    /// The next requests of a name get these faults, one after the other; all else passes.
    ///
    /// - Parameters:
    ///   - name: The method and the path, for example `POST /v1/push`.
    ///   - faults: The fault of the first, of the second, …
    /// - Returns: The schedule, which knows how many of the faults were taken.
    package static func next(_ name: String, _ faults: Fault...) -> FaultSchedule {
        let queue = FaultQueue(faults)
        return FaultSchedule { $0.name == name ? queue.take() : .pass }
    }

    /// Random faults, which follow from a seed and from the number of a request.
    ///
    /// Long polls are never repeated, since their second reply may take as long as the first.
    ///
    /// - Parameters:
    ///   - seed: What the choice follows from.
    ///   - percent: How many of a hundred requests get a fault.
    ///   - longest: The longest time of a fault that has one.
    /// - Returns: The schedule: the same request number gets the same fault every time.
    package static func seeded(
        _ seed: UInt64, percent: Int, longest: Duration = .milliseconds(500)
    ) -> FaultSchedule {
        FaultSchedule { request in
            // Sequences whose seeds are neighbours would be shifted copies of each other.
            var mixing = SeededRandom(seed: seed &+ UInt64(request.number))
            var random = SeededRandom(seed: mixing.next())
            guard Int.random(in: 0..<100, using: &random) < percent else { return .pass }
            let time = longest * Double.random(in: 0.02...1, using: &random)
            var faults: [Fault] = [
                .refuse(time), .reset, .swallow(time), .loseReply, .loseReply, .cutReply,
                .delay(time), .drip(time),
            ]
            if !request.isLongPoll {
                // Soon, while what it did matters; a reply that was lost is a repetition at once.
                let later = Fault.repeatLater(after: Int.random(in: 1...8, using: &random))
                faults += [.repeatRequest, later, later, later]
            }
            return faults.randomElement(using: &random) ?? .pass
        }
    }
}

/// Faults that wait for their requests.
private final class FaultQueue: Sendable {
    private let faults: Locked<[Fault]>

    init(_ faults: [Fault]) {
        self.faults = Locked(faults)
    }

    func take() -> Fault {
        faults.withLock { $0.isEmpty ? .pass : $0.removeFirst() }
    }
}
