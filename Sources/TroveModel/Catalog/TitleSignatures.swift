/// Tells which rows of a table may have a title that matches a pattern, without reading the titles:
/// a bit-sliced signature file (Faloutsos and Christodoulakis 1984).
///
/// 64 rows form a block. Each block has a signature of 4,096 bits; the parts of its titles set
/// bits: the first one and the first two bytes of each word, and any three successive bytes of a
/// word. A pattern can match a title only if the signature of its block has the bits of the
/// pattern's parts. The signatures of 64 blocks are stored by bit, so one word of memory answers for
/// 64 blocks. A changed title only adds bits, so an answer may be wrong in one direction only.
///
/// The memory is 8 bytes for each row, whatever the titles are.
struct TitleSignatures: Sendable {
    /// The number of rows in a block.
    static let blockSize = 64
    private static let chunkSize = 64 * blockSize
    private static let slots = 4096
    /// The bit for titles that are not all ASCII.
    static let foreignSlot = 0

    private var bits: [UInt64] = []
    /// The number of rows that have been added; later rows are not found.
    private(set) var count = 0

    /// Adds the next row.
    mutating func append(_ title: [UInt8], isPlain: Bool) {
        if count % Self.chunkSize == 0 {
            bits.append(contentsOf: repeatElement(0, count: Self.slots))
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
        let base = row / Self.chunkSize * Self.slots
        let bit: UInt64 = 1 << UInt64(row / Self.blockSize % 64)
        if !isPlain { bits[base + Self.foreignSlot] |= bit }
        let title = title.span
        var (before, last): (UInt8, UInt8) = (0, 0)
        for index in 0..<title.count {
            let byte = title[index]
            guard TextPattern.isWordByte(byte) else {
                (before, last) = (0, 0)
                continue
            }
            // Zeros stand for the bytes before a word, so the same three bytes describe its
            // beginning.
            bits[base + Self.slot(before, last, byte)] |= bit
            (before, last) = (last, byte)
        }
    }

    /// Returns the slots of a pattern's parts for one way of matching.
    func slots(of pattern: TextPattern, as match: TextPattern.Match) -> [Int] {
        var slots: Set<Int> = []
        for word in pattern.words {
            var (before, last): (UInt8, UInt8) = (0, 0)
            for (index, byte) in pattern.key[word].enumerated() {
                if match != .inside || index > 1 { slots.insert(Self.slot(before, last, byte)) }
                (before, last) = (last, byte)
            }
        }
        return Array(slots)
    }

    /// Calls `body` with the rows of each block that has all slots, the last block first, until it
    /// returns false.
    ///
    /// - Parameters:
    ///   - slots: The slots of a pattern's parts.
    ///   - body: Takes the rows of a block, and whether all of its titles are ASCII.
    func forEachBlock(
        with slots: [Int], _ body: (_ rows: Range<Int>, _ isPlain: Bool) -> Bool
    ) {
        let bits = bits.span
        for chunk in stride(from: bits.count / Self.slots - 1, through: 0, by: -1) {
            let base = chunk * Self.slots
            var blocks = UInt64.max
            for slot in slots {
                blocks &= bits[base + slot]
                if blocks == 0 { break }
            }
            while blocks != 0 {
                let block = 63 - blocks.leadingZeroBitCount
                blocks &= ~(1 << UInt64(block))
                let first = (chunk * 64 + block) * Self.blockSize
                guard first < count else { continue }
                let isPlain = bits[base + Self.foreignSlot] >> UInt64(block) & 1 == 0
                let rows = first..<min(first + Self.blockSize, count)
                guard body(rows, isPlain) else { return }
            }
        }
    }

    /// Returns the slot of three successive bytes, which is not `foreignSlot`.
    @inline(__always)
    private static func slot(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        let bytes = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
        return max(1, Int((bytes &* 0x9E37_79B1) >> 20))
    }
}
