extension TerminalModel {
    /// Draws a character, or adds a combining mark to the previous one.
    mutating func draw(_ scalar: Unicode.Scalar) {
        let width = CellWidth.of(scalar)
        if width == 0 { return combine(scalar) }
        if isWrapPending && modes.contains(7) {
            cursor.column = 0
            lineFeed()
        }
        isWrapPending = false
        if cursor.column + width > size.columns {
            // A wide character does not fit into the last column.
            guard size.columns >= width else { return }
            if modes.contains(7) {
                cursor.column = 0
                lineFeed()
            } else {
                cursor.column = size.columns - width
            }
        }
        clearHalves(cursor.column, width)
        let text = String(Character(scalar))
        cells[cursor.row][cursor.column] = TerminalCell(text: text, style: style)
        if width == 2 { cells[cursor.row][cursor.column + 1] = .rightHalf(style) }
        cursor.column += width
        if cursor.column >= size.columns {
            cursor.column = size.columns - 1
            isWrapPending = modes.contains(7)
        }
    }

    private mutating func combine(_ mark: Unicode.Scalar) {
        var column = isWrapPending ? cursor.column : cursor.column - 1
        guard column >= 0 else { return }
        if cells[cursor.row][column].isRightHalf { column -= 1 }
        cells[cursor.row][column].text.unicodeScalars.append(mark)
    }

    /// Blanks the other halves of wide characters that a change to a range of cells in the cursor's
    /// row splits.
    mutating func clearHalves(_ column: Int, _ width: Int) {
        let row = cursor.row
        if column > 0 && column < size.columns && cells[row][column].isRightHalf {
            cells[row][column - 1].text = " "
            cells[row][column].text = " "
        }
        let after = column + width
        if after < size.columns && cells[row][after].isRightHalf {
            cells[row][after].text = " "
            cells[row][after - 1].text = " "
        }
    }

    mutating func lineFeed() {
        if cursor.row == region.upperBound {
            scrollUp(1)
        } else if cursor.row < size.rows - 1 {
            cursor.row += 1
        }
    }

    mutating func reverseLineFeed() {
        if cursor.row == region.lowerBound {
            insertRows(1, at: region.lowerBound)
        } else if cursor.row > 0 {
            cursor.row -= 1
        }
    }

    mutating func scrollUp(_ count: Int) {
        for _ in 0..<min(count, region.count) {
            let row = cells.remove(at: region.lowerBound)
            if region.lowerBound == 0 && mainScreen == nil { scrollback.append(Self.text(row)) }
            cells.insert(blankRow, at: region.upperBound)
        }
    }

    mutating func insertRows(_ count: Int, at row: Int) {
        for _ in 0..<min(count, region.upperBound - row + 1) {
            cells.remove(at: region.upperBound)
            cells.insert(blankRow, at: row)
        }
    }

    mutating func deleteRows(_ count: Int, at row: Int) {
        for _ in 0..<min(count, region.upperBound - row + 1) {
            cells.remove(at: row)
            cells.insert(blankRow, at: region.upperBound)
        }
    }

    mutating func insertCells(_ count: Int) {
        let count = min(count, size.columns - cursor.column)
        clearHalves(cursor.column, 0)
        cells[cursor.row].removeLast(count)
        cells[cursor.row].insert(
            contentsOf: Array(repeating: blankCell, count: count), at: cursor.column)
        repairLastColumn()
    }

    mutating func deleteCells(_ count: Int) {
        let count = min(count, size.columns - cursor.column)
        clearHalves(cursor.column, count)
        cells[cursor.row].removeSubrange(cursor.column..<(cursor.column + count))
        cells[cursor.row] += Array(repeating: blankCell, count: count)
    }

    /// Blanks a range of columns of the cursor's row.
    mutating func eraseCells(_ columns: Range<Int>) {
        guard !columns.isEmpty else { return }
        clearHalves(columns.lowerBound, columns.count)
        for column in columns { cells[cursor.row][column] = blankCell }
    }

    mutating func eraseRows(_ rows: Range<Int>) {
        for row in rows { cells[row] = blankRow }
    }

    /// Blanks a wide character whose right half was pushed out of the row.
    private mutating func repairLastColumn() {
        let last = cells[cursor.row][size.columns - 1]
        guard let scalar = last.text.unicodeScalars.first, CellWidth.of(scalar) == 2 else { return }
        cells[cursor.row][size.columns - 1].text = " "
    }

    /// An erased cell: a space with the current background, as in xterm.
    private var blankCell: TerminalCell {
        var blank = TerminalCell.blank
        blank.style.background = style.background
        return blank
    }

    private var blankRow: [TerminalCell] {
        Array(repeating: blankCell, count: size.columns)
    }

    /// Resizes the window as xterm does: nothing is rewrapped, content outside is lost, and removed
    /// rows above the cursor move to the scrollback.
    package mutating func resize(to newSize: WindowSize) {
        precondition(newSize.columns > 0 && newSize.rows > 0, "a terminal has at least one cell")
        let surplus = max(0, cursor.row - newSize.rows + 1)
        if mainScreen == nil { scrollback += cells.prefix(surplus).map(Self.text) }
        cells.removeFirst(surplus)
        cells = Self.fitted(cells, newSize)
        mainScreen = mainScreen.map { Self.fitted($0, newSize) }
        if newSize.columns != size.columns { isWrapPending = false }
        size = newSize
        region = 0...(newSize.rows - 1)
        cursor = clamped(Position(row: cursor.row - surplus, column: cursor.column))
    }

    private static func fitted(_ rows: [[TerminalCell]], _ size: WindowSize) -> [[TerminalCell]] {
        var rows = rows.prefix(size.rows).map { row in
            var cut = Array(row.prefix(size.columns))
            if row.count > size.columns && row[size.columns].isRightHalf {
                cut[size.columns - 1].text = " "
            }
            return cut + Array(repeating: .blank, count: size.columns - cut.count)
        }
        rows += blankRows(size.rows - rows.count, columns: size.columns)
        return rows
    }

    /// Returns the nearest position within the grid.
    func clamped(_ position: Position) -> Position {
        Position(
            row: min(max(position.row, 0), size.rows - 1),
            column: min(max(position.column, 0), size.columns - 1))
    }
}
