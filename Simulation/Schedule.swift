import TroveModel

/// One run of a world.
package struct Schedule: Sendable {
    /// What all of it follows from.
    package let seed: UInt64
    /// Something wrong that the checks are to find.
    package let mistake: Mistake?

    package init(seed: UInt64, mistake: Mistake? = nil) {
        self.seed = seed
        self.mistake = mistake
    }

    /// What came of a schedule.
    package struct Outcome: Sendable {
        /// What went wrong; nil when nothing did.
        package let failure: String?
        /// What happened, line by line.
        package let trace: [String]
        /// The same for the same trace.
        package let hash: UInt64
    }

    /// Lives through the schedule.
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
