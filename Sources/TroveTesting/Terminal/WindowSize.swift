/// The size of a terminal's window, in character cells.
package struct WindowSize: Hashable, Sendable, CustomStringConvertible {
    /// The cells in a row.
    package var columns: Int
    /// The number of rows.
    package var rows: Int

    /// A window of a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// What terminals have opened with since the VT100.
    package static let standard = WindowSize(columns: 80, rows: 24)

    /// The size as `80x24`.
    package var description: String { "\(columns)x\(rows)" }
}
