/// Filters a table block by block. Each condition marks the rows of a block in a bit set, and the
/// sets are combined, so the loops run over small arrays that stay in the CPU cache.
extension Table {
    /// The number of rows in a block, a multiple of 64.
    static let blockSize = 2048

    /// Returns at most `limit` rows that match, from row `start` on, sorted by number.
    package func rows(
        matching filter: Filter, from start: RowIndex = RowIndex(0), limit: Int = .max
    ) -> [RowIndex] {
        guard limit > 0 else { return [] }
        var found: [RowIndex] = []
        forEachBlock(matching: filter, from: start) { block, bits in
            bits.forEach { offset in
                let row = RowIndex(block.lowerBound + offset)
                if row >= start { found.append(row) }
                return found.count < limit
            }
            return found.count < limit
        }
        return found
    }

    /// Counts the items that match.
    package func count(matching filter: Filter) -> Int {
        if case .everything = filter { return count }
        var total = 0
        forEachBlock(matching: filter, from: RowIndex(0)) { _, bits in
            total += bits.count
            return true
        }
        return total
    }

    private func forEachBlock(
        matching filter: Filter, from start: RowIndex, _ body: (Range<Int>, RowBits) -> Bool
    ) {
        let predicate = compile(filter)
        var low = start.rawValue / Self.blockSize * Self.blockSize
        while low < numbers.count {
            let block = low..<min(low + Self.blockSize, numbers.count)
            var bits = mark(predicate, in: block)
            bits.formIntersection(aliveBits(in: block))
            guard body(block, bits) else { return }
            low = block.upperBound
        }
    }

    private func mark(_ predicate: Predicate, in block: Range<Int>) -> RowBits {
        switch predicate {
        case .always: return RowBits(rows: block.count, all: true)
        case .never: return RowBits(rows: block.count)
        case .not(let inner):
            var bits = RowBits(rows: block.count, all: true)
            bits.subtract(mark(inner, in: block))
            return bits
        case .all(let parts):
            var bits = RowBits(rows: block.count, all: true)
            for part in parts { bits.formIntersection(mark(part, in: block)) }
            return bits
        case .any(let parts):
            var bits = RowBits(rows: block.count)
            for part in parts { bits.formUnion(mark(part, in: block)) }
            return bits
        case .codes(let column, let range):
            var bits = RowBits(rows: block.count)
            codes(of: column).mark(range, in: block, into: &bits)
            return bits
        case .symbols(let column, let accepted):
            var bits = RowBits(rows: block.count)
            // A single accepted symbol is the most frequent case, and the fastest.
            if let first = accepted.firstIndex(of: true), accepted.lastIndex(of: true) == first {
                codes(of: column).mark(Int32(first)...Int32(first), in: block, into: &bits)
            } else {
                codes(of: column).mark(where: accepted, in: block, into: &bits)
            }
            return bits
        case .isPresent(let column):
            return markPresent(column, in: block)
        case .text(let column, let test):
            return mark(test, column, in: block)
        }
    }

    private func codes(of column: FieldIndex) -> CodeColumn {
        switch columns[column] {
        case .codes(let codes), .symbols(let codes, _): codes
        case .texts: CodeColumn()
        }
    }

    private func markPresent(_ column: FieldIndex, in block: Range<Int>) -> RowBits {
        var bits = RowBits(rows: block.count)
        if case .texts(let texts) = columns[column] {
            for row in block where texts.range(at: RowIndex(row)) != nil {
                bits.insert(row - block.lowerBound)
            }
        } else {
            codes(of: column).markPresent(in: block, into: &bits)
        }
        return bits
    }

    private func mark(_ test: TextTest, _ column: FieldIndex, in block: Range<Int>) -> RowBits {
        var bits = RowBits(rows: block.count)
        guard case .texts(let texts) = columns[column] else { return bits }
        for row in block {
            guard let range = texts.range(at: RowIndex(row)) else { continue }
            let passes =
                if case .contains(let needle) = test {
                    needle.occurs(in: texts.bytes, at: range)
                } else {
                    test.passes(String(decoding: texts.bytes[range], as: UTF8.self))
                }
            if passes { bits.insert(row - block.lowerBound) }
        }
        return bits
    }
}
