/// One record of a table: its cells without quotes and signs between them.
///
/// A reader fills the same record again and again, so that nothing is allocated for each one.
package struct TableRecord: Sendable {
    /// The line of the file in which it begins, from 1.
    package internal(set) var line = 0
    /// The cells, one after the other, as bytes of UTF-8.
    package internal(set) var bytes: [UInt8] = []
    /// Where each cell ends in `bytes`.
    package internal(set) var ends: [Int] = []

    package init() {}

    /// How many cells there are.
    package var count: Int { ends.count }

    /// The bytes of a cell; none for one that the record does not have.
    package func range(of cell: Int) -> Range<Int> {
        guard ends.indices.contains(cell) else { return bytes.count..<bytes.count }
        return (cell == 0 ? 0 : ends[cell - 1])..<ends[cell]
    }

    /// Whether a cell has nothing in it, or is not there.
    package func isEmpty(_ cell: Int) -> Bool { range(of: cell).isEmpty }

    /// The text of a cell; empty for one that the record does not have.
    package subscript(cell: Int) -> String {
        String(decoding: bytes[range(of: cell)], as: UTF8.self)
    }
}
