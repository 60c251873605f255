/// An item that is read in place, in memory or in the file. Only requested values are copied.
package protocol ItemRow {
    /// The item's number in this library.
    var number: ItemNumber { get }
    /// The item's id, the same on every device.
    var id: ItemID { get }
    /// Returns the value of a field; nil if it has none.
    func value(_ field: FieldIndex) throws -> Value?
    /// Appends the text of a value, equal to its `description`; nothing for a missing value.
    func appendText(of field: FieldIndex, to bytes: inout [UInt8]) throws
}

extension Table {
    /// A row of a table in memory.
    package struct Row: ItemRow {
        let table: Table
        let index: RowIndex

        /// The number of the item, dead or alive.
        package var number: ItemNumber { table.number(at: index) }
        /// The id of the item, dead or alive.
        package var id: ItemID { table.id(at: index) }

        /// Returns the value of a field; nil if it has none.
        package func value(_ field: FieldIndex) -> Value? { table.value(field, at: index) }

        /// Appends the text of a value, without creating the value.
        package func appendText(of field: FieldIndex, to bytes: inout [UInt8]) {
            table.appendText(of: field, at: index, to: &bytes)
        }
    }

    /// Returns the row at an index, for reading in place.
    package func row(at index: RowIndex) -> Row { Row(table: self, index: index) }
}
