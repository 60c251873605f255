/// A thing where it stands, in memory or in the file, of which nothing is taken out that nobody asks
/// for.
package protocol ItemRow {
    /// What the person calls it by.
    var number: ItemNumber { get }
    /// What every device calls it by.
    var id: ItemID { get }
    /// The value of a field, nil where it has none.
    func value(_ field: FieldIndex) throws -> Value?
    /// Appends the text of a value, as its `description` is; nothing where there is none.
    func appendText(of field: FieldIndex, to bytes: inout [UInt8]) throws
}

extension Table {
    /// A row of a table.
    package struct Row: ItemRow {
        let table: Table
        let index: RowIndex

        package var number: ItemNumber { table.number(at: index) }
        package var id: ItemID { table.id(at: index) }

        package func value(_ field: FieldIndex) -> Value? { table.value(field, at: index) }

        package func appendText(of field: FieldIndex, to bytes: inout [UInt8]) {
            table.appendText(of: field, at: index, to: &bytes)
        }
    }

    /// The thing at a row.
    package func row(at index: RowIndex) -> Row { Row(table: self, index: index) }
}
