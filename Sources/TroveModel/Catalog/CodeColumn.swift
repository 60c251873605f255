/// A column of small integers: pages, packed dates, thousandths, or codes of symbols.
///
/// It ends with the last row that has a value, so an unused field costs nothing. It stores the
/// differences from its first value in 8 or 16 bits, or the values in 32 bits if a difference is
/// larger.
struct CodeColumn: Sendable {
    /// The code for "no value".
    static let absent = Int32.min

    /// The codes relative to `base`; the minimum of each type means no value.
    private enum Offsets {
        case narrow([Int8])
        case medium([Int16])
        case wide([Int32])
    }

    private var offsets = Offsets.narrow([])
    private var base: Int32 = 0

    /// Whether no row has, or ever had, a value.
    var isEmpty: Bool { count == 0 }

    private var count: Int {
        switch offsets {
        case .narrow(let list): list.count
        case .medium(let list): list.count
        case .wide(let list): list.count
        }
    }

    subscript(row: RowIndex) -> Int32? {
        switch offsets {
        case .narrow(let list): Self.code(at: row.rawValue, in: list, base)
        case .medium(let list): Self.code(at: row.rawValue, in: list, base)
        case .wide(let list): Self.code(at: row.rawValue, in: list, base)
        }
    }

    @inline(__always)
    private static func code<Offset: FixedWidthInteger & SignedInteger>(
        at row: Int, in list: [Offset], _ base: Int32
    ) -> Int32? {
        guard row < list.count, list[row] != .min else { return nil }
        return base &+ Int32(truncatingIfNeeded: list[row])
    }

