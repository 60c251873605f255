/// A column of free text: one array of bytes, in the order of the rows, with the end of each row's
/// text relative to the first text of its group of rows.
///
/// A row without a text ends where the row before it does. The places of other rows are kept aside:
/// of texts that were changed, whose new bytes are at the end, of empty texts, and of those that end
/// more than 64 KiB after the first one of their group. When they are many, or when unused bytes
/// fill more than half of the array and more than 64 KiB, all bytes are written again in the order
/// of the rows.
struct TextColumn: Sendable {
    /// The number of rows in a group.
    private static let groupSize = 32

    /// Where the first text of each group begins in `bytes`.
    private var starts: [UInt32] = []
    /// The end of each row's text, relative to the start of its group, unless it is in `places`.
    private var ends: [UInt16] = []
    /// The places of the rows that `ends` does not describe; nil for a row without a text.
    private var places: [Int: Range<Int>?] = [:]
    private(set) var bytes: [UInt8] = []
    private var wasted = 0
    /// The size of `places` after the last call of `rewrite`.
    private var lastingPlaces = 0

    /// Whether no row has a text, and none had one.
    var isEmpty: Bool { ends.isEmpty }

    /// Returns the range of a row's text in `bytes`; nil without a value.
    @inline(__always)
    func range(at row: RowIndex) -> Range<Int>? {
        let row = row.rawValue
        guard row < ends.count else { return nil }
        if !places.isEmpty, let place = places[row] { return place }
        let base = Int(starts[row / Self.groupSize])
        let start = row % Self.groupSize == 0 ? 0 : Int(ends[row - 1])
        let end = Int(ends[row])
        return start < end ? (base + start)..<(base + end) : nil
    }

    subscript(row: RowIndex) -> String? {
        guard let range = range(at: row) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    // MARK: Changing

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        starts.makeRoom(growing: factor)
        ends.makeRoom(growing: factor)
        bytes.makeRoom(growing: factor)
    }

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
        if row.rawValue < ends.count { remove(at: row) }
        write(text, at: row.rawValue)
        rewriteIfWorthwhile()
    }

    /// Writes a text at the end of `bytes`, for a row without one.
    private mutating func write(_ text: Span<UInt8>, at row: Int) {
        let isNew = row >= ends.count
        while ends.count < row { appendRow(endingAt: nil) }
        let start = bytes.count
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        if isNew, appendRow(endingAt: text.isEmpty ? nil : start) { return }
        places[row] = start..<bytes.count
    }

    /// Adds a row whose text begins at a place and ends with the last byte; nil adds one without a
    /// text. Returns false if the row has to be in `places`.
    @discardableResult
    private mutating func appendRow(endingAt start: Int?) -> Bool {
        let isFirst = ends.count % Self.groupSize == 0
        if isFirst { starts.append(UInt32(clamping: start ?? bytes.count)) }
        let last = isFirst ? 0 : ends[ends.count - 1]
        let base = Int(starts[starts.count - 1])
        if let start, base + Int(last) == start, let end = UInt16(exactly: bytes.count - base) {
            ends.append(end)
            return true
        }
        ends.append(last)
        return false
    }

    private mutating func remove(at row: RowIndex) {
        guard let range = range(at: row) else { return }
        wasted += range.count
        places[row.rawValue] = .some(nil)
        rewriteIfWorthwhile()
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        if rows.contains(where: { $0 < ends.count }) { rewrite(withGapsBefore: rows) }
    }

    private mutating func rewriteIfWorthwhile() {
        let isFull = places.count > max(4096, 2 * lastingPlaces, ends.count / 16)
        if isFull || wasted > 65_536 && wasted > bytes.count / 2 { rewrite() }
    }

    private mutating func rewrite(withGapsBefore gaps: [Int] = []) {
        var rewritten = TextColumn()
        rewritten.bytes.reserveCapacity(bytes.count - wasted)
        rewritten.ends.reserveCapacity(ends.count + gaps.count)
        let former = bytes
        var passed = 0
        for row in ends.positions(of: RowIndex.self) {
            while passed < gaps.count, gaps[passed] <= row.rawValue { passed += 1 }
            guard let range = range(at: row) else { continue }
            rewritten.write(former.span.extracting(range), at: row.rawValue + passed)
        }
        rewritten.lastingPlaces = rewritten.places.count
        self = rewritten
    }
}
