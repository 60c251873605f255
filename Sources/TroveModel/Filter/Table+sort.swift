extension Table {
    /// Returns the rows sorted by a field. Rows without a value come last in both directions, and
    /// equal values keep their order by number.
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
        let keyed = rows.map { row in (row: row, key: key(row)) }
        let present = keyed.filter { $0.key != nil }.sorted { left, right in
            let (left, right) = descending ? (right, left) : (left, right)
            return (left.key ?? 0) < (right.key ?? 0)
        }
        return present.map(\.row) + keyed.filter { $0.key == nil }.map(\.row)
    }
}
