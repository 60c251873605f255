/// A record of a table: its cells without quotes and separators.
///
/// A reader reuses the same record, to avoid allocations.
package struct TableRecord: Sendable {
    /// The first line of the record in the file, from 1. For a quote that is never closed, the line
    /// of the quote.
    package internal(set) var line = 0
    /// The cells in UTF-8, one after another. Bytes after the last cell are undefined.
    package internal(set) var bytes: [UInt8] = []
    /// The end of each cell in `bytes`.
    package internal(set) var ends: [Int] = []
    /// Why the record is rejected; nil if it is valid. The cells of a rejected record may be
    /// incomplete.
    package internal(set) var problem: ImportRejection?

    /// The cells that were not valid text, and are converted from Windows-1252.
    package internal(set) var repaired: [Int] = []

    /// Creates an empty record for a reader to fill.
    package init() {}

    /// The number of cells.
    package var count: Int { ends.count }

    /// Returns the range of a cell in `bytes`; empty for a cell beyond the last.
    package func range(of cell: Int) -> Range<Int> {
        guard ends.indices.contains(cell) else { return 0..<0 }
        return (cell == 0 ? 0 : ends[cell - 1])..<ends[cell]
    }

    /// Returns whether a cell is empty or missing.
    package func isEmpty(_ cell: Int) -> Bool { range(of: cell).isEmpty }

    /// The text of a cell; empty for a cell beyond the last.
    package subscript(cell: Int) -> String {
        String(decoding: bytes[range(of: cell)], as: UTF8.self)
    }

    /// The texts of all cells.
    package var cells: [String] { ends.indices.map { self[$0] } }

    /// Whether all cells are empty or blank.
    package var isBlank: Bool {
        bytes[..<(ends.last ?? 0)].allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
    }
}
