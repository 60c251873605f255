/// Showing the line on the screen.
///
/// The editor's parts change what is to be shown, and `updateDisplay` draws what differs. It runs
/// before each wait for a key.
extension LineEditor {
    /// Draws what differs between the screen and what is to be shown.
    func updateDisplay() {
        guard purpose != nil else { return }
        draw(content())
    }

    /// Clears the rows on the screen and moves to where the prompt was, to print there.
    func eraseDisplay() {
        drawn = nil
        terminal.write(drawing.erase())
    }

    /// Shows only the line, writes a text at its end, and moves to a new row.
    func leaveDisplay(with text: String = "") {
        if purpose != nil {
            search = nil
            draw(content().settled)
        }
        drawn = nil
        terminal.write(drawing.leave(with: text))
    }

    /// Draws everything again after the screen was resized.
    func resizeDisplay() {
        drawn = nil
        size = terminal.size
        // A question for a password stays as the terminal shows it.
        guard purpose != nil else { return }
        let mayHaveScrolled =
            terminal.rewraps && drawing.needsCursorRow(columns: size.columns)
        terminal.write(
            drawing.eraseResized(
                to: size.columns, rewraps: terminal.rewraps,
                cursorRow: mayHaveScrolled ? cursorRow() : nil))
        updateDisplay()
    }

    /// Ctrl-L: clears the screen.
    func clearScreen() -> EditCommand.Effect {
        drawn = nil
        terminal.write(drawing.clearScreen())
        return .redraw
    }

    /// Erases the line and the rows below it, and draws them again.
    func redraw() -> EditCommand.Effect {
        eraseDisplay()
        return .redraw
    }

    private func draw(_ content: ScreenContent) {
        guard content != drawn else { return }
        drawn = content
        let fitted = drawing.layoutSize(size)
        let output = drawing.update(to: content.layout(for: fitted), columns: fitted.columns)
        if !output.isEmpty { terminal.write(output) }
    }

    private func content() -> ScreenContent {
        if let search { return content(of: search) }
        var content = ScreenContent(prompt: prompt, style: style)
        guard let handle else { return content }
        content.line = handle.line
        content.cursor = handle.cursor
        // At the end of a line libedit adds the newline of the Enter key.
        if content.line.last == 0x0A {
            content.line.removeLast()
            content.cursor = min(content.cursor, content.line.count)
        }
        content.highlights = highlights(of: content.line, cursor: content.cursor)
        if menu != nil {
            menu?.fit(columns: size.columns, rows: roomBelow(content))
            content.rowsBelow = menu?.rows(style: style) ?? []
        } else {
            content.suggestion = suggestion.rest(of: content.line)
        }
        return content
    }

    /// Returns what is shown during a search: the query in place of the line, and the matches
    /// below.
    private func content(of search: IncrementalSearch) -> ScreenContent {
        let title = style(
            search.hasFailed ? .warning : .faint, search.hasFailed ? "(no match)" : "(search)")
        let query = PastedText.marked(search.query).unicodeScalars.map(\.value)
        var content = ScreenContent(
            prompt: title + " ", line: query, cursor: query.count, style: style)
        self.search?.fit(rows: roomBelow(content))
        content.rowsBelow = self.search?.rows(columns: size.columns, style: style) ?? []
        return content
    }

    /// Returns the number of rows that a list below a line may take: at most two thirds of the
    /// screen, and no more than the line leaves.
    private func roomBelow(_ content: ScreenContent) -> Int {
        let lineRows = content.lineRows(for: drawing.layoutSize(size))
        return max(1, min(size.rows - lineRows, max(3, size.rows * 2 / 3)))
    }

    /// Returns a prompt in its color, which stops before the prompt's trailing spaces.
    func styled(_ prompt: TerminalText, for purpose: Purpose) -> TerminalText {
        let body = prompt.trimmedAtEnd
        let spaces = TerminalText(repeating: " ", count: prompt.width - body.width)
        return style(purpose == .question ? .accent : .prompt, body) + spaces
    }

    private func highlights(of line: [UInt32], cursor: Int) -> [Highlight] {
        guard purpose == .command, terminal.hasEscapes, style.isEnabled, highlightsEnabled,
            !line.isEmpty, let delegate
        else { return [] }
        if let drawn, drawn.line == line, drawn.cursor == cursor { return drawn.highlights }
        let text = entered(line)
        let isAtEnd = cursor == line.count
        let offset = (isAtEnd ? text : entered(line.prefix(cursor))).utf8.count
        return PastedText.marked(delegate.highlights(of: text, cursor: offset), of: text)
    }
}
