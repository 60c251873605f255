/// The cells of what the line editor shows, and the cursor.
package struct ScreenLayout: Sendable, Equatable {
    /// The rows from the top, at most as many as the screen has. A cell that no row reaches is
    /// empty.
    package var rows: [ScreenRow]
    /// The row of the cursor.
    package var cursorRow: Int
    /// The column of the cursor, less than the number of columns.
    package var cursorColumn: Int

    /// Fits rows to the height of the screen: of the prompt and the line, the part around the
    /// cursor; of the rows below, as many as there is room for.
    init(_ line: [[ScreenCell]], cursor: ScreenRows.Position, below: [ScreenRow], height: Int) {
        let surplus = line.count - height
        if surplus > 0 {
            let first = min(max(0, cursor.row - height / 2), surplus)
            rows = line[first..<(first + height)].map { ScreenRow($0) }
            cursorRow = cursor.row - first
        } else {
            rows = line.map { ScreenRow($0) } + below.prefix(-surplus)
            cursorRow = cursor.row
        }
        cursorColumn = cursor.column
    }
}
