/// An item that is read in place, in memory or in the file. Only requested values are copied.
package protocol ItemRow {
    /// The item's number in this library.
    var number: ItemNumber { get }
    /// The item's id, the same on every device.
    var id: ItemID { get }
    /// Returns the value of a field; nil if it has none.
    func value(_ field: FieldIndex) throws -> Value?
    /// Appends the texts of values, equal to their `description`, each with a separator before it;
    /// empty ones for missing values, and for nil. It takes all fields at once, because a call
    /// through the protocol is expensive.
    func appendTexts(of fields: [FieldIndex?], to texts: inout FieldTexts) throws
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

        /// Appends the texts of values, without creating the values.
        package func appendTexts(of fields: [FieldIndex?], to texts: inout FieldTexts) {
            for field in fields {
                texts.bytes.append(texts.separator)
                guard let field else { continue }
                let start = texts.bytes.count
                table.appendText(of: field, at: index, to: &texts.bytes)
                if start < texts.bytes.count { texts.ranges.append(start..<texts.bytes.count) }
            }
        }
    }

    /// Returns the row at an index, for reading in place.
    package func row(at index: RowIndex) -> Row { Row(table: self, index: index) }
}
