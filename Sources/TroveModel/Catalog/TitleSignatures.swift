/// Tells which rows of a table may have a title that matches a pattern, without reading the titles:
/// a bit-sliced signature file (Faloutsos and Christodoulakis 1984).
///
/// Each row has a signature of 64 bits (`TextSignature`). A pattern can match a title only if the
/// row's signature has the bits of the pattern. The signatures of 64 rows are stored by bit, so one
/// word of memory answers for 64 rows. A changed title only adds bits, so an answer may be wrong in
/// one direction only.
///
/// The memory is 8 bytes for each row, and one bit for whether its title is all ASCII.
struct TitleSignatures: Sendable {
    /// The number of rows in a word.
    static let wordSize = 64
    /// The words of a chunk, in which the words of a slot follow each other.
    private static let words = 64
    private static let chunkSize = words * wordSize
    /// The bits of a signature, and the slot for titles that are not all ASCII.
    private static let slots = TextSignature.size + 1
    private static let foreignSlot = TextSignature.size

    private var bits: [UInt64] = []
    /// Whether a chunk has titles that are not all ASCII.
    private var hasForeign: [Bool] = []
    /// The number of rows that have been added; later rows are not found.
    private(set) var count = 0

    /// Adds the next row.
    mutating func append(_ title: [UInt8], isPlain: Bool) {
        if count % Self.chunkSize == 0 {
            bits.append(contentsOf: repeatElement(0, count: Self.slots * Self.words))
            hasForeign.append(false)
        }
        count += 1
        add(title, isPlain: isPlain, row: count - 1)
    }

    /// Adds a title of a row that was appended before.
    ///
    /// - Parameters:
    ///   - title: The search key of the title.
    ///   - isPlain: Whether the title is all ASCII.
    ///   - row: The row, less than `count`.
    mutating func add(_ title: [UInt8], isPlain: Bool, row: Int) {
        let first = Self.firstWord(ofChunk: row / Self.chunkSize)
        let place = first + row % Self.chunkSize / Self.wordSize
        let bit: UInt64 = 1 << UInt64(row % Self.wordSize)
        if !isPlain {
            bits[place + Self.foreignSlot * Self.words] |= bit
            hasForeign[row / Self.chunkSize] = true
        }
        var signature = TextSignature(of: title.span).bits
        while signature != 0 {
            bits[place + signature.trailingZeroBitCount * Self.words] |= bit
            signature &= signature - 1
        }
    }

    /// The words of 64 rows that may match.
    struct Candidates {
        /// The first of the rows.
        let first: Int
        /// The rows that may match, from the lowest bit.
        var rows: UInt64
        /// The rows whose titles are not all ASCII.
        let foreign: UInt64
    }

    /// Calls `body` with the rows that have all bits of a signature, the last rows first, until it
    /// returns false.
    ///
    /// - Parameters:
    ///   - signature: The signature of a pattern.
    ///   - onlyForeign: Whether rows whose titles are all ASCII are passed over.
    ///   - body: Takes the candidates among 64 rows; there is at least one.
    func forEachWord(
        with signature: TextSignature, onlyForeign: Bool, _ body: (Candidates) -> Bool
    ) {
        let slots = signature.slots.map { $0 * Self.words }
        for chunk in stride(from: hasForeign.count - 1, through: 0, by: -1) {
            if onlyForeign, !hasForeign[chunk] { continue }
            guard forEachWord(ofChunk: chunk, slots, onlyForeign: onlyForeign, body) else { return }
        }
    }

    /// Returns whether `body` has always returned true.
    private func forEachWord(
        ofChunk chunk: Int, _ slots: [Int], onlyForeign: Bool, _ body: (Candidates) -> Bool
    ) -> Bool {
        let bits = bits.span
        let base = Self.firstWord(ofChunk: chunk)
        for word in stride(from: base + Self.words - 1, through: base, by: -1) {
            let foreign = bits[word + Self.foreignSlot * Self.words]
            var rows: UInt64 = onlyForeign ? foreign : .max
            for slot in slots {
                if rows == 0 { break }
                rows &= bits[word + slot]
            }
            if rows == 0 { continue }
            let first = chunk * Self.chunkSize + (word - base) * Self.wordSize
            if first + Self.wordSize > count {
                guard first < count else { continue }
                rows &= (1 << UInt64(count - first)) - 1
            }
            guard rows == 0 || body(Candidates(first: first, rows: rows, foreign: foreign)) else {
                return false
            }
        }
        return true
    }

    private static func firstWord(ofChunk chunk: Int) -> Int { chunk * slots * words }
}
