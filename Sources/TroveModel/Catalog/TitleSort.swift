/// Sorts the rows of a block by title, in slices of less than a millisecond: short runs first,
/// which are then merged in pairs.
struct TitleSort: Sendable {
    /// A row and the first bytes of its title, which most titles differ in.
    private struct Key: Sendable {
        let row: UInt32
        let head: UInt64
    }

    /// The rows, in sorted runs of `width`, except for those that are not sorted yet.
    private var keys: [Key]
    /// The length of the runs that are being merged.
    private var width = Self.runLength
    /// The number of rows in runs that are sorted.
    private var sortedCount = 0
    /// The rows in runs of twice the length, as far as they are merged.
    private var merged: [Key] = []
    /// The places of the next rows in both runs of the pair that is being merged.
    private var next = (left: 0, right: 0)

    /// The number of rows in the runs that are sorted at once.
    private static let runLength = 1024
    /// The number of rows that are merged at once.
    private static let mergedAtOnce = 4096

    init(_ rows: [UInt32], in table: TitleSource) {
        keys = rows.map { Key(row: $0, head: table.head(of: $0)) }
    }

    /// The rows, which are sorted once `advance` has returned false.
    var rows: [UInt32] { keys.map(\.row) }

    /// Sorts a slice. Returns whether more is left.
    mutating func advance(in table: TitleSource) -> Bool {
        guard sortedCount == keys.count else {
            let end = min(keys.count, sortedCount + Self.runLength)
            keys[sortedCount..<end].sort { Self.precedes($0, $1, in: table) }
            sortedCount = end
            return sortedCount < keys.count || width < keys.count
        }
        guard width < keys.count else { return false }
        if merged.isEmpty { merged.reserveCapacity(keys.count) }
        let end = min(keys.count, merged.count + Self.mergedAtOnce)
        while merged.count < end { mergeNext(in: table) }
        guard merged.count == keys.count else { return true }
        swap(&keys, &merged)
        merged.removeAll(keepingCapacity: true)
        width *= 2
        return width < keys.count
    }

    /// Appends the next row of the pair of runs that is being merged.
    private mutating func mergeNext(in table: TitleSource) {
        let start = merged.count / (2 * width) * (2 * width)
        let middle = min(start + width, keys.count)
        let end = min(middle + width, keys.count)
        if merged.count == start { next = (start, middle) }
        let takesRight =
            next.left == middle
            || next.right < end && Self.precedes(keys[next.right], keys[next.left], in: table)
        if takesRight {
            merged.append(keys[next.right])
            next.right += 1
        } else {
            merged.append(keys[next.left])
            next.left += 1
        }
    }

    private static func precedes(_ left: Key, _ right: Key, in table: TitleSource) -> Bool {
        left.head == right.head
            ? table.precedes(left.row, right.row) : left.head < right.head
    }
}
