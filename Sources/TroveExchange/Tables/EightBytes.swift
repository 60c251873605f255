/// Tests on the eight bytes of a word at once.
enum EightBytes {
    /// Returns a word that has this byte in each position.
    @inline(__always)
    static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The highest bit of each byte, which is set in bytes that are not ASCII.
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Returns a word whose lowest set bit is in the first zero byte (Mycroft's test). Bits above
    /// it may be false positives.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 {
        (word &- all(1)) & ~word & highBits
    }

    /// Like `zeros`, for bytes that are equal in both words.
    @inline(__always)
    static func same(_ word: UInt64, _ other: UInt64) -> UInt64 { zeros(word ^ other) }
}
