/// All items of one kind, stored by column and sorted by number.
///
/// The row of a deleted item stays, marked as dead, until `compact` removes many of them at once.
package struct Table: Sendable {
    /// The kind of the items, whose fields are the columns.
    package private(set) var kind: Kind
    private(set) var numbers = NumberColumn()
    private var ids = IDColumn()
    private(set) var columns: [Column]
    private var alive: [UInt64] = []
    /// The number of items.
    package private(set) var count = 0
    /// The rows of numbers that were appended out of order; `compact` sorts them in.
    private var strays: [Int32: RowIndex] = [:]
    private var isOrdered: Bool { strays.isEmpty }
    /// The rows sorted by title, for references and completion.
    private(set) var titles = TitleIndex()
    /// What completion knows about the titles of the first rows.
    var signatures = TitleSignatures()
    /// How often each value of a field occurs among the first rows, for completion.
    var valueCounts: [ValueCounts]

    /// Creates an empty table.
    package init(kind: Kind) {
        self.kind = kind
        columns = kind.fields.map { Column(for: $0.content) }
        valueCounts = kind.fields.map { _ in ValueCounts() }
    }

    /// Returns the table for the same kind with other names. The fields must have the same types.
    func named(as kind: Kind) -> Table {
        var table = self
        table.kind = kind
        return table
    }

    /// All rows, dead ones included.
    package var rows: Range<RowIndex> { RowIndex(0)..<RowIndex(numbers.count) }

    /// Returns whether the item of a row is not deleted.
    package func isAlive(_ row: RowIndex) -> Bool {
        alive[row.rawValue >> 6] >> UInt64(row.rawValue & 63) & 1 == 1
    }

    /// Returns the live row of the item with this number; nil if there is none.
    package func row(ofNumber number: ItemNumber) -> RowIndex? {
        guard let row = anyRow(ofNumber: number), isAlive(row) else { return nil }
        return row
    }

    /// Returns the number of the item at a row, dead or alive.
    package func number(at row: RowIndex) -> ItemNumber {
        ItemNumber(Int(numbers[row]))
    }
    /// Returns the id of the item at a row, dead or alive.
    package func id(at row: RowIndex) -> ItemID { ids[row] }

    /// Returns the value of a field at a row; nil if it has none.
    package func value(_ field: FieldIndex, at row: RowIndex) -> Value? {
        columns[field].value(at: row, as: kind.fields[field].content)
    }

    /// Returns the distinct texts of a field that is stored as symbols: genres, states, names of
    /// shelves.
    package func symbols(of field: String) -> [String] {
        guard let index = kind.index(ofField: field), case .symbols(_, let table) = columns[index]
        else { return [] }
        return Array(Set(table.texts.flatMap { $0.split(separator: Column.setSeparator) }))
            .map(String.init)
    }

    /// Returns all values of a row.
    package func values(at row: RowIndex) -> [Value?] {
        kind.fieldIndices.map { value($0, at: row) }
    }

    /// Returns the live rows of a block, which begins at a multiple of 64.
    func aliveBits(in block: Range<Int>) -> RowBits {
        var bits = RowBits(rows: block.count)
        for start in stride(from: block.lowerBound, to: block.upperBound, by: 64) {
            bits.merge(alive[start >> 6], at: start - block.lowerBound)
        }
        return bits
    }

    /// Returns the live rows among the 64 that begin at `first`, a multiple of 64.
    func aliveBits(from first: Int) -> UInt64 { alive[first >> 6] }

    // MARK: Titles

    /// Returns the first rows whose title begins with a folded name, sorted by title, and the
    /// number of all such rows.
    mutating func rows(
        titleBeginningWith key: [UInt8], limit: Int
    ) -> (rows: [RowIndex], total: Int) {
        guard let source = titleSource else { return ([], 0) }
        return titles.rows(beginningWith: key, limit: limit, in: source)
    }

    mutating func prepareTitles() -> Bool {
        guard let source = titleSource else { return false }
        return titles.sortNext(in: source) || titles.joinNext(in: source)
    }

    var titleSource: TitleSource? {
        guard case .texts(let column) = columns[Kind.titleIndex] else { return nil }
        let alive = alive
        return TitleSource(titles: column, rowCount: numbers.count) { row in
            alive[row.rawValue >> 6] >> UInt64(row.rawValue & 63) & 1 == 1
        }
    }

    // MARK: Changing

    /// Inserts an item: in its old row if it was deleted from there, else at the end. No live item
    /// may have its number.
    package mutating func insert(number: ItemNumber, id: ItemID, values: [Value?]) {
        let row: RowIndex
        var isNew = true
        if let former = anyRow(ofNumber: number) {
            row = former
            isNew = false
            ids.set(id, at: row)
        } else {
            let isNext = isNext(number)
            row = appendRow(number: number, id: id)
            if !isNext { strays[Int32(number.rawValue)] = row }
        }
        alive[row.rawValue >> 6] |= 1 << UInt64(row.rawValue & 63)
        count += 1
        // A new row has no values yet, and most fields of most items stay empty.
        for index in values.indices where values[index] != nil || !isNew {
            columns[index].set(values[index], at: row)
        }
        titles.spoil(row: row)
        // No index has reached a new row.
        guard !isNew else { return }
        resign(row)
        recount(row, by: 1)
    }

    // MARK: Loading

    /// Makes room for the rows that are loaded later, of which there will be about `total`, so that
    /// a keystroke does not wait while a column of many megabytes is copied.
    ///
    /// - Parameters:
    ///   - first: the number of rows before the last slice was loaded.
    ///   - total: the number of rows when all are loaded.
    package mutating func makeRoom(after first: Int, for total: Int) {
        let loaded = numbers.count
        // The first rows show how long the texts are; later rows correct the estimate.
        guard total > loaded, Self.estimates.contains(where: { first < $0 && $0 <= loaded }) else {
            return
        }
        let factor = Double(total) / Double(loaded)
        numbers.makeRoom(growing: factor)
        ids.makeRoom(growing: factor)
        for field in kind.fieldIndices { columns[field].makeRoom(growing: factor) }
        signatures.makeRoom(growing: factor)
    }

    /// The numbers of loaded rows at which the room for all is estimated.
    private static let estimates = [4096, 32_768, 262_144]

    /// Lets `body` add rows after all others, with values of some fields. Rows that it has added
    /// stay if it throws.
    ///
    /// - Parameters:
    ///   - fields: the fields. `RowAppender` names each by its place in this list.
    ///   - body: adds the rows.
    /// - Throws: what `body` throws.
    package mutating func appendRows<Failure: Error>(
        of fields: [FieldIndex], _ body: (inout RowAppender) throws(Failure) -> Void
    ) throws(Failure) {
        // While rows are out of order, `.max` as the last number keeps new rows from counting as in
        // order.
        var appender = RowAppender(
            fields, takenFrom: &columns, rows: numbers.count, last: isOrdered ? numbers.last : .max)
        defer {
            appender.close(fields, into: &columns)
            let first = numbers.count
            for (number, id) in zip(appender.numbers, appender.ids) {
                let row = appendRow(number: ItemNumber(Int(number)), id: id)
                alive[row.rawValue >> 6] |= 1 << UInt64(row.rawValue & 63)
            }
            count += numbers.count - first
            titles.spoil(rows: RowIndex(first)..<rows.upperBound)
        }
        try body(&appender)
    }

    /// Whether an item with a number comes after all others.
    private func isNext(_ number: ItemNumber) -> Bool {
        strays.isEmpty && numbers.last.map { number.rawValue > Int($0) } ?? true
    }

    mutating func set(_ field: FieldIndex, to value: Value?, at row: RowIndex) {
        recount(row, field, by: -1)
        columns[field].set(value, at: row)
        recount(row, field, by: 1)
        guard field == Kind.titleIndex else { return }
        titles.spoil(row: row)
        resign(row)
    }

    mutating func remove(at row: RowIndex) {
        recount(row, by: -1)
        alive[row.rawValue >> 6] &= ~(1 << UInt64(row.rawValue & 63))
        count -= 1
        titles.spoil(row: row)
    }

    /// Sorts the rows by number again, and removes dead rows when there are many.
    mutating func compact() {
        let dead = numbers.count - count
        guard !isOrdered || dead > max(4096, count) else { return }
        var compacted = Table(kind: kind)
        let order = rows.filter(isAlive).sorted { numbers[$0] < numbers[$1] }
        for row in order {
            compacted.insert(number: number(at: row), id: ids[row], values: values(at: row))
        }
        self = compacted
    }

    /// Inserts dead rows for numbers that the table does not have, in their places, so that
    /// `insert` finds them. What is known about titles and values is forgotten.
    mutating func insertDeadRows(for numbers: [ItemNumber]) {
        let missing = numbers.filter { anyRow(ofNumber: $0) == nil }
            .map { Int32($0.rawValue) }.sorted()
        guard !missing.isEmpty, isOrdered, let last = self.numbers.last else { return }
        // Later numbers are appended by `insert`.
        let inner = missing.filter { $0 < last }
        guard !inner.isEmpty else { return }
        let places = inner.map { number in place(of: number) }
        let living = rows.filter(isAlive)
        self.numbers.insert(inner, before: places)
        ids.insertGaps(before: places)
        for index in columns.indices { columns[index].insertGaps(before: places) }
        alive = [UInt64](repeating: 0, count: (self.numbers.count + 63) / 64)
        var passed = 0
        for row in living {
            while passed < places.count, places[passed] <= row.rawValue { passed += 1 }
            let moved = row.rawValue + passed
            alive[moved >> 6] |= 1 << UInt64(moved & 63)
        }
        titles = TitleIndex()
        signatures = TitleSignatures()
        valueCounts = kind.fields.map { _ in ValueCounts() }
    }

    private var orderedCount: Int { numbers.count - strays.count }

    private mutating func appendRow(number: ItemNumber, id: ItemID) -> RowIndex {
        let row = RowIndex(numbers.count)
        numbers.append(Int32(number.rawValue))
        ids.append(id)
        if row.rawValue & 63 == 0 { alive.append(0) }
        return row
    }

    private func anyRow(ofNumber number: ItemNumber) -> RowIndex? {
        if let row = strays[Int32(clamping: number.rawValue)] { return row }
        let row = place(of: Int32(clamping: number.rawValue))
        return row < orderedCount && Int(numbers[RowIndex(row)]) == number.rawValue
            ? RowIndex(row) : nil
    }

    /// Returns the first row with this number or a higher one.
    private func place(of number: Int32) -> Int {
        // Every number appended after the first stray is a stray, too.
        var (low, high) = (0, orderedCount)
        while low < high {
            let middle = (low + high) / 2
            if numbers[RowIndex(middle)] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
