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
        drawRowsBelow()
    }

    /// Computes the rows below the line: the menu, or the matches of the search.
    func updateRowsBelow() {
        if let query = search?.query {
            let width = DisplayWidth.of(searchTitle.rendered + PastedText.marked(query))
            search?.fit(rows: roomBelow(lineWidth: width))
            rowsBelow = search?.rows(columns: drawnSize.columns, style: style) ?? []
        } else if menu != nil, let handle {
            let width = DisplayWidth.of(promptText + LineText.string(handle.line))
            menu?.fit(columns: drawnSize.columns, rows: roomBelow(lineWidth: width))
            rowsBelow = menu?.rows(style: style) ?? []
        } else {
            rowsBelow = []
        }
    }

    /// The text in front of the query of a search.
    var searchTitle: TerminalText { search?.hasFailed == true ? "(no match) " : "(search) " }

    private func drawSearch() {
        guard let search else { return }
        let shown = PastedText.marked(search.query)
        searchWidth = DisplayWidth.of(searchTitle.rendered + shown)
        terminal.write("\r" + style(.faint, searchTitle).rendered + shown + "\u{1B}[K")
    }

    private func drawRowsBelow() {
        guard !rowsBelow.isEmpty else { return }
        let up = (layout.map { $0.lastRow - $0.cursorRow } ?? 0) + rowsBelow.count
        let column = layout?.cursorColumn ?? searchWidth
        terminal.move(down: layout.map { $0.lastRow - $0.cursorRow } ?? 0, toColumn: 0)
        terminal.write(rowsBelow.map { "\n" + $0 }.joined().rendered)
        terminal.write("\u{1B}[\(up)A\r" + (column > 0 ? "\u{1B}[\(column)C" : ""))
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
        updateRowsBelow()
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
