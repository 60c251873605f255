/// Reads the rows of a file in order.
package protocol RowSource: AnyObject {
    /// Returns the next row; nil at the end.
    func next() throws(ReadFailure) -> ImportedRow?

    /// The cells of the record of the last row, as in the file; empty for a file that is not a
    /// table.
    var cells: [String] { get }

    /// The share of the file that has been read, 0 to 1.
    var fraction: Double { get }

    /// The columns found so far that are left out on purpose.
    var leftOut: [String] { get }

    /// The columns found so far that the format does not know.
    var notUnderstood: [String] { get }

    /// The cells found so far that were not valid text.
    var repairs: [TextRepair] { get }
}

/// A cell that is not valid in the encoding of its file. It was read as Windows-1252.
package struct TextRepair: Sendable, Hashable {
    /// The first line of the record, from 1.
    package let line: Int
    /// The name of the column; empty for a cell beyond the header.
    package let column: String

    /// Returns the repairs of a record, whose columns have these names.
    static func all(in record: TableRecord, titles: [String]) -> [TextRepair] {
        record.repaired.map { cell in
            TextRepair(
                line: record.line, column: titles.indices.contains(cell) ? titles[cell] : "")
        }
    }
}

extension RowSource {
    /// The default: none.
    package var cells: [String] { [] }

    /// The default: none.
    package var leftOut: [String] { [] }

    /// The default: none.
    package var notUnderstood: [String] { [] }

    /// The default: none.
    package var repairs: [TextRepair] { [] }
}
