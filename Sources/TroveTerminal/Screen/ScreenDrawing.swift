// The sequences are those of the VT100: `ESC [ n A`, `B`, `C` and `D` (up, down, right and left), `ESC
// [ K` and `ESC [ J` (clear to the end of the row, of the screen), `ESC [ … m` (colors), besides
// `\r`, `\n` and `\b`. A terminal without escape sequences gets text, `\r`, `\n` and `\b` only.
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
    private(set) var rows: [[ScreenCell]] = [[]]
    /// Whether each row continues in the next one, by the terminal's own wrap.
    private var wraps = [false]
    /// The row of the cursor.
    private(set) var row = 0
    /// The column of the cursor; the number of columns if the next character wraps.
    private var column = 0
    /// The columns of the screen.
    private var columns = 80
    /// The SGR parameters that are active.
    private var code = ""
    /// What the terminal has not got yet.
    private var output = ""

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
        for (index, cells) in new.enumerated() {
            if index == rows.count { appendRow(isEmpty: cells.isEmpty) }
            updateRow(index, to: cells)
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

    /// Clears the whole screen; without escape sequences, moves to a new row.
    package mutating func clearScreen() -> String {
        setCode("")
        output += hasEscapes ? "\u{1B}[H\u{1B}[2J" : "\r\n"
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

    /// Erases everything after the width of the screen has changed.
    ///
    /// - Parameters:
    ///   - columns: The new width.
    ///   - rewraps: Whether the terminal has rewrapped its rows; others have cut them.
    /// - Returns: What must be written to the terminal.
    package mutating func eraseResized(to columns: Int, rewraps: Bool) -> String {
        if rewraps { row = rowAfterRewrap(columns: columns) }
        return erase()
    }

    // MARK: Rows

    /// Returns the row of the cursor after the terminal has rewrapped the rows.
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
        rows.append([])
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

    private mutating func updateRow(_ index: Int, to new: [ScreenCell]) {
        let old = rows[index]
        guard old != new else { return }
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
        rows[index] = new
    }

    /// Clears the rows from an index on.
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
        rows = [[]]
        wraps = [false]
        row = 0
        column = 0
    }

    private mutating func takeOutput() -> String {
        defer { output = "" }
        return output
    }

    // MARK: Cells

    /// Writes a cell.
    private mutating func write(_ cell: ScreenCell, at row: Int, _ column: Int) {
        if hasEscapes, column == 0, row == self.row + 1, self.column == columns {
            // The terminal wraps by itself.
            self.row = row
            self.column = 0
        } else {
            move(to: row, column)
        }
        setCode(cell.code)
        guard hasEscapes, !cell.hasCertainWidth else {
            output += cell.text + String(repeating: " ", count: cell.surplus)
            self.column = column + cell.width
            return
        }
        // Clears the columns that the terminal may not draw, and sets the column itself.
        output += String(repeating: " ", count: cell.width)
        output += Self.fromMargin(column) + cell.text
        let next = min(column + cell.width, columns - 1)
        output += Self.fromMargin(next)
        self.column = next
    }

    private mutating func setCode(_ new: String) {
        guard new != code else { return }
        if new.isEmpty {
            output += "\u{1B}[m"
        } else {
            output += code.isEmpty ? "\u{1B}[\(new)m" : "\u{1B}[0;\(new)m"
        }
        code = new
    }

    // MARK: Moving

    /// Moves to a cell of an existing row, or to the first column of the row after the last.
    private mutating func move(to row: Int, _ column: Int) {
        guard row != self.row || column != self.column else { return }
        if self.column == columns {
            output += "\r"
            self.column = 0
        }
        if row < self.row {
            output += Self.sequence(self.row - row, "A")
            self.row = row
        }
        moveDown(to: row)
        let distance = column - self.column
        if distance < 0 {
            moveLeft(by: -distance, to: column)
        } else if distance > 0 {
            moveRight(to: column)
        }
        self.column = column
    }

    private mutating func moveDown(to row: Int) {
        guard row > self.row else { return }
        if column == columns {
            output += "\r"
            column = 0
        }
        output += Self.sequence(row - self.row, "B")
        self.row = row
    }

    private mutating func moveLeft(by distance: Int, to column: Int) {
        if column == 0, distance > 1 {
            output += "\r"
        } else if distance <= 4 || !hasEscapes {
            output += String(repeating: "\u{8}", count: distance)
        } else {
            output += Self.sequence(distance, "D")
        }
    }

    /// Moves right by writing the cells again if that is shorter.
    private mutating func moveRight(to column: Int) {
        let jump = Self.sequence(column - self.column, "C")
        let cells = row < rows.count ? rows[row].dropFirst(self.column) : []
        let passed = cells.prefix(column - self.column)
        let isPlain = passed.allSatisfy { $0.code == code && $0.hasCertainWidth }
        let bytes = passed.reduce(0) { $0 + $1.text.utf8.count }
        let startsWithCell = passed.first.map { $0.width > 0 } ?? false
        if !hasEscapes {
            for cell in passed {
                setCode(cell.code)
                output += cell.text + String(repeating: " ", count: cell.surplus)
            }
        } else if passed.count == column - self.column, isPlain, startsWithCell,
            bytes <= jump.utf8.count
        {
            for cell in passed { output += cell.text }
        } else {
            output += jump
        }
    }

    /// Returns the sequence for a movement by at least one.
    private static func sequence(_ count: Int, _ final: String) -> String {
        count == 1 ? "\u{1B}[\(final)" : "\u{1B}[\(count)\(final)"
    }

    /// Returns the sequence for a column of the current row, wherever the cursor is in it.
    private static func fromMargin(_ column: Int) -> String {
        column == 0 ? "\r" : "\r" + sequence(column, "C")
    }
}
