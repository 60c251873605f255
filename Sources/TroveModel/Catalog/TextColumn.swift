/// A column of free text: one array of bytes, with the position of each row's text.
///
/// A changed text is written at the end. The old bytes are removed when they fill more than half of
/// the array and more than 64 KiB.
struct TextColumn: Sendable {
    private static let absent = UInt32.max

    private var starts: [Int] = []
    private var counts: [UInt32] = []
    private(set) var bytes: [UInt8] = []
    private var wasted = 0

    /// Returns the range of a row's text in `bytes`; nil without a value.
    @inline(__always)
    func range(at row: RowIndex) -> Range<Int>? {
        guard row.rawValue < counts.count, counts[row] != Self.absent else { return nil }
        let start = starts[row]
        return start..<start + Int(counts[row])
    }

    subscript(row: RowIndex) -> String? {
        guard let range = range(at: row) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func set(_ text: String?, at row: RowIndex) {
        if row.rawValue < counts.count {
            if counts[row] != Self.absent { wasted += Int(counts[row]) }
            counts[row] = Self.absent
            dropWasteIfWorthwhile()
        }
        guard var text else { return }
        while counts.count <= row.rawValue {
            starts.append(0)
            counts.append(Self.absent)
        }
        starts[row] = bytes.count
        counts[row] = UInt32(text.utf8.count)
        // The bytes are copied before the call returns.
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        starts.insertGaps(of: 0, before: rows)
        counts.insertGaps(of: Self.absent, before: rows)
    }

    private mutating func dropWasteIfWorthwhile() {
        guard wasted > 65_536, wasted > bytes.count / 2 else { return }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count - wasted)
        for row in counts.indices where counts[row] != Self.absent {
            let start = starts[row]
            starts[row] = kept.count
            kept.append(contentsOf: bytes[start..<start + Int(counts[row])])
        }
        bytes = kept
        wasted = 0
    }
}
