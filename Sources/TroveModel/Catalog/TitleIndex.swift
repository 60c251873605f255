/// The rows of a table sorted by title, for prefix search.
///
/// Each block of rows has its own sorted list. A change invalidates only the list of its block,
/// which is sorted again when it is next needed. A search merges the results of all lists, unless
/// they have been joined into one.
struct TitleIndex: Sendable {
    /// Large enough that a million titles make few blocks, small enough that a block is sorted
    /// between two keystrokes.
    static let blockSize = 16_384

    /// The live rows of each block, counted from its first one, sorted by title; nil for an
    /// invalidated list. The blocks at the end that were never sorted have none.
    private var blocks: [[UInt16]?] = []
    /// The block that is being sorted, and its rows.
    private var current: (block: Int, sort: TitleSort)?
    /// The rows of all lists in one; nil until they are joined, and after a change.
    private var whole: [UInt32]?
    /// The lists while they are being joined.
    private var join: TitleJoin?

    /// Invalidates the list of the block of a row.
    mutating func spoil(row: RowIndex) {
        whole = nil
        join = nil
        let block = row.rawValue / Self.blockSize
        if block < blocks.count { blocks[block] = nil }
        if current?.block == block { current = nil }
    }

    /// Invalidates the lists of the blocks of some rows.
    mutating func spoil(rows: Range<RowIndex>) {
        for first in stride(
            from: rows.lowerBound.rawValue / Self.blockSize * Self.blockSize,
            to: rows.upperBound.rawValue, by: Self.blockSize)
        where !rows.isEmpty { spoil(row: RowIndex(first)) }
    }

    /// Sorts a slice of a block whose list is missing or invalidated. Returns false if there is
    /// none.
    mutating func sortNext(in table: TitleSource) -> Bool {
        let block = blocks.firstIndex { $0 == nil } ?? blocks.count
        let first = block * Self.blockSize
        guard first < table.rowCount else { return false }
        // Taken out, so that the rows being sorted are not copied.
        var sort =
            current.take().flatMap { $0.block == block ? $0.sort : nil }
            ?? TitleSort(aliveRows(of: block, in: table), in: table)
        guard !sort.advance(in: table) else {
            current = (block, sort)
            return true
        }
        let rows = sort.rows.map { UInt16($0 - UInt32(first)) }
        if block < blocks.count { blocks[block] = rows } else { blocks.append(rows) }
        return true
    }

    /// Joins a slice of the sorted lists; returns false if there is nothing to join. All lists must
    /// be sorted.
    mutating func joinNext(in table: TitleSource) -> Bool {
        guard whole == nil, blocks.count >= Self.fewestJoined else { return false }
        // Taken out, so that the list being made is not copied.
        var current = join ?? TitleJoin(sortedLists.filter { !$0.isEmpty }, in: table)
        join = nil
        if current.advance(by: Self.joinedAtOnce, in: table) {
            join = current
        } else {
            whole = current.rows
        }
        return true
    }

    /// The minimum number of lists to join.
    private static let fewestJoined = 2
    /// The number of rows that are joined in one slice, which takes about a millisecond.
    private static let joinedAtOnce = 1024

    private var sortedLists: [SortedRows] {
        blocks.enumerated().compactMap { block, rows in
            rows.map { SortedRows(first: UInt32(block * Self.blockSize), $0[...]) }
        }
    }

    /// Whether the lists of all blocks are sorted.
    func isSorted(in table: TitleSource) -> Bool {
        blocks.count * Self.blockSize >= table.rowCount && blocks.allSatisfy { $0 != nil }
    }

    /// Returns the first rows whose title begins with `key`, sorted by title. `total` counts all of
    /// them, including those beyond the limit.
    mutating func rows(
        beginningWith key: [UInt8], limit: Int, in table: TitleSource
    ) -> (rows: [RowIndex], total: Int) {
        while sortNext(in: table) {}
        return sortedRows(beginningWith: key, limit: limit, in: table)
    }

    /// Whether the list with a row is sorted.
    func isSorted(_ row: RowIndex) -> Bool {
        let block = row.rawValue / Self.blockSize
        return block < blocks.count && blocks[block] != nil
    }

    /// Like `rows(beginningWith:)`, without the rows whose list is not sorted.
    func sortedRows(
        beginningWith key: [UInt8], limit: Int, in table: TitleSource
    ) -> (rows: [RowIndex], total: Int) {
        if let whole {
            let range = table.range(of: key, among: whole.count) { whole[$0] }
            return (whole[range].prefix(limit).map { RowIndex(Int($0)) }, range.count)
        }
        let ranges = sortedLists.map { list in
            list[table.range(of: key, among: list.count) { list[$0] }]
        }.filter { !$0.isEmpty }
        var join = TitleJoin(ranges, limit: limit, in: table)
        _ = join.advance(by: limit, in: table)
        return (join.rows.map { RowIndex(Int($0)) }, ranges.reduce(0) { $0 + $1.count })
    }

