/// The IDs of a table's rows.
///
/// An ID begins with the time, and the IDs that a program creates in the same millisecond increase
/// by less than 2³² each (`ItemID.init(at:after:using:)`). So most IDs are stored as the difference
/// from the previous one, in 4 or 12 bytes instead of 16. The first ID of each group of rows is
/// stored whole, so that a lookup reads only a few.
struct IDColumn: Sendable {
    /// The number of rows in a group, whose forms fill one 64-bit number.
    private static let groupSize = UInt64.bitWidth / Form.width

    /// How an ID is stored.
    private enum Form: UInt64 {
        /// One word: the difference from the low half of the previous ID.
        case step
        /// Three words: the milliseconds since the previous ID in 16 bits, the rest of the high
        /// half, and the low half.
        case later
        /// Four words: both halves.
        case whole

        /// The number of bits of a form.
        static let width = 2
    }

    /// Where each group begins in `words`.
    private var starts: [UInt32] = []
    /// The forms of each group's IDs, the first in the lowest bits.
    private var forms: [UInt64] = []
    private var words: [UInt32] = []
    private var count = 0
    /// The IDs that were replaced, by row. When there are many, all IDs are rewritten.
    private var changed: [Int: ItemID] = [:]
    /// The last ID that was appended. The next one is stored relative to it.
    private var newest = ItemID(high: 0, low: 0)

    subscript(row: RowIndex) -> ItemID {
        if !changed.isEmpty, let id = changed[row.rawValue] { return id }
        let (group, position) = row.rawValue.quotientAndRemainder(dividingBy: Self.groupSize)
        let words = words.span
        var forms = forms[group]
        var place = Int(starts[group])
        var id = ItemID(high: 0, low: 0)
        for _ in 0...position {
            id = Self.read(Form(rawValue: forms & 3) ?? .whole, after: id, at: &place, in: words)
            forms >>= UInt64(Form.width)
        }
        return id
    }

    /// Reads the ID at a place, and moves the place past it.
    @inline(__always)
    private static func read(
        _ form: Form, after last: ItemID, at place: inout Int, in words: Span<UInt32>
    ) -> ItemID {
        func next() -> UInt64 {
            defer { place += 1 }
            return UInt64(words[place])
        }
        switch form {
        case .step: return ItemID(high: last.high, low: last.low &+ next())
        case .later:
            let word = next()
            let high = (last.high >> 16 &+ word >> 16) << 16 | word & 0xFFFF
            return ItemID(high: high, low: next() << 32 | next())
        case .whole: return ItemID(high: next() << 32 | next(), low: next() << 32 | next())
        }
    }

    // MARK: Changing

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        starts.makeRoom(growing: factor)
        forms.makeRoom(growing: factor)
        words.makeRoom(growing: factor)
    }

    mutating func append(_ id: ItemID) {
        let position = count % Self.groupSize
        if position == 0 {
            starts.append(UInt32(clamping: words.count))
            forms.append(0)
        }
        let form: Form
        let milliseconds = (id.high >> 16).subtractingReportingOverflow(newest.high >> 16)
        if position == 0 || milliseconds.overflow || milliseconds.partialValue > 0xFFFF {
            form = .whole
            append(halves: id.high, id.low)
        } else if id.high == newest.high, id.low >= newest.low,
            let step = UInt32(exactly: id.low - newest.low)
        {
            form = .step
            words.append(step)
        } else {
            form = .later
            words.append(
                UInt32(truncatingIfNeeded: milliseconds.partialValue << 16 | id.high & 0xFFFF))
            append(halves: id.low)
        }
        forms[forms.count - 1] |= form.rawValue << UInt64(position * Form.width)
        count += 1
        newest = id
    }

    private mutating func append(halves: UInt64...) {
        for half in halves {
            words.append(UInt32(truncatingIfNeeded: half >> 32))
            words.append(UInt32(truncatingIfNeeded: half))
        }
    }

    mutating func set(_ id: ItemID, at row: RowIndex) {
        guard self[row] != id else { return }
        changed[row.rawValue] = id
        if changed.count > max(4096, count / 8) { rewrite(withGapsBefore: []) }
    }

    /// Inserts rows with an ID of zeros before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) { rewrite(withGapsBefore: rows) }

    private mutating func rewrite(withGapsBefore gaps: [Int]) {
        var rewritten = IDColumn()
        var passed = 0
        for row in 0..<count {
            while passed < gaps.count, gaps[passed] <= row {
                rewritten.append(ItemID(high: 0, low: 0))
                passed += 1
            }
            rewritten.append(self[RowIndex(row)])
        }
        self = rewritten
    }
}
