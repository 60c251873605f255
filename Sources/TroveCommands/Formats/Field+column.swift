import TroveModel

extension Field {
    /// Whether its values are aligned to the right of their column.
    var isNumber: Bool {
        switch content {
        case .integer, .decimal: true
        case .text, .choice, .date, .month, .ladder, .set: false
        }
    }
}

extension Table {
    /// Whether any of these rows has a value in a field.
    func hasValue(_ field: FieldIndex, in rows: [RowIndex]) -> Bool {
        field == Kind.titleIndex || rows.contains { value(field, at: $0) != nil }
    }
}
