import Testing
import TroveSimulation

/// The simulation's checks detect typical mistakes, planted one by one.
@Suite(.serialized) struct PlantedMistakeTests {
    @Test(arguments: Mistake.allCases)
    func isDetected(mistake: Mistake) async {
        let schedules: UInt64 = 200
        let result = await Campaign(seeds: 1..<1 + schedules, mistake: mistake).run()
        #expect(!result.failures.isEmpty, "nobody noticed \(mistake) in \(schedules) schedules")
    }
}
