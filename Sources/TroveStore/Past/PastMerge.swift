import TroveModel

/// Puts the items of the past into a table while its rows are read from the file, sorted by number.
struct PastMerge {
    private let past: PastItems
    private let kind: KindIndex
    /// The numbers of the changed items that are still to come.
    private var numbers: ArraySlice<ItemNumber>

    init(_ past: PastItems, after number: ItemNumber, of kind: KindIndex) {
        self.past = past
        self.kind = kind
        let all = past.numbers[kind]
        let first = all.partitioningIndex { $0 > number }
        numbers = all[first...]
    }

    /// Inserts the row of the file as it was, and before it the items that were deleted since.
    mutating func insert(
        _ number: ItemNumber, _ id: ItemID, _ values: [Value?], into table: inout Table
    ) {
        while let next = numbers.first, next < number {
            numbers.removeFirst()
            insert(next, now: nil, into: &table)
        }
        guard numbers.first == number else {
            return table.insert(number: number, id: id, values: values)
        }
        numbers.removeFirst()
        insert(
            number, now: Item(kind: kind, number: number, id: id, values: values), into: &table)
    }

    /// Inserts the items after the last row of the file.
    mutating func finish(into table: inout Table) {
        for number in numbers { insert(number, now: nil, into: &table) }
        numbers = []
    }

    private func insert(_ number: ItemNumber, now: Item?, into table: inout Table) {
        guard let item = past[number, kind]?.item(number, of: kind, now: now) else { return }
        table.insert(number: number, id: item.id, values: item.values)
    }
}

extension Array {
    /// Returns the first index whose element satisfies a condition that all later ones satisfy, too.
    fileprivate func partitioningIndex(where isLater: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
