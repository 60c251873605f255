import TroveModel

extension Field {
    /// Whether the values are right-aligned in their column.
    var isNumber: Bool {
        switch content {
        case .integer, .decimal: true
        case .text, .isbn, .choice, .date, .month, .ladder, .set: false
        }
    }
}

extension Table {
    /// Returns whether any of these rows has a value in a field.
    func hasValue(_ field: FieldIndex, in rows: [RowIndex]) -> Bool {
        field == Kind.titleIndex || rows.contains { value(field, at: $0) != nil }
    }
}
