package import TroveModel
import TroveSQLite

/// The current row of a statement.
package struct StoredRow: ItemRow {
    let store: RowStore
    let statement: Statement
    /// The item's number in this library.
    package let number: ItemNumber
    /// The item's id, the same on every device.
    package let id: ItemID

    /// Reads the value of a field.
    ///
    /// - Throws: `RowStore.BadRow`, which `StoredItems.forEach` reports as damage.
    package func value(_ field: FieldIndex) throws -> Value? {
        try store.value(of: field, number, in: statement, Self.column(of: field))
    }

    /// Appends the text of a field, without creating a `Value` if the file stores the text itself.
    ///
    /// - Throws: `RowStore.BadRow`, which `StoredItems.forEach` reports as damage.
    package func appendText(of field: FieldIndex, to bytes: inout [UInt8]) throws {
        let column = Self.column(of: field)
        let storage = statement.storage(column)
        if storage == .null { return }
        let form = store.forms[field]
        if storage == .text, form == .asShown { return statement.appendText(column, to: &bytes) }
        if storage == .text, form == .date {
            let isDate = statement.withText(column) { text in
                guard PartialDate(parsing: text) != nil else { return false }
                unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
                return true
            }
            if isDate { return }
        }
        try value(field)?.appendText(to: &bytes)
    }

    /// Returns the column of a field. The number and the id come first.
    private static func column(of field: FieldIndex) -> Int32 { Int32(field.rawValue + 2) }
}

/// How the file stores the text of a value.
enum StoredTextForm {
    /// As it is shown.
    case asShown
    /// As it is shown, if it is a date.
    case date
    /// In another way, or with conditions.
    case other

    init(_ content: Field.Content) {
        self =
            switch content {
            case .text, .isbn, .choice, .set: .asShown
            case .date: .date
            case .integer, .decimal, .month, .ladder: .other
            }
    }
}
