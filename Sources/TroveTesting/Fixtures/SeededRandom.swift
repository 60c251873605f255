import Glibc
import TroveSystem

/// Reproducible random numbers that know their seed.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    /// The seed of the sequence.
    package let seed: UInt64
    private var generator: SplitMix64

    /// Creates the sequence of a seed.
    package init(seed: UInt64) {
        self.seed = seed
        generator = SplitMix64(seed: seed)
    }

    /// The seed in `TROVE_SEED`, or a random one for all tests of the process. It is printed at
    /// its first use, since an expectation that fails does not know it.
    private static let seedOfProcess: UInt64 = {
        let given = SystemCall.getenv("TROVE_SEED") ?? ""
        guard let seed = given.isEmpty ? .random(in: 0...(.max)) : UInt64(given) else {
            preconditionFailure("TROVE_SEED has to be a number up to 2^64 - 1, not \"\(given)\"")
        }
        Descriptor.write("random tests: run again with TROVE_SEED=\(seed)\n", to: STDERR_FILENO)
        return seed
    }()

    /// Creates the sequence of the seed in `TROVE_SEED`, or of a random seed, the same in the whole
    /// process.
    package static func fromEnvironment() -> SeededRandom { SeededRandom(seed: seedOfProcess) }

    /// How to reproduce the sequence: the comment for expectations in a random test.
    package var hint: String { "run again with TROVE_SEED=\(seed)" }

    /// Returns the next number of the sequence.
    package mutating func next() -> UInt64 { generator.next() }

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
