/// The item numbers of a table's rows, as differences from the first number of each group of rows.
struct NumberColumn: Sendable {
    /// The number of rows in a group.
    private static let groupSize = 64
    /// Stands for a number that is in `others`.
    private static let isElsewhere = UInt16.max

    /// The first number of each group.
    private var bases: [Int32] = []
    /// For each row the difference from the first number of its group.
    private var offsets: [UInt16] = []
    /// The numbers whose difference does not fit, by row.
    private var others: [Int: Int32] = [:]

    var count: Int { offsets.count }

    /// The number of the last row; nil without rows.
    var last: Int32? { offsets.isEmpty ? nil : self[RowIndex(offsets.count - 1)] }

    subscript(row: RowIndex) -> Int32 {
        let offset = offsets[row]
        if offset == Self.isElsewhere, let number = others[row.rawValue] { return number }
        return bases[row.rawValue / Self.groupSize] &+ Int32(offset)
    }

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        bases.makeRoom(growing: factor)
        offsets.makeRoom(growing: factor)
    }

    mutating func append(_ number: Int32) {
        let row = offsets.count
        if row % Self.groupSize == 0 { bases.append(number) }
        let difference = Int(number) - Int(bases[row / Self.groupSize])
        if let offset = UInt16(exactly: difference), offset != Self.isElsewhere {
            offsets.append(offset)
        } else {
            offsets.append(Self.isElsewhere)
            others[row] = number
        }
    }

    /// Inserts numbers, each before the row at the same place of `rows`. Both lists are ascending.
    mutating func insert(_ numbers: [Int32], before rows: [Int]) {
        var filled = NumberColumn()
        filled.offsets.reserveCapacity(count + numbers.count)
        var passed = 0
        for row in offsets.positions(of: RowIndex.self) {
            while passed < rows.count, rows[passed] <= row.rawValue {
                filled.append(numbers[passed])
                passed += 1
            }
            filled.append(self[row])
        }
        self = filled
    }
}
