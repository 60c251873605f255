import TroveModel

/// Puts the items of the past into a table while rows are read from the file, sorted by number.
struct PastMerge {
    private let past: PastItems
    private let kind: KindIndex
    /// The numbers of the changed items that are still to come.
    private var numbers: ArraySlice<ItemNumber>
    /// Returns an item of the present whose row is not among those that are read.
    private let omitted: (ItemNumber) throws -> Item?

    /// Begins after a number.
    ///
    /// - Parameters:
    ///   - past: the items of the past.
    ///   - number: the number before the first one.
    ///   - kind: the kind of the items.
    ///   - omitted: returns an item of the present whose row is not read, although it exists; nil
    ///     if all rows are read.
    init(
        _ past: PastItems, after number: ItemNumber = 0, of kind: KindIndex,
        omitted: @escaping (ItemNumber) throws -> Item? = { _ in nil }
    ) {
        self.past = past
        self.kind = kind
        self.omitted = omitted
        let all = past.numbers[kind]
        numbers = all[all.partitioningIndex { $0 > number }...]
    }

    /// Inserts the items before a row of the file. Returns whether the row itself has changed
    /// since, so that `insert` must be called instead of adding it.
    mutating func reaches(_ number: ItemNumber, in table: inout Table) throws -> Bool {
        while let next = numbers.first, next < number {
            numbers.removeFirst()
            try insert(next, now: try omitted(next), into: &table)
        }
        guard numbers.first == number else { return false }
        numbers.removeFirst()
        return true
    }

    /// Returns whether `reaches` inserts items before a row, or the row itself has changed since.
    func concerns(_ number: ItemNumber) -> Bool { numbers.first.map { $0 <= number } ?? false }

    /// Inserts an item as it was instead of the present one.
    func insert(_ now: Item, into table: inout Table) throws {
        try insert(now.number, now: now, into: &table)
    }

    /// Inserts the items after the last row of the file.
    mutating func finish(in table: inout Table) throws {
        for number in numbers { try insert(number, now: try omitted(number), into: &table) }
        numbers = []
    }

    private func insert(
        _ number: ItemNumber, now: @autoclosure () throws -> Item?, into table: inout Table
    ) throws {
        let item = try past.item(number, kind)?.item(number, of: kind, now: try now())
        guard let item else { return }
        table.insert(number: number, id: item.id, values: item.values)
    }
}
