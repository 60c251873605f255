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
        switch (store.contents[field], statement.storage(column)) {
        case (_, .null): return
        // The file stores these values as they are shown.
        case (.text, .text), (.choice, .text), (.set, .text):
            statement.appendText(column, to: &bytes)
        default: try value(field)?.appendText(to: &bytes)
        }
    }

    /// Returns the column of a field. The number and the id come first.
    private static func column(of field: FieldIndex) -> Int32 { Int32(field.rawValue + 2) }
}
