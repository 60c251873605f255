import TroveCodecs

/// Finds where a word may begin in a text, eight places at a time.
///
/// A 64-bit number holds eight bytes. After an exclusive or with another number, a byte is zero
/// where the two are equal, and the classic subtraction of one from each byte finds the zeros
/// (Mycroft 1987).
enum WordScan {
    /// The number of places that are read at once.
    static let size = 8

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    /// The bit that is set in lowercase letters only.
    private static let caseBit: UInt8 = 0x20

    /// The beginning of a word, prepared for `places`.
    struct Beginning: Sendable {
        fileprivate let byte: UInt8
        /// The first and the second byte of the word in each byte of a number.
        fileprivate let first, second: UInt64
        /// The mask that makes letters lowercase: the case bit in each byte, or zero for a byte
        /// outside ASCII.
        fileprivate let firstCase, secondCase: UInt64
        /// Whether the word has only one byte.
        fileprivate let isSingle: Bool

        /// Prepares a word, which must be lowercase and not empty.
        init(of word: some Collection<UInt8>) {
            byte = word.first ?? 0
            isSingle = word.count == 1
            (first, firstCase) = Self.compared(byte)
            (second, secondCase) = Self.compared(word.dropFirst().first ?? 0)
        }

        private static func compared(_ byte: UInt8) -> (byte: UInt64, caseBits: UInt64) {
            // Setting the bit would change a byte outside ASCII.
            byte < 0x80
                ? (ones &* UInt64(byte | caseBit), ones &* UInt64(caseBit))
                : (ones &* UInt64(byte), 0)
        }
    }

    /// Returns the places at which the first two bytes of a word may be, regardless of the case of
    /// ASCII letters.
    ///
    /// - Parameters:
    ///   - word: The beginning of the word.
    ///   - text: The text.
    ///   - start: The first place of interest. Near the end of the text, places before it are
    ///     returned, too.
    /// - Returns: The first of eight places, and a number whose byte `n` is not zero if the word
    ///   may begin at the place `first + n`. All places where it begins are among them.
    @inline(__always)
    static func places(
        of word: Beginning, in text: Span<UInt8>, from start: Int
    ) -> (first: Int, bits: UInt64) {
        let first = min(start, text.count - size - (word.isSingle ? 0 : 1))
        guard first >= 0 else { return shortText(word.byte, text, from: start) }
        // A byte is zero where both bytes of the word are.
        var difference = (EightBytes.load(text, at: first) | word.firstCase) ^ word.first
        if !word.isSingle {
            difference |= (EightBytes.load(text, at: first + 1) | word.secondCase) ^ word.second
        }
        return (first, (difference &- ones) & ~difference & highBits)
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
}
