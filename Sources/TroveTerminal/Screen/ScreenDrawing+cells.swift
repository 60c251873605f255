/// Writing cells and moving between them.
extension ScreenDrawing {
    // MARK: Cells

    mutating func write(_ cell: ScreenCell, at row: Int, _ column: Int) {
        moveToWrite(at: row, column)
        setCode(cell.code)
        guard hasEscapes, !cell.hasCertainWidth else {
            append(cell)
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

    private mutating func append(_ cell: ScreenCell) {
        output += cell.text
        if cell.surplus > 0 { output += String(repeating: " ", count: cell.surplus) }
    }

    mutating func setCode(_ new: String) {
        guard new != code else { return }
        if new.isEmpty {
            output += "\u{1B}[m"
        } else {
            output += code.isEmpty ? "\u{1B}[\(new)m" : "\u{1B}[0;\(new)m"
        }
        code = new
    }

    // MARK: Moving

    /// Moves to a cell in which a character follows. A terminal that is about to wrap into it does
    /// so by itself.
    mutating func moveToWrite(at row: Int, _ column: Int) {
        guard hasEscapes, column == 0, row == self.row + 1, self.column == columns else {
            return move(to: row, column)
        }
        self.row = row
        self.column = 0
    }

    /// Moves to a cell of an existing row, or to the first column of the row after the last.
    mutating func move(to row: Int, _ column: Int) {
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

    /// Moves down to a row that exists, in the same column.
    mutating func moveDown(to row: Int) {
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
        let cells = row < rows.count ? rows[row].cells.dropFirst(self.column) : []
        let passed = cells.prefix(column - self.column)
        let isPlain = passed.allSatisfy { $0.code == code && $0.hasCertainWidth }
        let bytes = passed.reduce(0) { $0 + $1.text.utf8.count }
        let startsWithCell = passed.first.map { $0.width > 0 } ?? false
        if !hasEscapes {
            for cell in passed {
                setCode(cell.code)
                append(cell)
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