    // MARK: Changing

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        // Takes the array out of `self`, like `set`.
        switch offsets {
        case .narrow(var list):
            offsets = .narrow([])
            list.makeRoom(growing: factor)
            offsets = .narrow(list)
        case .medium(var list):
            offsets = .narrow([])
            list.makeRoom(growing: factor)
            offsets = .medium(list)
        case .wide(var list):
            offsets = .narrow([])
            list.makeRoom(growing: factor)
            offsets = .wide(list)
        }
    }

    mutating func set(_ code: Int32?, at row: RowIndex) {
        let code = code == Self.absent ? nil : code
        if let code {
            if isEmpty { base = code }
            widen(for: code)
        }
        let offset = code.map { Int($0) - Int(base) }
        // Takes the array out of `self` before changing it; otherwise each change would copy it.
        switch offsets {
        case .narrow(var list):
            offsets = .narrow([])
            Self.set(offset, at: row.rawValue, in: &list)
            offsets = .narrow(list)
        case .medium(var list):
            offsets = .narrow([])
            Self.set(offset, at: row.rawValue, in: &list)
            offsets = .medium(list)
        case .wide(var list):
            offsets = .narrow([])
            Self.set(offset, at: row.rawValue, in: &list)
            offsets = .wide(list)
        }
    }

    @inline(__always)
    private static func set<Offset: FixedWidthInteger & SignedInteger>(
        _ offset: Int?, at row: Int, in list: inout [Offset]
    ) {
        if row < list.count {
            list[row] = offset.map { Offset(truncatingIfNeeded: $0) } ?? .min
        } else if let offset {
            while list.count < row { list.append(.min) }
            list.append(Offset(truncatingIfNeeded: offset))
        }
    }

    /// Appends the codes of the rows from `row` on.
    mutating func append(_ codes: ArraySlice<Int32>, from row: Int) {
        let present = codes.lazy.filter { $0 != Self.absent }
        guard let first = present.first, let least = present.min(), let greatest = present.max()
        else { return }
        if isEmpty { base = first }
        for code in [least, greatest] { widen(for: code) }
        // Takes the array out of `self`, like `set`.
        switch offsets {
        case .narrow(var list):
            offsets = .narrow([])
            Self.append(codes, from: row, base, to: &list)
            offsets = .narrow(list)
        case .medium(var list):
            offsets = .narrow([])
            Self.append(codes, from: row, base, to: &list)
            offsets = .medium(list)
        case .wide(var list):
            offsets = .narrow([])
            Self.append(codes, from: row, base, to: &list)
            offsets = .wide(list)
        }
    }

    private static func append<Offset: FixedWidthInteger & SignedInteger>(
        _ codes: ArraySlice<Int32>, from row: Int, _ base: Int32, to list: inout [Offset]
    ) {
        while list.count < row { list.append(.min) }
        for code in codes {
            list.append(code == absent ? .min : Offset(truncatingIfNeeded: code &- base))
        }
    }

    /// Makes the type of the differences wide enough for a code.
    private mutating func widen(for code: Int32) {
        let distance = abs(Int(code) - Int(base))
        switch offsets {
        case .narrow(let list) where distance > Int8.max:
            if distance > Int16.max {
                makeWide(list)
            } else {
                offsets = .medium(list.map { $0 == .min ? .min : Int16($0) })
            }
        case .medium(let list) where distance > Int16.max: makeWide(list)
        case .narrow, .medium, .wide: break
        }
    }

    private mutating func makeWide(_ list: [some FixedWidthInteger & SignedInteger]) {
        let base = base
        offsets = .wide(list.map { $0 == .min ? .min : base &+ Int32($0) })
        self.base = 0
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        switch offsets {
        case .narrow(var list):
            list.insertGaps(of: .min, before: rows)
            offsets = .narrow(list)
        case .medium(var list):
            list.insertGaps(of: .min, before: rows)
            offsets = .medium(list)
        case .wide(var list):
            list.insertGaps(of: .min, before: rows)
            offsets = .wide(list)
        }
    }

    // MARK: Counting

    /// Counts the rows of each code, sorted by code. Codes that no row has are omitted.
    func tally(where isCounted: (RowIndex) -> Bool) -> [(code: Int32, count: Int)] {
        switch offsets {
        case .narrow(let list): Self.tally(list, base, where: isCounted)
        case .medium(let list): Self.tally(list, base, where: isCounted)
        case .wide(let list):
            Dictionary(
                list.positions(of: RowIndex.self)
                    .filter { list[$0] != .min && isCounted($0) }.map { (list[$0], 1) },
                uniquingKeysWith: +
            ).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    /// Counts with one counter for each offset.
    private static func tally<Offset: FixedWidthInteger & SignedInteger>(
        _ list: [Offset], _ base: Int32, where isCounted: (RowIndex) -> Bool
    ) -> [(code: Int32, count: Int)] {
        var counts = [Int](repeating: 0, count: 1 << Offset.bitWidth)
        for row in list.positions(of: RowIndex.self) where isCounted(row) {
            counts[Int(list[row]) - Int(Offset.min)] += 1
        }
        // The first counter is that of the rows without a value.
        return counts.indices.dropFirst().filter { counts[$0] > 0 }.map { place in
            (base &+ Int32(place + Int(Offset.min)), counts[place])
        }
    }

    // MARK: Filtering

    func mark(_ range: ClosedRange<Int32>, in block: Range<Int>, into bits: inout RowBits) {
        switch offsets {
        case .narrow(let list): Self.mark(range, base, list, in: block, into: &bits)
        case .medium(let list): Self.mark(range, base, list, in: block, into: &bits)
        case .wide(let list): Self.mark(range, base, list, in: block, into: &bits)
        }
    }

    private static func mark<Offset: FixedWidthInteger & SignedInteger>(
        _ range: ClosedRange<Int32>, _ base: Int32, _ list: [Offset], in block: Range<Int>,
        into bits: inout RowBits
    ) {
        let end = min(block.upperBound, list.count)
        let lowest = max(Int(range.lowerBound) - Int(base), Int(Offset.min) + 1)
        let highest = min(Int(range.upperBound) - Int(base), Int(Offset.max))
        guard block.lowerBound < end, lowest <= highest else { return }
        let (low, high) = (Offset(lowest), Offset(highest))
        let offsets = list.span
        for start in stride(from: block.lowerBound, to: end, by: 64) {
            var word: UInt64 = 0
            for row in start..<min(start + 64, end) {
                let offset = offsets[row]
                let isInside: UInt64 = (offset >= low && offset <= high) ? 1 : 0
                word |= isInside << UInt64(row - start)
            }
            bits.merge(word, at: start - block.lowerBound)
        }
    }

    /// Marks the rows of `block` whose symbol is accepted. `accepted` has one element for each
    /// code.
    func mark(where accepted: [Bool], in block: Range<Int>, into bits: inout RowBits) {
        switch offsets {
        case .narrow(let list): Self.mark(accepted, base, list, in: block, into: &bits)
        case .medium(let list): Self.mark(accepted, base, list, in: block, into: &bits)
        case .wide(let list): Self.mark(accepted, base, list, in: block, into: &bits)
        }
    }

    private static func mark<Offset: FixedWidthInteger & SignedInteger>(
        _ accepted: [Bool], _ base: Int32, _ list: [Offset], in block: Range<Int>,
        into bits: inout RowBits
    ) {
        for row in block.lowerBound..<max(block.lowerBound, min(block.upperBound, list.count)) {
            if let code = code(at: row, in: list, base), accepted[Int(code)] {
                bits.insert(row - block.lowerBound)
            }
        }
    }

    func markPresent(in block: Range<Int>, into bits: inout RowBits) {
        mark((Self.absent + 1)...Int32.max, in: block, into: &bits)
    }
}
