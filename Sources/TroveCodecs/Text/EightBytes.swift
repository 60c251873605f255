/// Tests on the eight bytes of a word at once.
@usableFromInline
package enum EightBytes {
    /// Returns a word that has this byte in each position.
    @inlinable
    @inline(__always)
    package static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The highest bit of each byte, which is set in bytes that are not ASCII.
    @inlinable
    @inline(__always)
    package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// Returns a word whose lowest set bit is in the first zero byte (Mycroft's test). Bits above
    /// it may be false positives.
    @inlinable
    @inline(__always)
    package static func zeros(_ word: UInt64) -> UInt64 {
        (word &- all(1)) & ~word & highBits
    }

    /// Returns a word that has a one in each byte that is equal in both words, and zeros elsewhere.
    @inlinable
    @inline(__always)
    package static func matches(_ word: UInt64, _ other: UInt64) -> UInt64 {
        let difference = word ^ other
        // The highest bit of each byte that is not zero; no sum exceeds its byte.
        let others = ((difference & ~highBits) &+ ~highBits) | difference
        return (~others & highBits) >> 7
    }

    /// Returns the sum of the bytes of a word.
    @inlinable
    @inline(__always)
    package static func sum(_ word: UInt64) -> Int {
        let halves: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = (word & halves) &+ (word >> 8 & halves)
        return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
    }

    /// Like `zeros`, for bytes that are equal in both words.
    @inlinable
    @inline(__always)
    package static func same(_ word: UInt64, _ other: UInt64) -> UInt64 { zeros(word ^ other) }

    /// Returns the eight bytes of a text from a place on, the first one in the lowest bits. The
    /// text must have as many.
    @inlinable
    @inline(__always)
    package static func load(_ text: Span<UInt8>, at place: Int) -> UInt64 {
        // Any eight bytes are a number, and the call checks the place.
        UInt64(
            littleEndian: unsafe text.bytes.unsafeLoadUnaligned(
                fromByteOffset: place, as: UInt64.self))
    }
}
