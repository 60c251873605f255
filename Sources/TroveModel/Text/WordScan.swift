/// Finds where a word may begin in a text, eight places at a time.
///
/// A number of 64 bits holds eight bytes. A byte of the number is zero where it equals another one
/// after an exclusive or, and the classic subtraction of one from each byte finds the zeros (Mycroft
/// 1987).
enum WordScan {
    /// The number of places that are read at once.
    static let size = 8

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    /// The bit that is set in small letters only.
    private static let caseBit: UInt8 = 0x20

    /// Returns the places at which the first two bytes of a word may be, regardless of the case of
    /// letters of ASCII.
    ///
    /// - Parameters:
    ///   - word: The word, in small letters; not empty.
    ///   - text: The text.
    ///   - start: The first place of interest. Near the end of the text, places before it are
    ///     returned, too.
    /// - Returns: The first of eight places, and a number whose byte `n` is not zero if the word may
    ///   begin at the place `first + n`. All places where it begins are among them.
    @inline(__always)
    static func places(
        of word: Span<UInt8>, in text: Span<UInt8>, from start: Int
    ) -> (first: Int, bits: UInt64) {
        let isSingle = word.count == 1
        let first = min(start, text.count - size - (isSingle ? 0 : 1))
        guard first >= 0 else { return shortText(word[0], text, from: start) }
        var bits = zeros(in: load(text, at: first), word[0])
        if !isSingle { bits &= zeros(in: load(text, at: first + 1), word[1]) }
        return (first, bits)
    }

    /// Returns the places in a text of at most eight bytes.
    private static func shortText(
        _ byte: UInt8, _ text: Span<UInt8>, from start: Int
    ) -> (first: Int, bits: UInt64) {
        var bits: UInt64 = 0
        for index in 0..<min(size, text.count - start)
        where Folding.lowercased(text[start + index]) == byte {
            bits |= 0x80 << UInt64(index * 8)
        }
        return (start, bits)
    }

    /// Returns a number with the highest bit of each byte that may equal another one; those that do
    /// are among them.
    @inline(__always)
    private static func zeros(in bytes: UInt64, _ byte: UInt8) -> UInt64 {
        // Sets the bit in all bytes, unless it would change one outside of ASCII.
        let folded = byte < 0x80 ? bytes | ones &* UInt64(caseBit) : bytes
        let wanted = byte < 0x80 ? byte | caseBit : byte
        let difference = folded ^ (ones &* UInt64(wanted))
        return (difference &- ones) & ~difference & highBits
    }

    @inline(__always)
    private static func load(_ text: Span<UInt8>, at place: Int) -> UInt64 {
        // Any eight bytes are a number, and the place is checked.
        UInt64(
            littleEndian: unsafe text.bytes.unsafeLoadUnaligned(
                fromByteOffset: place, as: UInt64.self))
    }
}
