import Testing
import TroveTesting

@Suite struct SeededRandomTests {
    /// The first numbers of the reference implementation of SplitMix64 for this seed.
    @Test func agreesWithTheReference() {
        var random = SeededRandom(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test func isReproducible() {
        var one = SeededRandom(seed: 7)
        var other = SeededRandom(seed: 7)
        #expect(
            (0..<50).map { _ in Int.random(in: 0..<100, using: &one) }
                == (0..<50).map { _ in Int.random(in: 0..<100, using: &other) })
    }

    @Test func reportsTheSeedOfAFailure() throws {
        struct Broken: Error {}
        let error = #expect(throws: SeededFailure.self) {
            try SeededRandom.run(SeededRandom(seed: 42)) { _ in throw Broken() }
        }
        #expect(String(describing: error).contains("run again with TROVE_SEED=42"))
        #expect(error?.underlying is Broken)
    }
}
