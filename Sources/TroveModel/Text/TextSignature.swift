/// 64 bits that tell quickly that a text cannot match a pattern.
///
/// The parts of a text set bits: the first one and the first two bytes of each word, and any three
/// successive bytes of a word. A text can match only if it has all bits of the pattern.
struct TextSignature: Sendable {
    /// The number of bits.
    static let size = 64

    /// The bits that are set.
    private(set) var bits: UInt64 = 0

    /// Creates the signature of a search key.
    init(of text: Span<UInt8>) {
        var (before, last): (UInt8, UInt8) = (0, 0)
        for index in 0..<text.count {
            let byte = text[index]
            guard TextPattern.isWordByte(byte) else {
                (before, last) = (0, 0)
                continue
            }
            // Zeros stand for the bytes before a word, so the same three bytes describe its
            // beginning.
            bits |= Self.bit(before, last, byte)
            (before, last) = (last, byte)
        }
    }

    /// Creates the signature that every text has that matches a pattern in a way.
    init(of pattern: TextPattern, as match: TextPattern.Match) {
        for word in pattern.words {
            var (before, last): (UInt8, UInt8) = (0, 0)
            for (index, byte) in pattern.key[word].enumerated() {
                if match != .inside || index > 1 { bits |= Self.bit(before, last, byte) }
                (before, last) = (last, byte)
            }
        }
    }

    /// The positions of the bits.
    var slots: [Int] { (0..<Self.size).filter { bits >> UInt64($0) & 1 == 1 } }

    /// Whether a text with this signature may match a pattern with that one.
    @inline(__always)
    func mayMatch(_ pattern: TextSignature) -> Bool { bits & pattern.bits == pattern.bits }

    /// Returns the bit of three successive bytes.
    @inline(__always)
    private static func bit(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt64 {
        let bytes = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
        return 1 << UInt64((bytes &* 0x9E37_79B1) >> 26)
    }
}
