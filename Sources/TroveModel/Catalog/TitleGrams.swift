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
        for gram in parts.grams where !has(gram, in: first) { return false }
        for pair in parts.pairs {
            var symbol = 0
            while symbol < Self.symbols, !has(Self.number(symbol, 0, 0) + pair, in: first) {
                symbol += 1
            }
            if symbol == Self.symbols { return false }
        }
        return true
    }

    /// Returns whether the block whose bits begin at a number has a part.
    @inline(__always)
    private func has(_ gram: Int, in first: Int) -> Bool {
        bits[first + gram >> 6] >> UInt64(gram & 63) & 1 == 1
    }

    // MARK: Parts

    /// The parts that every text has if it matches a pattern in a certain way.
    struct Parts {
        /// The numbers of the parts.
        fileprivate private(set) var grams: [Int] = []
        /// The numbers of two bytes that follow any byte or begin a word: that of the part after
        /// the byte 0.
        fileprivate private(set) var pairs: [Int] = []

        init(of pattern: TextPattern, as match: TextPattern.Match) {
            for word in pattern.words { add(pattern.key.span.extracting(word), as: match) }
        }

        private mutating func add(_ word: Span<UInt8>, as match: TextPattern.Match) {
            var (before, last) = (0, 0)
            for index in 0..<word.count {
                let byte = TitleGrams.symbol(word[index])
                if match != .inside || index > 1 {
                    grams.append(TitleGrams.number(before, last, byte))
                } else if index == 1, word.count == 2 {
                    pairs.append(TitleGrams.number(0, last, byte))
                }
                if match != .inside, index == 2 {
                    grams.append(TitleGrams.number(ofBeginning: before, last, byte))
                }
                (before, last) = (last, byte)
            }
        }
    }

    /// The number of different bytes of words; see `symbol`.
    private static let symbols = 39
    /// The number of different parts of three bytes.
    private static let triples = symbols * symbols * symbols
    private static let wordsInBlock = (2 * triples + 63) / 64

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
