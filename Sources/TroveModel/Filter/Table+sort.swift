extension Table {
    /// A field to sort by, and its direction.
    package struct SortKey: Sendable {
        /// The field; nil for the number of the item.
        package let field: FieldIndex?
        /// Whether the greatest value comes first.
        package let isDescending: Bool

        /// Creates a key.
        package init(_ field: FieldIndex?, isDescending: Bool) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// Returns the first rows, sorted by several fields: those that are equal in one by the next
    /// one, and those that are equal in all by number.
    package func sorted(
        _ rows: [RowIndex], by keys: [SortKey], limit: Int = .max
    ) -> [RowIndex] {
        let candidates = keys.first.map { firstRows(limit, of: rows, by: $0) } ?? rows
        // Sorting is stable, so the most significant key comes last.
        let ordered = keys.reversed().reduce(candidates) { rows, key in
            key.field.map { sorted(rows, by: $0, descending: key.isDescending) }
                ?? sort(rows, key.isDescending) { row in Int(numbers[row]) }
        }
        return Array(ordered.prefix(limit))
    }

    /// Returns the rows sorted by a field. Rows without a value come last in both directions, and
    /// equal values keep their order. Names of people are sorted by the family name.
    package func sorted(_ rows: [RowIndex], by field: FieldIndex, descending: Bool) -> [RowIndex] {
        switch columns[field] {
        case .codes(let column):
            return sort(rows, descending) { row in column[row].map { Int($0) } }
        case .symbols(let column, let table):
            if case .ladder = kind.fields[field].content {
                return sort(rows, descending) { row in column[row].map { Int($0) } }
            }
            let ranks = table.ranks()
            return sort(rows, descending) { row in column[row].map { ranks[Int($0)] } }
        case .texts(let column) where kind.fields[field].namesPeople:
            // People repeat, so each distinct text gets one key.
            var codes: [String: Int] = [:]
            let coded = rows.map { row in
                column[row].map { text in
                    if let code = codes[text] { return code }
                    codes[text] = codes.count
                    return codes.count - 1
                }
            }
            var keys = Array(repeating: [UInt8](), count: codes.count)
            for (text, code) in codes { keys[code] = PersonName.sortKey(text) }
            let ranks = SymbolTable.ranks(of: keys)
            return sort(Array(zip(rows, coded.map { $0.map { ranks[$0] } })), descending)
        case .texts(let column):
            let keyed = rows.map { row in (row: row, key: column[row].map(Folding.order)) }
            let present = keyed.filter { $0.key != nil }.sorted { left, right in
                let (left, right) = descending ? (right, left) : (left, right)
                return (left.key ?? []).lexicographicallyPrecedes(right.key ?? [])
            }
            return present.map(\.row) + keyed.filter { $0.key == nil }.map(\.row)
        }
    }

    // MARK: The first rows

    /// Returns the rows that may be among the first ones after sorting by a field, in the same
    /// order, and perhaps others.
    private func firstRows(_ limit: Int, of rows: [RowIndex], by key: SortKey) -> [RowIndex] {
        guard limit > 0, limit < rows.count / 4, let field = key.field else { return rows }
        let isDescending = key.isDescending
        switch columns[field] {
        case .codes(let column):
            return firstRows(limit, of: rows, isDescending) { column[$0].map { Int($0) } }
        case .symbols(let column, let table):
            if case .ladder = kind.fields[field].content {
                return firstRows(limit, of: rows, isDescending) { column[$0].map { Int($0) } }
            }
            let ranks = table.ranks()
            return firstRows(limit, of: rows, isDescending) { row in
                column[row].map { ranks[Int($0)] }
            }
        // The key of each distinct name is expensive.
        case .texts where kind.fields[field].namesPeople: return rows
        case .texts(let column):
            let source = TitleSource(titles: column, rowCount: numbers.count) { _ in true }
            return firstRows(limit, of: rows, isDescending) { row in
                guard column.range(at: row) != nil else { return nil }
                // Flipping the highest bit keeps the order as a signed number.
                return Int(bitPattern: UInt(source.orderHead(of: row) ^ 1 << 63))
            }
        }
    }

    /// Returns the rows whose key is not after the last one of the first `limit` keys; all rows if
    /// fewer have a key.
    private func firstRows(
        _ limit: Int, of rows: [RowIndex], _ isDescending: Bool, by key: (RowIndex) -> Int?
    ) -> [RowIndex] {
        // A complement has the reverse order.
        let keys = rows.map { row in key(row).map { isDescending ? ~$0 : $0 } }
        var first: [Int] = []
        var bound = Int.max
        for case let key? in keys where key <= bound {
            first.append(key)
            guard first.count >= 2 * limit + 64 else { continue }
            first.sort()
            first.removeLast(first.count - limit)
            bound = first[limit - 1]
        }
        guard first.count >= limit else { return rows }
        first.sort()
        bound = first[limit - 1]
        return zip(rows, keys).filter { $1.map { $0 <= bound } ?? false }.map(\.0)
    }

    private func sort(_ rows: [RowIndex], _ descending: Bool, by key: (RowIndex) -> Int?)
        -> [RowIndex]
    {
        sort(rows.map { ($0, key($0)) }, descending)
    }

    private func sort(_ keyed: [(RowIndex, Int?)], _ descending: Bool) -> [RowIndex] {
        let present = keyed.filter { $0.1 != nil }.sorted { left, right in
            let (left, right) = descending ? (right, left) : (left, right)
            return (left.1 ?? 0) < (right.1 ?? 0)
        }
        return present.map(\.0) + keyed.filter { $0.1 == nil }.map(\.0)
    }
}
