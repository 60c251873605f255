/// The program `TroveSimulator`.
package enum Simulator {
    private static let usage = """
        usage: TroveSimulator COUNT           COUNT schedules, those that failed once, planted mistakes
               TroveSimulator COUNT SEED      COUNT schedules from a seed on; a single one with its trace
               TroveSimulator COUNT SEED MISTAKE
                                              the same with a planted mistake:
        """

    /// Runs the program.
    ///
    /// - Parameter arguments: What follows its name.
    /// - Returns: The exit status: 0 if no schedule failed and each planted mistake was found, 2
    ///   for unknown arguments.
    package static func main(_ arguments: [String]) async -> Int32 {
        let numbers = arguments.prefix(2).compactMap { UInt64($0) }
        let mistake = arguments.dropFirst(2).first.flatMap(Mistake.init)
        guard let count = numbers.first, numbers.count == min(arguments.count, 2),
            arguments.count - numbers.count == (mistake == nil ? 0 : 1)
        else {
            print(usage, Mistake.allCases.map(\.rawValue).joined(separator: ", "))
            return 2
        }
        guard numbers.count > 1 else { return await checkAll(count) ? 0 : 1 }
        let first = numbers[1]
        guard count == 1 else {
            return await run(Array(first..<first + count), mistake) ? 0 : 1
        }
        let outcome = Schedule(seed: first, mistake: mistake).run()
        for line in outcome.trace { print(line) }
        print(outcome.failure ?? "passed")
        return outcome.failure == nil ? 0 : 1
    }

    /// Runs schedules and those that failed once, and checks that planted mistakes are found.
    private static func checkAll(_ count: UInt64) async -> Bool {
        let former = FormerFailures.seeds.filter { $0 > count }
        let isSound = await run(Array(1..<1 + count) + former)
        var missed: [Mistake] = []
        for mistake in Mistake.allCases {
            let campaign = Campaign(seeds: Array(1...200), mistake: mistake)
            if await campaign.run().failures.isEmpty { missed.append(mistake) }
        }
        print("\(Mistake.allCases.count) planted mistakes: \(missed.count) not found")
        for mistake in missed { print("not found in 200 schedules: \(mistake.rawValue)") }
        return isSound && missed.isEmpty
    }

    /// Runs schedules, and reports how many failed. Returns whether none did.
    private static func run(_ seeds: [UInt64], _ mistake: Mistake? = nil) async -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        let (failures, count) = await Campaign(seeds: seeds, mistake: mistake, failureLimit: 20)
            .run()
        if let failure = failures.first { print(failure) }
        for failure in failures.dropFirst() {
            print("seed \(failure.seed): \(failure.outcome.failure ?? "")")
        }
        let seconds = (clock.now - start).components.seconds
        print("\(count) schedules in \(seconds) s: \(failures.count) failed")
        return failures.isEmpty
    }
}

extension Campaign.Failure: CustomStringConvertible {
    /// The failure, the command that repeats it, and the end of the trace.
    package var description: String {
        """
        seed \(seed): \(outcome.failure ?? "")
        For the whole trace: .build/release/TroveSimulator 1 \(seed)
        The end of the trace:
        \(outcome.trace.suffix(60).joined(separator: "\n"))
        """
    }
}
