/// 128 bits that tell quickly that a text cannot match a pattern.
///
/// The parts of a text set bits: the first one, two and three bytes of each word, and every two and
/// every three successive bytes of a word. A text can match only if it has all bits of the pattern.
struct TextSignature: Sendable {
    /// The number of bits.
    static let size = 128

    /// The bits of every three successive bytes, and of the first one and two bytes of words.
    private var triples: UInt64 = 0
    /// The bits of every two successive bytes, and of the first three bytes of words. Nearly all
    /// searches inside words are short, so three bytes of them say little.
    private var pairs: UInt64 = 0

    /// Creates the signature of a search key.
    init(of text: Span<UInt8>) {
        var (before, last): (UInt8, UInt8) = (0, 0)
        var length = 0
        for index in 0..<text.count {
            let byte = text[index]
            guard TextPattern.isWordByte(byte) else {
                (before, last, length) = (0, 0, 0)
                continue
            }
            length += 1
            // Zeros stand for the bytes before a word, so the same three bytes describe its
            // beginning.
            triples |= Self.bit(before, last, byte)
            if last != 0 { pairs |= Self.bit(0, last, byte) }
            if length == 3 { pairs |= Self.bit(ofBeginning: before, last, byte) }
            (before, last) = (last, byte)
        }
    }

    /// Creates the signature that every text has if it matches a pattern in this way.
    init(of pattern: TextPattern, as match: TextPattern.Match) {
        let key = pattern.key.span
        for word in pattern.words {
            var (before, last): (UInt8, UInt8) = (0, 0)
            for index in 0..<word.count {
                let byte = key[word.lowerBound + index]
                if match != .inside || index > 1 { triples |= Self.bit(before, last, byte) }
                if index > 0 { pairs |= Self.bit(0, last, byte) }
                if match != .inside, index == 2 {
                    pairs |= Self.bit(ofBeginning: before, last, byte)
                }
                (before, last) = (last, byte)
            }
        }
    }

    /// Calls `body` for the position of each bit that is set, in ascending order.
    @inline(__always)
    func forEachSlot(_ body: (Int) -> Void) {
        Self.forEachBit(of: triples, from: 0, body)
        Self.forEachBit(of: pairs, from: UInt64.bitWidth, body)
    }

    /// Whether a text with this signature may match a pattern with that one.
    @inline(__always)
    func mayMatch(_ pattern: TextSignature) -> Bool {
        triples & pattern.triples == pattern.triples && pairs & pattern.pairs == pattern.pairs
    }

    @inline(__always)
    private static func forEachBit(of bits: UInt64, from first: Int, _ body: (Int) -> Void) {
        var rest = bits
        while rest != 0 {
            body(first + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }

    /// Returns the bit of three successive bytes.
    @inline(__always)
    private static func bit(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt64 {
        bit(of: UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third))
    }

    /// Returns the bit of the first three bytes of a word.
    @inline(__always)
    private static func bit(ofBeginning first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt64 {
        bit(of: 1 << 24 | UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third))
    }

    @inline(__always)
    private static func bit(of number: UInt32) -> UInt64 {
        1 << UInt64((number &* 0x9E37_79B1) >> 26)
    }
}
