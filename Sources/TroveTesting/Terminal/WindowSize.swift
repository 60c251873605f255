/// The size of a terminal window, in cells.
package struct WindowSize: Hashable, Sendable, CustomStringConvertible {
    /// The number of columns.
    package var columns: Int
    /// The number of rows.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The default size of terminals since the VT100.
    package static let standard = WindowSize(columns: 80, rows: 24)

    /// The size as `80x24`.
    package var description: String { "\(columns)x\(rows)" }
}
