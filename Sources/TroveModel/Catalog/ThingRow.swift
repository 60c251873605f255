/// A thing where it stands, in memory or in the file, of which nothing is taken out that nobody asks
/// for.
package protocol ThingRow {
    /// What the person calls it by.
    var number: Int { get }
    /// What every device calls it by.
    var id: ItemID { get }
    /// The value of a field, nil where it has none.
    func value(_ field: Int) throws -> Value?
    /// Appends the text of a value, as its `description` is; nothing where there is none.
    func appendText(of field: Int, to bytes: inout [UInt8]) throws
}

extension Table {
    /// A row of a table.
    package struct Row: ThingRow {
        let table: Table
        let index: Int

        package var number: Int { table.number(at: index) }
        package var id: ItemID { table.id(at: index) }

        package func value(_ field: Int) -> Value? { table.value(field, at: index) }

        package func appendText(of field: Int, to bytes: inout [UInt8]) {
            table.appendText(of: field, at: index, to: &bytes)
        }
    }

    /// The thing at a row.
    package func row(at index: Int) -> Row { Row(table: self, index: index) }
}
