/// A column of free text: one array of bytes, in the order of the rows, with the end of each row's
/// text.
///
/// A row without a text ends where the row before it does. The places of other rows are kept aside:
/// of texts that were changed, whose new bytes are at the end, and of empty texts. When they are
/// many, or when unused bytes fill more than half of the array and more than 64 KiB, all bytes are
/// written again in the order of the rows.
struct TextColumn: Sendable {
    /// The end of each row's text in `bytes`, unless it is in `places`.
    private var ends: [UInt32] = []
    /// The places of the rows that `ends` does not describe; nil for a row without a text.
    private var places: [Int: Range<Int>?] = [:]
    private(set) var bytes: [UInt8] = []
    private var wasted = 0
    /// The size of `places` after the last call of `rewrite`.
    private var lastingPlaces = 0

    /// Returns the range of a row's text in `bytes`; nil without a value.
    @inline(__always)
    func range(at row: RowIndex) -> Range<Int>? {
        let row = row.rawValue
        guard row < ends.count else { return nil }
        if !places.isEmpty, let place = places[row] { return place }
        let start = row == 0 ? 0 : Int(ends[row - 1])
        let end = Int(ends[row])
        return start < end ? start..<end : nil
    }

    subscript(row: RowIndex) -> String? {
        guard let range = range(at: row) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    // MARK: Changing

    mutating func set(_ text: String?, at row: RowIndex) {
        guard var text else {
            remove(at: row)
            return
        }
        // The bytes are copied before the call returns.
        text.withUTF8 { unsafe set(utf8: $0.span, at: row) }
    }

    /// Sets a text, which must be valid UTF-8.
    mutating func set(utf8 text: Span<UInt8>, at row: RowIndex) {
        remove(at: row)
        write(text, at: row.rawValue)
        rewriteIfWorthwhile()
    }

    /// Writes a text at the end of `bytes`, for a row without one.
    private mutating func write(_ text: Span<UInt8>, at row: Int) {
        let isNew = row >= ends.count
        let last = ends.last ?? 0
        if isNew {
            while ends.count < row { ends.append(last) }
        }
        let start = bytes.count
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        if isNew, !text.isEmpty, Int(last) == start, let end = UInt32(exactly: bytes.count) {
            ends.append(end)
            return
        }
        if isNew { ends.append(last) }
        places[row] = start..<bytes.count
    }

    private mutating func remove(at row: RowIndex) {
        guard let range = range(at: row) else { return }
        wasted += range.count
        places[row.rawValue] = .some(nil)
        rewriteIfWorthwhile()
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        let rows = rows.filter { $0 < ends.count }
        guard !rows.isEmpty else { return }
        var filled: [UInt32] = []
        filled.reserveCapacity(ends.count + rows.count)
        var next = 0
        for row in rows {
            filled.append(contentsOf: ends[next..<row])
            filled.append(filled.last ?? 0)
            next = row
        }
        filled.append(contentsOf: ends[next...])
        ends = filled
        var moved: [Int: Range<Int>?] = [:]
        var passed = 0
        for row in places.keys.sorted() {
            while passed < rows.count, rows[passed] <= row { passed += 1 }
            moved[row + passed] = places[row]
        }
        places = moved
    }

    private mutating func rewriteIfWorthwhile() {
        let isFull = places.count > max(4096, 2 * lastingPlaces, ends.count / 16)
        if isFull || wasted > 65_536 && wasted > bytes.count / 2 { rewrite() }
    }

    private mutating func rewrite() {
        var rewritten = TextColumn()
        rewritten.bytes.reserveCapacity(bytes.count - wasted)
        rewritten.ends.reserveCapacity(ends.count)
        let former = bytes
        for row in ends.positions(of: RowIndex.self) {
            guard let range = range(at: row) else { continue }
            rewritten.write(former.span.extracting(range), at: row.rawValue)
        }
        rewritten.lastingPlaces = rewritten.places.count
        self = rewritten
    }
}
