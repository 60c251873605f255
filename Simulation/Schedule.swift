import TroveModel

/// One run of a world.
package struct Schedule: Sendable {
    /// The seed, which determines the run.
    package let seed: UInt64
    /// The planted mistake; nil for none.
    package let mistake: Mistake?

    /// Creates a schedule.
    package init(seed: UInt64, mistake: Mistake? = nil) {
        self.seed = seed
        self.mistake = mistake
    }

    /// The result of a schedule.
    package struct Outcome: Sendable {
        /// The first failure; nil if there was none.
        package let failure: String?
        /// The trace, line by line.
        package let trace: [String]
        /// A hash of the trace.
        package let hash: UInt64
    }

    /// Runs the schedule.
    package func run() -> Outcome {
        do {
            let world = try World(seed: seed, mistake: mistake)
            defer { world.end() }
            var failure: String?
            do {
                try world.live()
            } catch {
                failure = "\(error)"
            }
            return Outcome(failure: failure, trace: world.trace.lines, hash: world.trace.hash)
        } catch {
            return Outcome(failure: "no world: \(error)", trace: [], hash: 0)
        }
    }
}
