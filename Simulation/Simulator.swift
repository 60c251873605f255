/// The program `TroveSimulator`.
package enum Simulator {
    /// `COUNT [FIRST-SEED] [MISTAKE]`: runs schedules and tells of those that went wrong; of a single
    /// one its whole trace.
    package static func main(_ arguments: [String]) async {
        let count = arguments.first.flatMap { UInt64($0) } ?? 2000
        let first = arguments.count > 1 ? UInt64(arguments[1]) ?? 1 : 1
        let mistake = arguments.count > 2 ? Mistake(rawValue: arguments[2]) : nil
        if count == 1 {
            let outcome = Schedule(seed: first, mistake: mistake).run()
            for line in outcome.trace { print(line) }
            print(outcome.failure ?? "nothing went wrong", outcome.hash)
            return
        }
        let clock = ContinuousClock()
        let start = clock.now
        let (failures, done) = await Campaign(
            seeds: first..<first + count, mistake: mistake, patience: .max).run()
        for failure in failures.prefix(200) {
            print("seed \(failure.seed): \(failure.outcome.failure ?? "")")
        }
        print("\(done) schedules, \(failures.count) failed, in \(clock.now - start)")
    }
}
