/// A column of free text: one array of bytes, in the order of the rows, with the length of each
/// row's text and the start of each group of rows.
///
/// A row without a text has the length 0. The lengths of long texts are stored separately. So are
/// the places of empty texts, and of changed texts, whose new bytes are at the end. When there are
/// many such places, or when unused bytes fill more than half of the array and more than 64 KiB,
/// all bytes are rewritten in the order of the rows.
struct TextColumn: Sendable {
    /// Stands for a length that is in `longLengths`.
    private static let isLong = UInt64(UInt8.max)
    /// The number of rows in a group.
    private static let groupSize = 2 * lengthsInWord
    private static let lengthsInWord = UInt64.bitWidth / UInt8.bitWidth

    /// The number of rows up to the last one with a text.
    private var count = 0
    /// Where the first text of each group begins in `bytes`.
    private var starts: [UInt32] = []
    /// The lengths of the texts that follow each other in `bytes`: a byte for each row, the first
    /// of eight in the lowest bits.
    private var lengths: [UInt64] = []
    /// The lengths of 255 bytes and more, by row.
    private var longLengths: [Int: Int] = [:]
    /// Where the last text that `lengths` describes ends in `bytes`.
    private var end = 0
    /// The places of the rows that `lengths` does not describe; nil for a row without a text.
    private var places: [Int: Range<Int>?] = [:]
    private(set) var bytes: [UInt8] = []
    private var wasted = 0
    /// The size of `places` after the last call of `rewrite`.
    private var lastingPlaces = 0

    /// Whether no row has a text, and none had one.
    var isEmpty: Bool { count == 0 }

    /// Returns the range of a row's text in `bytes`; nil without a value.
    @inline(__always)
    func range(at row: RowIndex) -> Range<Int>? {
        let row = row.rawValue
        guard row < count else { return nil }
        if !places.isEmpty, let place = places[row] { return place }
        let word = row / Self.lengthsInWord
        let shift = UInt64(row % Self.lengthsInWord * UInt8.bitWidth)
        let length = lengths[word] >> shift & 0xFF
        guard length > 0 else { return nil }
        var start = Int(starts[row / Self.groupSize])
        if word % 2 == 1 { start += Self.sum(lengths[word - 1]) }
        start += Self.sum(lengths[word] & (1 << shift - 1))
        if longLengths.isEmpty { return start..<(start + Int(length)) }
        return longRange(from: start, at: row)
    }

    /// Returns the sum of the eight bytes of a number.
    @inline(__always)
    private static func sum(_ bytes: UInt64) -> Int {
        let even: UInt64 = 0x00FF_00FF_00FF_00FF
        let pairs = bytes & even + bytes >> 8 & even
        return Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
    }

    /// Returns the range of a row's text in a column with long texts.
    ///
    /// - Parameters:
    ///   - start: where it begins if no text of its group is long.
    ///   - row: the row.
    /// - Returns: the range.
    private func longRange(from start: Int, at row: Int) -> Range<Int> {
        let group = row / Self.groupSize * Self.groupSize
        let start = (group..<row).reduce(start) { start, row in
            start + (longLengths[row].map { $0 - Int(Self.isLong) } ?? 0)
        }
        return start..<(start + (longLengths[row] ?? Int(length(at: row))))
    }

    /// Returns the length of a row's text as it is in `lengths`.
    private func length(at row: Int) -> UInt64 {
        lengths[row / Self.lengthsInWord]
            >> UInt64(row % Self.lengthsInWord * UInt8.bitWidth) & 0xFF
    }

    subscript(row: RowIndex) -> String? {
        guard let range = range(at: row) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    // MARK: Changing

    /// Makes room for `factor` times as many rows.
    mutating func makeRoom(growing factor: Double) {
        starts.makeRoom(growing: factor)
        lengths.makeRoom(growing: factor)
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
        if row.rawValue < count { remove(at: row) }
        write(text, at: row.rawValue)
        rewriteIfWorthwhile()
    }

    /// Writes a text at the end of `bytes`, for a row without one.
    private mutating func write(_ text: Span<UInt8>, at row: Int) {
        let isNew = row >= count
        while count < row { appendRow(from: nil) }
        let start = bytes.count
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        if isNew, appendRow(from: text.isEmpty ? nil : start) { return }
        places[row] = start..<bytes.count
    }

    /// Adds a row whose text begins at a place and ends with the last byte; nil adds one without a
    /// text. Returns false if the row has to be in `places`.
    @discardableResult
    private mutating func appendRow(from start: Int?) -> Bool {
        if count % Self.groupSize == 0 {
            end = start ?? bytes.count
            starts.append(UInt32(clamping: end))
        }
        if count % Self.lengthsInWord == 0 { lengths.append(0) }
        defer { count += 1 }
        guard let start, start == end else { return false }
        let length = bytes.count - start
        lengths[lengths.count - 1] |=
            min(UInt64(length), Self.isLong) << UInt64(count % Self.lengthsInWord * UInt8.bitWidth)
        if length >= Self.isLong { longLengths[count] = length }
        end = bytes.count
        return true
    }

    private mutating func remove(at row: RowIndex) {
        guard let range = range(at: row) else { return }
        wasted += range.count
        places[row.rawValue] = .some(nil)
        rewriteIfWorthwhile()
    }

    /// Inserts rows without a value before these rows, in ascending order.
    mutating func insertGaps(before rows: [Int]) {
        if rows.contains(where: { $0 < count }) { rewrite(withGapsBefore: rows) }
    }

    private mutating func rewriteIfWorthwhile() {
        let isFull = places.count > max(4096, 2 * lastingPlaces, count / 16)
        if isFull || wasted > 65_536 && wasted > bytes.count / 2 { rewrite() }
    }

    private mutating func rewrite(withGapsBefore gaps: [Int] = []) {
        var rewritten = TextColumn()
        rewritten.bytes.reserveCapacity(bytes.count - wasted)
        rewritten.lengths.reserveCapacity((count + gaps.count) / Self.lengthsInWord + 1)
        let former = bytes
        var passed = 0
        for row in (0..<count).lazy.map({ RowIndex($0) }) {
            while passed < gaps.count, gaps[passed] <= row.rawValue { passed += 1 }
            guard let range = range(at: row) else { continue }
            rewritten.write(former.span.extracting(range), at: row.rawValue + passed)
        }
        rewritten.lastingPlaces = rewritten.places.count
        self = rewritten
    }
}
