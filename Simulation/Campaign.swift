import Synchronization

/// A run of many schedules, on two threads.
package struct Campaign: Sendable {
    /// The seeds of the schedules.
    package let seeds: [UInt64]
    /// The mistake planted in every schedule; nil for none.
    package let mistake: Mistake?
    /// The number of failures after which the campaign stops.
    package let failureLimit: Int

    /// Creates a campaign.
    package init(seeds: [UInt64], mistake: Mistake? = nil, failureLimit: Int = 1) {
        self.seeds = seeds
        self.mistake = mistake
        self.failureLimit = failureLimit
    }

    /// A schedule that failed.
    package struct Failure: Sendable {
        /// The seed of the schedule.
        package let seed: UInt64
        /// What happened in it.
        package let outcome: Schedule.Outcome

        /// Creates a failure.
        package init(seed: UInt64, outcome: Schedule.Outcome) {
            self.seed = seed
            self.outcome = outcome
        }
    }

    /// Runs the schedules, and every hundredth one twice, to check that it is deterministic.
    ///
    /// - Returns: the failures, and the number of schedules that ran.
    package func run() async -> (failures: [Failure], count: Int) {
        let progress = Progress()
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

/// The progress of a campaign, shared by its threads.
private final class Progress: Sendable {
    private struct State {
        /// The index of the next seed.
        var next = 0
        var failures: [Campaign.Failure] = []
        var count = 0
    }

    private let state = Mutex(State())

    /// Returns the next seed; nil if there is none, or the campaign has failed often enough.
    func take(of campaign: Campaign) -> UInt64? {
        state.withLock { state in
            guard state.next < campaign.seeds.count,
                state.failures.count < campaign.failureLimit
            else { return nil }
            defer { state.next += 1 }
            return campaign.seeds[state.next]
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
