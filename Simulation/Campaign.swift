import Synchronization

/// Many schedules, on two threads.
package struct Campaign: Sendable {
    package let seeds: Range<UInt64>
    package let mistake: Mistake?
    /// How many failures end it.
    package let patience: Int

    package init(seeds: Range<UInt64>, mistake: Mistake? = nil, patience: Int = 1) {
        self.seeds = seeds
        self.mistake = mistake
        self.patience = patience
    }

    /// A seed whose schedule went wrong.
    package struct Failure: Sendable {
        package let seed: UInt64
        package let outcome: Schedule.Outcome

        package init(seed: UInt64, outcome: Schedule.Outcome) {
            self.seed = seed
            self.outcome = outcome
        }
    }

    /// Runs the schedules, every hundredth twice, to see that it is the same both times.
    ///
    /// - Returns: the failures, and how many schedules were run.
    package func run() async -> (failures: [Failure], count: Int) {
        let progress = Progress(next: seeds.lowerBound)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    while let seed = progress.take(of: self) {
                        progress.add(check(seed))
                    }
                }
            }
        }
        return progress.results
    }

    private func check(_ seed: UInt64) -> Failure? {
        let schedule = Schedule(seed: seed, mistake: mistake)
        let outcome = schedule.run()
        if outcome.failure != nil { return Failure(seed: seed, outcome: outcome) }
        guard seed % 100 == 0 else { return nil }
        let again = schedule.run()
        guard again.hash != outcome.hash else { return nil }
        let position = zip(outcome.trace, again.trace).enumerated()
            .first { $0.element.0 != $0.element.1 }
        let difference =
            position.map { "\($0.element.0)\n  and then\n\($0.element.1)" } ?? "one is longer"
        return Failure(
            seed: seed,
            outcome: Schedule.Outcome(
                failure: "it was not the same twice: \(difference)", trace: outcome.trace,
                hash: outcome.hash))
    }
}

/// How far a campaign has come.
private final class Progress: Sendable {
    private struct State {
        var next: UInt64
        var failures: [Campaign.Failure] = []
        var count = 0
    }

    private let state: Mutex<State>

    init(next: UInt64) {
        state = Mutex(State(next: next))
    }

    /// The next seed; nil when there is none, or enough has gone wrong.
    func take(of campaign: Campaign) -> UInt64? {
        state.withLock { state in
            guard state.next < campaign.seeds.upperBound,
                state.failures.count < campaign.patience
            else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func add(_ failure: Campaign.Failure?) {
        state.withLock { state in
            state.count += 1
            if let failure { state.failures.append(failure) }
        }
    }

    var results: (failures: [Campaign.Failure], count: Int) {
        state.withLock { ($0.failures.sorted { $0.seed < $1.seed }, $0.count) }
    }
}
