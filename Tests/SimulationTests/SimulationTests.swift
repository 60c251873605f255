import Glibc
import Testing
import TroveSimulation

/// Devices and a server in one process, with everything going wrong that can: whatever happens, the
/// promises of `Documentation/sync-protocol.md` are kept.
///
/// `TROVE_SCHEDULES` sets how many schedules are lived through, `TROVE_SEED` chooses one. Far more
/// fit into a minute with the release of the program `TroveSimulator`, which `Scripts/test` runs.
@Suite(.serialized) struct SimulationTests {
    /// The value is copied at once; nothing changes the environment while tests run.
    private static func number(_ name: String) -> UInt64? {
        unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
    }

    @Test func everyPromiseIsKept() async {
        let seeds: Range<UInt64> =
            if let seed = Self.number("TROVE_SEED") {
                seed..<seed + 1
            } else {
                1..<1 + (Self.number("TROVE_SCHEDULES") ?? 100)
            }
        let result = await Campaign(seeds: seeds, patience: 3).run()
        for failure in result.failures { Issue.record("\(failure)") }
        #expect(result.count == seeds.count || !result.failures.isEmpty)
    }

    /// Seeds of schedules that went wrong once, and what was wrong.
    static let former: [UInt64] = [
        // A new device's numbers met on the way to them.
        68,
        // A late answer hid what others had done since.
        76, 164,
        // What was pushed before the first pull, and then deleted, stayed.
        37, 212, 546,
        // A change of a field that waited was sent as if it had been made after another's.
        127, 133, 153, 171,
        // Deletions were undone by devices that did not know of them, or hid other deletions.
        55, 82, 126, 306, 442, 841,
        // A restored server's newer values were overwritten, its things hidden, its loss unnoticed.
        199, 269, 298, 490, 499, 683,
        // A late answer was taken for a thing of which a later page had more.
        1215,
        // A lost conflict won by being kept as a problem.
        2070,
    ]

    @Test(arguments: former)
    func whatWentWrongOnceDoesNotAgain(seed: UInt64) {
        let outcome = Schedule(seed: seed).run()
        #expect(outcome.failure == nil, "\(Campaign.Failure(seed: seed, outcome: outcome))")
    }

    /// The same seed is the same schedule.
    @Test func isTheSameTwice() {
        #expect(Schedule(seed: 7).run().hash == Schedule(seed: 7).run().hash)
    }
}
