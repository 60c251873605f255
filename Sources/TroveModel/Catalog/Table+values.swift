/// Values for completion.
extension Table {
    /// The number of rows that a search counts before it reads the counts.
    private static let rowsPerSearch = 2048

    /// Returns the values of a field that match a pattern, the most frequent first, then sorted.
    /// Each name of a set counts as a value. Numbers, dates and titles are not included.
    ///
    /// In a large table, rows that `prepareValues` has not counted are missing.
    mutating func values(
        of field: FieldIndex, matching pattern: TextPattern, limit: Int
    ) -> Matches<KnownValue> {
        countValues(of: field, rows: Self.rowsPerSearch)
        // The element of a span is not copied.
        return valueCounts.span[field.rawValue].matches(pattern, limit: limit)
    }

    /// Returns how many items have each of these values in a field, as `values` counts them.
    mutating func counts(of values: [String], in field: FieldIndex) -> [Int] {
        countValues(of: field, rows: Self.rowsPerSearch)
        return values.map { valueCounts[field].count(of: $0) }
    }

    /// Returns whether an item has a value in a field, regardless of case and accents, among the
    /// values counted so far.
    package func hasValue(_ value: String, in field: FieldIndex) -> Bool {
        // The element of a span is not copied.
        valueCounts.span[field.rawValue].contains(value)
    }

    /// Returns whether `hasValue` knows all values of the rows in a field.
    package func knowsAllValues(of field: FieldIndex) -> Bool {
        isCounted(field) && valueCounts[field].counted >= rows.upperBound
            && !valueCounts[field].isCut
    }

    /// Counts the values of a slice of rows. Returns false when all are counted.
    mutating func prepareValues(rows: Int) -> Bool {
        var isNew = false
        for field in kind.fieldIndices {
            isNew = countValues(of: field, rows: rows) || isNew
        }
        return isNew
    }

    /// Sorts the values of one field. Returns false when those of all fields are sorted.
    mutating func rankValues() -> Bool {
        kind.fieldIndices.contains { valueCounts[$0].rank() }
    }

    @discardableResult
    private mutating func countValues(of field: FieldIndex, rows limit: Int) -> Bool {
        let first = valueCounts[field].counted
        guard isCounted(field), first < rows.upperBound else { return false }
        let end = min(first.advanced(by: limit), rows.upperBound)
        for row in first..<end where isAlive(row) { count(row, field, by: 1) }
        valueCounts[field].counted = end
        return true
    }

    /// Whether the values of a field are counted: those with text, but not titles and photos.
    private func isCounted(_ field: FieldIndex) -> Bool {
        guard field != Kind.titleIndex, kind.fields[field].role != .photo else { return false }
        if case .codes = columns[field] { return false }
        return true
    }

    /// Adds to the counts of all values of a row that has been counted.
    mutating func recount(_ row: RowIndex, by change: Int) {
        for field in kind.fieldIndices { recount(row, field, by: change) }
    }

    /// Adds to the count of one value of a row that has been counted.
    mutating func recount(_ row: RowIndex, _ field: FieldIndex, by change: Int) {
        if row < valueCounts[field].counted, isAlive(row) { count(row, field, by: change) }
    }

    private mutating func count(_ row: RowIndex, _ field: FieldIndex, by change: Int) {
        switch columns[field] {
        case .codes: break
        case .texts(let column):
            guard let range = column.range(at: row), range.count <= ValueCounts.longest else {
                return
            }
            valueCounts[field].add(String(decoding: column.bytes[range], as: UTF8.self), change)
        case .symbols(let column, let table):
            guard let code = column[row] else { return }
            let text = table.texts[Int(code)]
            guard case .set = kind.fields[field].content else {
                valueCounts[field].add(text, change)
                return
            }
            for name in text.split(separator: Column.setSeparator) {
                valueCounts[field].add(String(name), change)
            }
        }
    }
}
