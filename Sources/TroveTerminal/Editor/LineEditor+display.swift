/// Erasing the line from the screen and drawing it again.
extension LineEditor {
    /// Clears the rows of the line and moves the cursor to the start of the prompt.
    func eraseDisplay() {
        handle?.flush()
        guard terminal.hasEscapes else {
            terminal.write("\n")
            return
        }
        terminal.eraseBelow(rowsUp: layout?.cursorRow ?? 0)
    }

    /// Draws the line, or the search, from the first column of an empty row.
    func drawDisplay() {
        if search != nil {
            drawSearch()
        } else {
            handle?.draw()
        }
    }

    /// Redraws the line in place.
    func redrawDisplay() {
        guard terminal.hasEscapes else { return }
        eraseDisplay()
        drawDisplay()
    }

    /// Moves to the end of the line and writes a text there.
    func leaveDisplay(with text: String) {
        handle?.flush()
        if let layout {
            terminal.move(down: layout.lastRow - layout.cursorRow, toColumn: layout.lastColumn)
        }
        terminal.write(text)
    }

    /// Redraws everything after the screen was resized.
    func resizeDisplay() {
        guard let handle else { return }
        handle.flush()
        // A terminal that rewraps has already done so for the new width; others truncate the rows.
        let old = layout
        handle.resize()
        drawnSize = terminal.size
        let rows: Int
        if search != nil {
            rows = terminal.rewraps ? searchWidth / drawnSize.columns : 0
        } else {
            rows = (terminal.rewraps ? layout : old)?.cursorRow ?? 0
        }
        if terminal.hasEscapes {
            terminal.eraseBelow(rowsUp: rows)
        } else {
            terminal.write("\n")
        }
        drawDisplay()
    }

    /// The layout of the line; a search shown in its place takes a single row and has none.
    private var layout: LineLayout? {
        guard search == nil, let handle else { return nil }
        return LineLayout(
            prompt: promptText, line: handle.line, cursor: handle.cursor,
            size: drawnSize)
    }
}
