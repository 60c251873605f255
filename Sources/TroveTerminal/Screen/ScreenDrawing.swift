// The sequences are those of the VT100: `ESC [ n A`, `B`, `C` and `D` (up, down, right and left),
// `ESC [ K` and `ESC [ J` (clear to the end of the row, of the screen), `ESC [ … m` (colors),
// besides `\r`, `\n` and `\b`. A terminal without escape sequences gets text, `\r`, `\n` and `\b`
// only.
//
// After a character in the last column, a terminal stays there and wraps at the next character.
// Moving from there differs between terminals, so either the next character follows, or `\r`. A row
// that continues in the next one is left by such a wrap, never by `\n`: terminals that rewrap their
// rows on a resize then know that both belong together.

/// Keeps the rows of the line editor on the terminal up to date, by writing what differs.
///
/// It knows what it has drawn, where the cursor is and which color is active, but not where on the
/// screen its first row is. Each function returns what must be written to the terminal.
package struct ScreenDrawing: Sendable {
    /// Whether the terminal understands escape sequences.
    package var hasEscapes: Bool
    /// The rows on the screen.
    var rows = [ScreenRow()]
    /// Whether each row continues in the next one, by the terminal's own wrap.
    private var wraps = [false]
    /// The row of the cursor.
    var row = 0
    /// The column of the cursor; the number of columns if the next character wraps.
    var column = 0
    /// The columns of the screen.
    var columns = 80
    /// The SGR parameters that are active.
    var code = ""
    /// The output that the terminal has not received yet.
    var output = ""
    /// The rows that a resize has moved above the screen, where they cannot be erased: the number
    /// of cells of each group. The terminal may bring them back when the screen grows.
    private var scrolledOff: [Int] = []

    /// Creates a drawing of nothing: the cursor is in the first column of an empty row.
    package init(hasEscapes: Bool) {
        self.hasEscapes = hasEscapes
    }

    /// Returns the size to lay a content out for. Where a wrap cannot be relied on, the last column
    /// stays empty.
    package func layoutSize(_ size: TerminalSize) -> TerminalSize {
        hasEscapes ? size : TerminalSize(columns: size.columns - 1, rows: size.rows)
    }

    /// Draws what differs between the screen and a layout for a number of columns.
    package mutating func update(to layout: ScreenLayout, columns: Int) -> String {
        self.columns = columns
        var new = layout.rows
        if !hasEscapes {
            // The cursor cannot move up: rows after its own are not drawn, and a change above it
            // is drawn from a new row.
            new = Array(new.prefix(layout.cursorRow + 1))
            if new.count < rows.count || !new.starts(with: rows.prefix(row)) { startAnew() }
        }
        for (index, row) in new.enumerated() {
            if index == rows.count { appendRow(isEmpty: row.isEmpty) }
            updateRow(index, to: row)
        }
        removeRows(from: new.count)
        move(to: layout.cursorRow, layout.cursorColumn)
        return takeOutput()
    }

    /// Clears the first row of whatever the terminal itself has echoed there.
    package mutating func begin() -> String {
        output += hasEscapes ? "\r\u{1B}[K" : "\r"
        forget()
        return takeOutput()
    }

    /// Erases everything and moves to where the first row was; without escape sequences, moves to a
    /// new row.
    package mutating func erase() -> String {
        setCode("")
        if hasEscapes {
            eraseBelow(rowsUp: row)
        } else {
            output += "\r\n"
        }
        forget()
        return takeOutput()
    }

    /// Clears the whole screen; without escape sequences, moves to a new row. The drawing is erased
    /// first, because a terminal may keep what it clears, and show it again when it grows.
    package mutating func clearScreen() -> String {
        setCode("")
        if hasEscapes {
            eraseBelow(rowsUp: row)
            output += "\u{1B}[H\u{1B}[2J"
        } else {
            output += "\r\n"
        }
        forget()
        return takeOutput()
    }

    /// Leaves the rows on the screen, writes a text at the cursor and moves to a new row.
    ///
    /// Without a text, a cursor in an empty row stays there.
    package mutating func leave(with text: String) -> String {
        setCode("")
        if !text.isEmpty || row == 0 || !rows[row].isEmpty { output += text + "\r\n" }
        forget()
        return takeOutput()
    }

    /// Whether erasing after a resize needs the row of the cursor, because the terminal may have
    /// moved rows above the screen, or back.
    package func needsCursorRow(columns: Int) -> Bool {
        !scrolledOff.isEmpty || rowAfterRewrap(columns: columns) > 0
    }

    /// Erases everything after the size of the screen has changed.
    ///
    /// - Parameters:
    ///   - columns: The new width.
    ///   - rewraps: Whether the terminal has rewrapped its rows; others have cut them.
    ///   - cursorRow: The row of the cursor on the screen, counted from 0; nil if it is unknown.
    /// - Returns: What must be written to the terminal.
    package mutating func eraseResized(
        to columns: Int, rewraps: Bool, cursorRow: Int? = nil
    ) -> String {
        if rewraps { row = rowAfterRewrap(columns: columns) }
        var scrolledOff = scrolledOff
        if let cursorRow, cursorRow < row {
            scrolledOff.append((row - cursorRow) * columns)
            row = cursorRow
        } else if let cursorRow {
            row += Self.takeReturned(&scrolledOff, rowsAbove: cursorRow - row, columns: columns)
        }
        defer { self.scrolledOff = scrolledOff }
        return erase()
    }

    /// Removes the rows that the terminal has brought back, and returns their number.
    private static func takeReturned(
        _ scrolledOff: inout [Int], rowsAbove: Int, columns: Int
    ) -> Int {
        var returned = 0
        while returned < rowsAbove, let cells = scrolledOff.popLast() {
            let rows = (cells + columns - 1) / columns
            let taken = min(rows, rowsAbove - returned)
            returned += taken
            if taken < rows { scrolledOff.append(cells - taken * columns) }
        }
        return returned
    }

    // MARK: Rows

    private func rowAfterRewrap(columns: Int) -> Int {
        var above = 0
        var width = 0
        for index in 0..<row {
            width += rows[index].count
            if wraps[index] { continue }
            above += max(1, (width + columns - 1) / columns)
            width = 0
        }
        return above + (width + column) / columns
    }

    /// Adds an empty row at the end, and moves there unless the terminal is about to wrap into it.
    private mutating func appendRow(isEmpty: Bool) {
        let last = rows.count - 1
        let willWrap = hasEscapes && row == last && column == columns
        rows.append(ScreenRow())
        wraps[last] = willWrap
        wraps.append(false)
        if willWrap {
            guard isEmpty else { return }
            // The space makes the terminal wrap.
            setCode("")
            output += " \r"
        } else {
            moveDown(to: last)
            output += "\r\n"
        }
        row = last + 1
        column = 0
    }

    private mutating func updateRow(_ index: Int, to row: ScreenRow) {
        guard rows[index] != row else { return }
        if rows[index].isEmpty, let text = row.text {
            moveToWrite(at: index, 0)
            setCode("")
            output += text.rendered
            column = row.count
        } else {
            writeCells(row.cells, at: index)
        }
        rows[index] = row
    }

    /// Writes the cells that differ from those of a row on the screen.
    private mutating func writeCells(_ new: [ScreenCell], at index: Int) {
        let old = rows[index].cells
        for (column, cell) in new.enumerated() where cell.width > 0 {
            if column < old.count, old[column] == cell { continue }
            write(cell, at: index, column)
        }
        if new.count < old.count {
            move(to: index, new.count)
            if hasEscapes {
                output += "\u{1B}[K"
            } else {
                let surplus = old.count - new.count
                output += String(repeating: " ", count: surplus)
                output += String(repeating: "\u{8}", count: surplus)
            }
        }
    }

    private mutating func removeRows(from count: Int) {
        guard rows.count > count, let last = rows[..<count].last else { return }
        // A clear from the first cell of the screen makes tmux save the rows to its scrollback.
        if last.isEmpty || last.count == columns {
            move(to: count, 0)
        } else {
            move(to: count - 1, last.count)
        }
        output += "\u{1B}[J"
        rows.removeSubrange(count...)
        wraps.removeSubrange(count...)
        wraps[count - 1] = false
    }

    /// Moves up by a number of rows, to the first column, and clears everything below.
    ///
    /// Clearing starts in the second column: tmux treats a clear from the very first cell as "clear
    /// screen" and saves the erased rows to its scrollback.
    private mutating func eraseBelow(rowsUp: Int) {
        if rowsUp > 0 { output += "\u{1B}[\(rowsUp)A" }
        output += "\r\u{1B}[K\u{1B}[C\u{1B}[J\r"
    }

    private mutating func startAnew() {
        setCode("")
        output += "\r\n"
        forget()
    }

    private mutating func forget() {
        rows = [ScreenRow()]
        wraps = [false]
        row = 0
        column = 0
        scrolledOff = []
    }

    private mutating func takeOutput() -> String {
        defer { output = "" }
        return output
    }
}
