/// Taking the line off the screen and drawing it again.
extension LineEditor {
    /// Clears the rows of the line; the cursor is then where the prompt began.
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

    /// Draws the line anew where it stands.
    func redrawDisplay() {
        guard terminal.hasEscapes else { return }
        eraseDisplay()
        drawDisplay()
    }

    /// Goes to the end of the line and writes a text there.
    func leaveDisplay(with text: String) {
        handle?.flush()
        if let layout {
            terminal.move(down: layout.lastRow - layout.cursorRow, toColumn: layout.lastColumn)
        }
        terminal.write(text)
    }

    /// The screen has another size: everything is drawn anew.
    func resizeDisplay() {
        guard let handle else { return }
        handle.flush()
        // A terminal that rewraps has already done so, by the new width; others cut the rows off.
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

    /// Where the line stands; nil while a search takes its place, in a single row.
    private var layout: LineLayout? {
        guard search == nil, let handle else { return nil }
        return LineLayout(
            prompt: promptText, line: handle.line, cursor: handle.cursor,
            size: drawnSize)
    }
}
