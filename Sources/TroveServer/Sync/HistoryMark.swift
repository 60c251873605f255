import TroveSystem
import TroveWire

/// The rolling digest of a user's history: two histories that differ have different marks from
/// there on.
enum HistoryMark {
    /// Returns the mark after an operation, from that of its attempt.
    static func next(after attempt: UInt64, outcome: Int) -> UInt64 {
        var mixed = attempt
        mix(UInt64(bitPattern: Int64(outcome)), into: &mixed)
        return mixed
    }

    /// Returns the digest of an operation that has no result yet, and of the history before it.
    ///
    /// With the result, it covers everything that determines the operation's effect: the mark
    /// before, the device, the content (by its digest), what the device had seen, and the result.
    /// The words are mixed rather than hashed: the content digest is already a hash, and users who
    /// forge a collision of two of their own histories harm only themselves.
    static func attempt(
        after mark: UInt64, device: (UInt64, UInt64), digest: Digest, base: Version
    ) -> UInt64 {
        var mixed = mark
        mix(device.0, into: &mixed)
        mix(device.1, into: &mixed)
        mix(digest.high, into: &mixed)
        mix(digest.low, into: &mixed)
        mix(UInt64(bitPattern: Int64(base.rawValue)), into: &mixed)
        return mixed
    }

    /// Generates the IDs of the conflicts that an operation lists.
    ///
    /// They follow from the history, so that histories with the same mark have the same conflicts.
    /// A server that was restored from a backup may receive the lost operations again, and a device
    /// that knows their conflicts asks only for what follows them.
    struct ConflictIDs: RandomNumberGenerator {
        private var mixed: UInt64

        init(of attempt: UInt64) { mixed = attempt }

        mutating func next() -> UInt64 {
            mix(0, into: &mixed)
            return mixed
        }
    }

    /// Mixes in a word, as SplitMix64 does with its state.
    private static func mix(_ word: UInt64, into mixed: inout UInt64) {
        var generator = SplitMix64(seed: mixed ^ word)
        mixed = generator.next()
    }
}
