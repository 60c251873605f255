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
    func hasValue(_ field: FieldIndex, in rows: [RowIndex]) -> Bool {
        field == Kind.titleIndex || rows.contains { value(field, at: $0) != nil }
    }
}
