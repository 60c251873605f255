/// One record of a table: its cells without quotes and signs between them.
///
/// A reader fills the same record again and again, so that nothing is allocated for each one.
package struct TableRecord: Sendable {
    /// The line of the file in which it begins, from 1; the line of the quote, for a quote that is
    /// never closed.
    package internal(set) var line = 0
    /// The cells, one after the other, as UTF-8. What stands behind the last cell means nothing.
    package internal(set) var bytes: [UInt8] = []
    /// Where each cell ends in `bytes`.
    package internal(set) var ends: [Int] = []
    /// Why it is none that can be taken; its cells are then as good as they could be read.
    package internal(set) var problem: ImportRejection?

    package init() {}

    /// How many cells there are.
    package var count: Int { ends.count }

    /// The bytes of a cell; none for one that the record does not have.
    package func range(of cell: Int) -> Range<Int> {
        guard ends.indices.contains(cell) else { return 0..<0 }
        return (cell == 0 ? 0 : ends[cell - 1])..<ends[cell]
    }

    /// Whether a cell has nothing in it, or is not there.
    package func isEmpty(_ cell: Int) -> Bool { range(of: cell).isEmpty }

    /// The text of a cell; empty for one that the record does not have.
    package subscript(cell: Int) -> String {
        String(decoding: bytes[range(of: cell)], as: UTF8.self)
    }

    /// The texts of all cells.
    package var cells: [String] { ends.indices.map { self[$0] } }

    /// Whether nothing is in it, or nothing but blanks: an empty line, or a line of separators.
    package var isBlank: Bool {
        bytes[..<(ends.last ?? 0)].allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
    }
}
