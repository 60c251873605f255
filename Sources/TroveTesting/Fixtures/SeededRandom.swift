import Glibc

/// A reproducible random number generator: the same seed gives the same sequence on every machine
/// and in every release.
///
/// The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    /// The seed of the sequence.
    package let seed: UInt64
    private var state: UInt64

    /// Creates the sequence of a seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Creates the sequence of the seed in `TROVE_SEED`, or of a random seed.
    package static func fromEnvironment() -> SeededRandom {
        // The value is copied at once, and the environment does not change while tests run.
        let given = unsafe getenv("TROVE_SEED").map { unsafe String(cString: $0) }
        guard let given, !given.isEmpty else { return SeededRandom(seed: .random(in: 0...(.max))) }
        guard let seed = UInt64(given) else {
            preconditionFailure("TROVE_SEED has to be a number up to 2^64 - 1, not \"\(given)\"")
        }
        return SeededRandom(seed: seed)
    }

    /// How to reproduce the sequence: the comment for expectations in a random test.
    package var hint: String { "run again with TROVE_SEED=\(seed)" }

    /// Returns the next number of the sequence.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Runs a random test, and adds the seed to its error.
    ///
    /// - Throws: `SeededFailure` with the test's error.
    package static func run<Result>(
        _ random: SeededRandom = .fromEnvironment(),
        _ body: (inout SeededRandom) throws -> Result
    ) throws -> Result {
        var sequence = random
        do {
            return try body(&sequence)
        } catch {
            throw SeededFailure(hint: random.hint, underlying: error)
        }
    }
}

/// The failure of a random test.
package struct SeededFailure: Error, CustomStringConvertible {
    /// How to reproduce the sequence.
    package let hint: String
    /// The test's error.
    package let underlying: any Error

    /// The error and the seed.
    package var description: String { "\(hint)\n\(underlying)" }
}
