/// Joins sorted lists of rows into one, in slices.
struct TitleJoin: Sendable {
    /// The rows that are joined so far, sorted by title.
    private(set) var rows: [UInt32] = []
    private let lists: [SortedRows]
    /// The next row of each list that has one, sorted so that the smallest title is last.
    private var heads: [Head] = []

    private struct Head: Sendable {
        let list: Int
        let place: Int
        let row: UInt32
        /// The first bytes of the title.
        let start: UInt64
    }

    /// Starts joining lists, of which at most `limit` rows are wanted.
    init(_ lists: [SortedRows], limit: Int = .max, in table: TitleSource) {
        self.lists = lists
        rows.reserveCapacity(min(limit, lists.reduce(0) { $0 + $1.count }))
        for list in lists.indices { add(list, 0, in: table) }
    }

    /// Joins up to `count` more rows. Returns whether some are left.
    mutating func advance(by count: Int, in table: TitleSource) -> Bool {
        for _ in 0..<count {
            guard let head = heads.popLast() else { return false }
            rows.append(head.row)
            add(head.list, head.place + 1, in: table)
        }
        return !heads.isEmpty
    }

    private mutating func add(_ list: Int, _ place: Int, in table: TitleSource) {
        guard place < lists[list].count else { return }
        let row = lists[list][place]
        let head = Head(list: list, place: place, row: row, start: table.head(of: row))
        heads.insert(
            head,
            at: heads.partitioningIndex { other in
                head.start == other.start
                    ? !table.precedes(row, other.row) : head.start > other.start
            })
    }
}
