/// A column of small integers: pages, packed dates, thousandths, or codes of symbols.
///
/// It ends with the last row that has a value, so an unused field costs nothing.
struct CodeColumn: Sendable {
    /// The code for "no value".
    static let absent = Int32.min

    private(set) var codes: [Int32] = []

    subscript(row: RowIndex) -> Int32? {
        guard row.rawValue < codes.count, codes[row] != Self.absent else { return nil }
        return codes[row]
    }

    mutating func set(_ code: Int32?, at row: RowIndex) {
        if row.rawValue < codes.count {
            codes[row] = code ?? Self.absent
        } else if let code {
            while codes.count < row.rawValue { codes.append(Self.absent) }
            codes.append(code)
        }
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        codes.insertGaps(of: Self.absent, before: rows)
    }

    /// Marks the rows of `block` whose code is within `range`.
    func mark(_ range: ClosedRange<Int32>, in block: Range<Int>, into bits: inout RowBits) {
        let end = min(block.upperBound, codes.count)
        guard block.lowerBound < end else { return }
        let codes = self.codes.span
        let (low, high) = (range.lowerBound, range.upperBound)
        for start in stride(from: block.lowerBound, to: end, by: 64) {
            var word: UInt64 = 0
            for row in start..<min(start + 64, end) {
                let code = codes[row]
                let isInside: UInt64 = (code >= low && code <= high) ? 1 : 0
                word |= isInside << UInt64(row - start)
            }
            bits.merge(word, at: start - block.lowerBound)
        }
    }

    /// Marks the rows of `block` whose symbol is accepted. `accepted` has one element for each
    /// code.
    func mark(where accepted: [Bool], in block: Range<Int>, into bits: inout RowBits) {
        let end = min(block.upperBound, codes.count)
        guard block.lowerBound < end else { return }
        for row in block.lowerBound..<end {
            let code = codes[row]
            if code >= 0, accepted[Int(code)] { bits.insert(row - block.lowerBound) }
        }
    }

    /// Marks the rows of `block` that have a value.
    func markPresent(in block: Range<Int>, into bits: inout RowBits) {
        mark((Self.absent + 1)...Int32.max, in: block, into: &bits)
    }
}
