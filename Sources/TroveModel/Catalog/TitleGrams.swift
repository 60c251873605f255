/// Tells which blocks of rows cannot have a title that matches a pattern, because a part of the
/// pattern occurs in none of their titles.
///
/// A part is three successive bytes of a word, or the first one, two or three bytes of a word. Each
/// block has one bit for each possible part, where bytes that are not letters or digits of ASCII
/// count as alike. A changed title only adds bits. The memory is one byte for each row.
struct TitleGrams: Sendable {
    /// The number of rows in a block: large enough to need few bits, small enough that reading the
    /// titles of one block does not take long.
    static let blockSize = 16_384

    private var bits: [UInt64] = []

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) { bits.makeRoom(growing: factor) }

    /// Adds a title of a row. Its search key is `title`.
    mutating func add(_ title: Span<UInt8>, row: Int) {
        let first = row / Self.blockSize * Self.wordsInBlock
        while bits.count < first + Self.wordsInBlock { bits.append(0) }
        var bits = bits.mutableSpan
        var (before, last, length) = (0, 0, 0)
        for index in 0..<title.count {
            let byte = Self.symbol(title[index])
            if byte == 0 {
                (before, last, length) = (0, 0, 0)
            } else {
                length += 1
                let gram = Self.number(before, last, byte)
                bits[first + gram >> 6] |= 1 << UInt64(gram & 63)
                if length == 3 {
                    let gram = Self.number(ofBeginning: before, last, byte)
                    bits[first + gram >> 6] |= 1 << UInt64(gram & 63)
                }
                (before, last) = (last, byte)
            }
        }
    }

    /// Returns whether the block of a row may have a title with these parts.
    func mayHave(_ parts: Parts, inBlockOf row: Int) -> Bool {
        let first = row / Self.blockSize * Self.wordsInBlock
        return parts.grams.allSatisfy { choice in
            choice.contains { bits[first + $0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
        }
    }

    // MARK: Parts

    /// The parts that every text has if it matches a pattern in this way.
    struct Parts {
        /// The numbers of the parts. Such a text has at least one part from each list.
        fileprivate let grams: [[Int]]

        init(of pattern: TextPattern, as match: TextPattern.Match) {
            grams = TitleGrams.grams(of: pattern, as: match)
        }
    }

    /// The number of different bytes of words; see `symbol`.
    private static let symbols = 39
    /// The number of different parts of three bytes.
    private static let triples = symbols * symbols * symbols
    private static let wordsInBlock = (2 * triples + 63) / 64

    /// Returns the parts that every text has if it matches a pattern in this way: at least one of
    /// each list.
    private static func grams(of pattern: TextPattern, as match: TextPattern.Match) -> [[Int]] {
        pattern.words.flatMap { word -> [[Int]] in
            let symbols = pattern.key[word].map(symbol)
            if match == .inside, symbols.count == 2 {
                // After any byte, or at the beginning of a word.
                return [(0..<Self.symbols).map { number($0, symbols[0], symbols[1]) }]
            }
            // Zeros stand for the bytes before a word.
            let text = match == .inside ? symbols : [0, 0] + symbols
            let grams = text.indices.dropLast(2).map {
                [number(text[$0], text[$0 + 1], text[$0 + 2])]
            }
            guard match != .inside, symbols.count > 2 else { return grams }
            return [[number(ofBeginning: symbols[0], symbols[1], symbols[2])]] + grams
        }
    }

    @inline(__always)
    private static func number(_ first: Int, _ second: Int, _ third: Int) -> Int {
        (first * symbols + second) * symbols + third
    }

    /// Returns the number of the first three bytes of a word.
    @inline(__always)
    private static func number(ofBeginning first: Int, _ second: Int, _ third: Int) -> Int {
        triples + number(first, second, third)
    }

    /// Returns the number of a byte of a search key: 0 for a byte that separates words, and the
    /// same number for all bytes that are not ASCII.
    @inline(__always)
    private static func symbol(_ byte: UInt8) -> Int {
        if byte &- 0x61 < 26 { return Int(byte - 0x60) }
        if byte &- 0x30 < 10 { return Int(byte - 0x30) + 27 }
        if byte >= 0x80 { return 38 }
        return TextPattern.isWordByte(byte) ? 37 : 0
    }
}
