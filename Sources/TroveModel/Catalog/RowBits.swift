/// A set of the rows of one block, with one bit for each row.
struct RowBits: Sendable {
    private(set) var words: [UInt64]

    init(rows: Int, all: Bool = false) {
        words = Array(repeating: all ? .max : 0, count: (rows + 63) / 64)
        if all, rows % 64 != 0 { words[words.count - 1] = (1 << UInt64(rows % 64)) - 1 }
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    mutating func insert(_ row: Int) {
        words[row >> 6] |= 1 << UInt64(row & 63)
    }

    /// Adds 64 rows at once; `row` is a multiple of 64.
    mutating func merge(_ word: UInt64, at row: Int) {
        words[row >> 6] |= word
    }

    mutating func formIntersection(_ other: RowBits) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    mutating func formUnion(_ other: RowBits) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    mutating func subtract(_ other: RowBits) {
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    /// Calls `body` with each row of the set, in order, until it returns false.
    func forEach(_ body: (Int) -> Bool) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                guard body(index << 6 + rest.trailingZeroBitCount) else { return }
                rest &= rest - 1
            }
        }
    }
}
