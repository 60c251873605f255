/// Looking at eight bytes at once, in a word.
enum EightBytes {
    /// A word with this byte in each place.
    @inline(__always)
    static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The highest bit of each byte: set where it is not ASCII.
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A word whose lowest bit that is set belongs to the first byte that is zero (Mycroft's test);
    /// bits above it may be set for others.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 {
        (word &- all(1)) & ~word & highBits
    }

    /// As `zeros`, for bytes that are as those of another word.
    @inline(__always)
    static func same(_ word: UInt64, _ other: UInt64) -> UInt64 { zeros(word ^ other) }
}
