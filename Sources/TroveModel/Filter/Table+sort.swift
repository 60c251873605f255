extension Table {
    /// A field to sort by, and its direction.
    package struct SortKey: Sendable {
        /// The field.
        package let field: FieldIndex
        /// Whether the greatest value comes first.
        package let isDescending: Bool

        /// Creates a key.
        package init(_ field: FieldIndex, isDescending: Bool) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// Returns the rows sorted by several fields: those that are equal in one by the next one, and
    /// those that are equal in all by number.
    package func sorted(_ rows: [RowIndex], by keys: [SortKey]) -> [RowIndex] {
        // Sorting is stable, so the most significant key comes last.
        keys.reversed().reduce(rows) { rows, key in
            sorted(rows, by: key.field, descending: key.isDescending)
        }
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
            let keyed = rows.map { row in (row: row, key: column[row].map(Folding.name)) }
            let present = keyed.filter { $0.key != nil }.sorted { left, right in
                let (left, right) = descending ? (right, left) : (left, right)
                return (left.key ?? []).lexicographicallyPrecedes(right.key ?? [])
            }
            return present.map(\.row) + keyed.filter { $0.key == nil }.map(\.row)
        }
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
