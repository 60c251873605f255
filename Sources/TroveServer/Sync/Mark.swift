import TroveWire

/// The digest of a user's history up to some operation: it differs as soon as histories do.
enum Mark {
    /// The mark after an operation.
    ///
    /// Everything that the operation's effect follows from goes into it: what was before, who did it,
    /// the content (by its digest), what the device had seen, and what became of it. The words are
    /// mixed and not hashed, since the digest among them is a hash, and whoever wanted two histories
    /// with one mark would deceive nobody but themselves.
    static func next(
        after mark: UInt64, device: (UInt64, UInt64), digest: Digest, base: Version, outcome: Int
    ) -> UInt64 {
        var mixed = mark
        mix(device.0, into: &mixed)
        mix(device.1, into: &mixed)
        mix(digest.high, into: &mixed)
        mix(digest.low, into: &mixed)
        mix(UInt64(bitPattern: Int64(base.rawValue)), into: &mixed)
        mix(UInt64(bitPattern: Int64(outcome)), into: &mixed)
        return mixed
    }

    /// The finalizer of SplitMix64.
    private static func mix(_ word: UInt64, into mixed: inout UInt64) {
        mixed = (mixed ^ word) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
    }
}