    private func aliveRows(of block: Int, in table: TitleSource) -> [UInt32] {
        let first = block * Self.blockSize
        return (first..<max(first, min(first + Self.blockSize, table.rowCount)))
            .filter { table.isAlive(RowIndex($0)) }.map { UInt32($0) }
    }
}

/// Rows of a block sorted by title.
struct SortedRows: Sendable {
    /// The first row of the block.
    let first: UInt32
    /// The rows, counted from the first one.
    private let rows: ArraySlice<UInt16>

    init(first: UInt32, _ rows: ArraySlice<UInt16>) {
        self.first = first
        self.rows = rows
    }

    var count: Int { rows.count }
    var isEmpty: Bool { rows.isEmpty }

    /// Returns the row at a place, counted from 0.
    subscript(place: Int) -> UInt32 { first + UInt32(rows[rows.startIndex + place]) }

    subscript(places: Range<Int>) -> SortedRows {
        let start = rows.startIndex
        return SortedRows(
            first: first, rows[(start + places.lowerBound)..<(start + places.upperBound)])
    }
}

/// The columns of a table that the title index reads.
struct TitleSource {
    let titles: TextColumn
    let rowCount: Int
    let isAlive: (RowIndex) -> Bool

    func key(of row: UInt32) -> [UInt8] {
        Folding.name(titles[RowIndex(Int(row))] ?? "")
    }

    /// Returns the first eight bytes of a row's key as a number with the same order.
    func head(of row: UInt32) -> UInt64 {
        head(of: RowIndex(Int(row)), folding: Folding.name)
    }

    /// Returns the first eight bytes of a row's key for sorting as a number with the same order.
    func orderHead(of row: RowIndex) -> UInt64 {
        head(of: row, folding: Folding.order)
    }

    private func head(of row: RowIndex, folding fold: (String) -> [UInt8]) -> UInt64 {
        guard let range = titles.range(at: row) else { return 0 }
        let title = titles.bytes.span.extracting(range)
        for index in 0..<title.count where title[index] >= 0x80 {
            let key = fold(titles[row] ?? "")
            return Self.head(of: key.span)
        }
        return Self.head(of: title)
    }

    private static func head(of text: Span<UInt8>) -> UInt64 {
        var head: UInt64 = 0
        for index in 0..<8 {
            head = head << 8 | (index < text.count ? UInt64(Folding.lowercased(text[index])) : 0)
        }
        return head
    }

    /// Whether the title of a row comes before that of another row.
    func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
        let one = titles.bytes.span.extracting(titles.range(at: RowIndex(Int(left))) ?? 0..<0)
        let other = titles.bytes.span.extracting(titles.range(at: RowIndex(Int(right))) ?? 0..<0)
        guard Self.isASCII(one), Self.isASCII(other) else {
            return key(of: left).lexicographicallyPrecedes(key(of: right))
        }
        for index in 0..<min(one.count, other.count) {
            let (byte, against) = (
                Folding.lowercased(one[index]), Folding.lowercased(other[index])
            )
            if byte != against { return byte < against }
        }
        return one.count < other.count
    }

    private static func isASCII(_ text: Span<UInt8>) -> Bool {
        for index in 0..<text.count where text[index] >= 0x80 { return false }
        return true
    }

    /// Compares a row's title with a key: negative if it is less, zero if equal, positive if
    /// greater. With `prefixOnly`, a title that begins with the key is equal to it.
    func order(of row: UInt32, against key: [UInt8], prefixOnly: Bool = false) -> Int {
        guard let range = titles.range(at: RowIndex(Int(row))) else { return key.isEmpty ? 0 : -1 }
        let title = titles.bytes.span.extracting(range)
        for index in 0..<title.count {
            let byte = title[index]
            if byte >= 0x80 {
                return order(of: self.key(of: row), against: key, prefixOnly: prefixOnly)
            }
            if index == key.count {
                // A combining mark may follow and change the letter before it.
                let isPlain = (index..<title.count).allSatisfy { title[$0] < 0x80 }
                if !isPlain {
                    return order(of: self.key(of: row), against: key, prefixOnly: prefixOnly)
                }
                return prefixOnly ? 0 : 1
            }
            let folded = Folding.lowercased(byte)
            if folded != key[index] { return folded < key[index] ? -1 : 1 }
        }
        return title.count < key.count ? -1 : 0
    }

    private func order(of title: [UInt8], against key: [UInt8], prefixOnly: Bool) -> Int {
        if prefixOnly, title.starts(with: key) { return 0 }
        if title == key { return 0 }
        return title.lexicographicallyPrecedes(key) ? -1 : 1
    }

    /// Returns the places of the titles that begin with a key in a sorted list.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - count: The number of rows in the list.
    ///   - row: Returns the row at a place.
    /// - Returns: The places.
    func range(of key: [UInt8], among count: Int, row: (Int) -> UInt32) -> Range<Int> {
        let low = (0..<count).partitioningIndex { order(of: row($0), against: key) >= 0 }
        let high = (low..<count).partitioningIndex {
            order(of: row($0), against: key, prefixOnly: true) > 0
        }
        return low..<high
    }
}
