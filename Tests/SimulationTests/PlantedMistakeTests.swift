import Testing
import TroveSimulation

/// The checks of the simulation find what is wrong: mistakes that are easily made, planted one by
/// one.
@Suite(.serialized) struct PlantedMistakeTests {
    @Test(arguments: Mistake.allCases)
    func isFound(mistake: Mistake) async {
        let schedules: UInt64 = 200
        let result = await Campaign(seeds: 1..<1 + schedules, mistake: mistake).run()
        #expect(!result.failures.isEmpty, "nobody noticed \(mistake) in \(schedules) schedules")
    }
}
