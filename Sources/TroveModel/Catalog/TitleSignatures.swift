/// Tells which rows of a table may have a title that matches a pattern, without reading the titles:
/// a bit-sliced signature file (Faloutsos and Christodoulakis 1984).
///
/// Each row has a signature of 128 bits (`TextSignature`). A pattern can match a title only if the
/// row's signature has the bits of the pattern. The signatures of a block of rows are stored by
/// bit, so one vector answers for all rows of a block. The vectors of several blocks for the same
/// bit lie side by side, so that a search reads memory in runs. A changed title only adds bits, so
/// false positives are possible, but not false negatives.
///
/// Blocks that cannot match at all are passed over first (`TitleGrams`).
///
/// The memory is 16 bytes for each row, plus one bit for whether its title is all ASCII, and at
/// least 264 kB in all.
struct TitleSignatures: Sendable {
    /// One bit for each row of a block: 64 rows in each number, from the lowest bit.
    typealias Rows = SIMD8<UInt64>

    /// The number of rows in a block.
    static let blockSize = Rows.scalarCount * UInt64.bitWidth
    /// The number of blocks whose vectors lie side by side.
    private static let blocksInGroup = 32
    private static let groupSize = blocksInGroup * blockSize
    /// The slots of a group, each with a vector for each block: one slot for each bit of a
    /// signature, and one for the titles that are not all ASCII.
    private static let slots = TextSignature.size + 1
    private static let nonASCIISlot = TextSignature.size

    private var bits: [Rows] = []
    private var grams = TitleGrams()
    /// Whether a group has titles that are not all ASCII.
    private var hasNonASCII: [Bool] = []
    /// Whether any group has such titles.
    private var hasAnyNonASCII = false
    /// The number of rows that have been added; later rows are not found.
    private(set) var count = 0

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        bits.makeRoom(growing: factor)
        grams.makeRoom(growing: factor)
    }

    /// Adds the next row.
    mutating func append(_ title: [UInt8], isPlain: Bool) {
        if count % Self.groupSize == 0 {
            bits.append(contentsOf: repeatElement(.zero, count: Self.slots * Self.blocksInGroup))
            hasNonASCII.append(false)
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
        let group = row / Self.groupSize
        let first =
            group * Self.slots * Self.blocksInGroup + row % Self.groupSize / Self.blockSize
        let lane = row % Self.blockSize / UInt64.bitWidth
        let bit: UInt64 = 1 << UInt64(row % UInt64.bitWidth)
        if !isPlain {
            bits[first + Self.nonASCIISlot * Self.blocksInGroup][lane] |= bit
            hasNonASCII[group] = true
            hasAnyNonASCII = true
        }
        grams.add(title.span, row: row)
        TextSignature(of: title.span).forEachSlot { slot in
            bits[first + slot * Self.blocksInGroup][lane] |= bit
        }
    }

    /// The rows of a block that may match.
    struct Candidates {
        /// The first row of the block.
        let first: Int
        /// The rows that may match.
        let rows: Rows
        /// The rows whose titles are not all ASCII.
        let nonASCII: Rows

        /// Whether no row can match.
        @inline(__always)
        var isEmpty: Bool {
            // `==` on vectors of this size compares the numbers one by one.
            let half = rows.lowHalf | rows.highHalf
            let quarter = half.lowHalf | half.highHalf
            return quarter[0] | quarter[1] == 0
        }
    }

    /// The maximum number of bits of a pattern that are compared. Further ones would exclude few
    /// more titles: about ten in a million have eight bits by chance.
    private static let comparedBits = 8

    /// Calls `body` for each block that may have a match, the last first, with the rows that may
    /// match, until it returns false.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - match: How the titles match.
    ///   - onlyNonASCII: Whether rows whose titles are all ASCII are passed over.
    ///   - body: Takes the candidates of a block, of which there may be none.
    /// - Returns: Whether all blocks were visited.
    @inline(__always)
    func forEachBlock(
        matching pattern: TextPattern, as match: TextPattern.Match, onlyNonASCII: Bool,
        _ body: (Candidates) -> Bool
    ) -> Bool {
        guard !onlyNonASCII || hasAnyNonASCII else { return true }
        var slots: [Int] = []
        TextSignature(of: pattern, as: match).forEachSlot { slots.append($0) }
        slots.removeFirst(max(0, slots.count - Self.comparedBits))
        let parts = TitleGrams.Parts(of: pattern, as: match)
        let bits = bits.span
        for group in stride(from: hasNonASCII.count - 1, through: 0, by: -1)
        where (!onlyNonASCII || hasNonASCII[group])
            && grams.mayHave(parts, inBlockOf: group * Self.groupSize)
        {
            let base = group * Self.slots * Self.blocksInGroup
            for block in stride(from: Self.blocksInGroup - 1, through: 0, by: -1) {
                let first = group * Self.groupSize + block * Self.blockSize
                let nonASCII = bits[base + Self.nonASCIISlot * Self.blocksInGroup + block]
                var rows = onlyNonASCII ? nonASCII : rowsThatExist(from: first)
                for slot in slots { rows &= bits[base + slot * Self.blocksInGroup + block] }
                guard body(Candidates(first: first, rows: rows, nonASCII: nonASCII)) else {
                    return first == 0
                }
            }
        }
        return true
    }

    /// Returns the rows of a block that have been added.
    private func rowsThatExist(from first: Int) -> Rows {
        var rows = Rows(repeating: .max)
        guard first + Self.blockSize > count else { return rows }
        for lane in 0..<Rows.scalarCount {
            let existing = count - first - lane * UInt64.bitWidth
            if existing < UInt64.bitWidth {
                rows[lane] = existing <= 0 ? 0 : (1 << UInt64(existing)) - 1
            }
        }
        return rows
    }
}
