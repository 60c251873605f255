/// The program `TroveSimulator`.
package enum Simulator {
    /// Runs `COUNT [FIRST-SEED] [MISTAKE]`: runs schedules and prints the failed ones; for a single
    /// schedule, prints the whole trace.
    ///
    /// - Returns: the exit status: 0 if no schedule failed, 2 for an unknown mistake.
    package static func main(_ arguments: [String]) async -> Int32 {
        let count = arguments.first.flatMap { UInt64($0) } ?? 2000
        let first = arguments.count > 1 ? UInt64(arguments[1]) ?? 1 : 1
        let mistake = arguments.count > 2 ? Mistake(rawValue: arguments[2]) : nil
        if arguments.count > 2, mistake == nil {
            print("Known mistakes: \(Mistake.allCases.map(\.rawValue).joined(separator: ", "))")
            return 2
        }
        if count == 1 {
            let outcome = Schedule(seed: first, mistake: mistake).run()
            for line in outcome.trace { print(line) }
            print(outcome.failure ?? "passed")
            return outcome.failure == nil ? 0 : 1
        }
        let clock = ContinuousClock()
        let start = clock.now
        let (failures, done) = await Campaign(
            seeds: first..<first + count, mistake: mistake, patience: 20
        ).run()
        if let failure = failures.first { print(failure) }
        for failure in failures.dropFirst() {
            print("seed \(failure.seed): \(failure.outcome.failure ?? "")")
        }
        let seconds = (clock.now - start).components.seconds
        print("\(done) schedules in \(seconds) s: \(failures.count) failed")
        return failures.isEmpty ? 0 : 1
    }
}

extension Campaign.Failure: CustomStringConvertible {
    /// The failure, the command that repeats it, and the end of the trace.
    package var description: String {
        """
        seed \(seed): \(outcome.failure ?? "")
        Repeat with: TROVE_SEED=\(seed) swift test --filter SimulationTests
        or, with the whole trace: swift run -c release TroveSimulator 1 \(seed)
        The end of the trace:
        \(outcome.trace.suffix(60).joined(separator: "\n"))
        """
    }
}
