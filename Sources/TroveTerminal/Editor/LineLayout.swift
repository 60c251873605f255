// libedit does not expose where it drew the line. To print above the line, list candidates below it
// or redraw after a resize, the rows are counted here by libedit's rules: each scalar is as wide as
// `wcwidth` says, a wide one that does not fit goes to the next row, and a full row ends at once.

/// The position of the prompt and the line on the screen.
package struct LineLayout: Equatable {
    /// The row of the cursor, counted from the row in which the prompt begins.
    package let cursorRow: Int
    /// The column of the cursor, from 0.
    package let cursorColumn: Int
    /// The last row of the line.
    package let lastRow: Int
    /// The column after the line's end.
    package let lastColumn: Int

    /// Lays out a prompt and a line.
    ///
    /// - Parameters:
    ///   - prompt: The prompt without escape sequences.
    ///   - line: The scalars of the line.
    ///   - cursor: The number of scalars before the cursor.
    ///   - size: The screen size; libedit never uses more rows than that.
    package init(prompt: String, line: [UInt32], cursor: Int, size: TerminalSize) {
        var row = 0
        var column = 0
        var found: (row: Int, column: Int)?
        func put(width: Int) {
            if column + width > size.columns {
                row += 1
                column = 0
            }
            column += width
            if column >= size.columns {
                row += 1
                column = 0
            }
        }
        func add(_ scalar: UInt32) {
            switch scalar {
            case 0x0A:
                row += 1
                column = 0
            case 0x09:
                repeat { put(width: 1) } while column % 8 != 0
            case 0x00...0x1F, 0x7F:
                put(width: 1)
                put(width: 1)
            case 0x20..<0x7F:
                put(width: 1)
            default:
                if let width = ScalarWidth.of(scalar) {
                    put(width: width)
                } else {
                    // Displayed as \U+1234 or \U+12345.
                    for _ in 0..<(scalar > 0xFFFF ? 8 : 7) { put(width: 1) }
                }
            }
        }
        for scalar in prompt.unicodeScalars { add(scalar.value) }
        for (index, scalar) in line.enumerated() {
            if index == cursor {
                // A wide character that moves to the next row takes the cursor with it.
                let isWide = scalar > 0xFF && ScalarWidth.of(scalar) == 2
                found = isWide && column + 2 > size.columns ? (row + 1, 0) : (row, column)
            }
            add(scalar)
        }
        let place = found ?? (row, column)
        cursorRow = min(place.row, size.rows - 1)
        cursorColumn = place.column
        lastRow = min(row, size.rows - 1)
        lastColumn = column
    }
}
