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
        terminal.write(
            drawing.eraseResized(to: size.columns, rewraps: terminal.rewraps))
        updateDisplay()
    }

    /// Ctrl-L: clears the screen.
    func clearScreen() -> EditCommand.Effect {
        drawn = nil
        terminal.write(drawing.clearScreen())
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
        if let search {
            return ScreenContent(prompt: searchRow(search), rowsBelow: rowsBelow, style: style)
        }
        var content = ScreenContent(prompt: styledPrompt, rowsBelow: rowsBelow, style: style)
        guard let handle else { return content }
        content.line = handle.line
        content.cursor = handle.cursor
        // At the end of a line libedit adds the newline of the Enter key.
        if content.line.last == 0x0A {
            content.line.removeLast()
            content.cursor = min(content.cursor, content.line.count)
        }
        content.highlights = highlights(of: content.line, cursor: content.cursor)
        content.suggestion = suggestion.rest(of: content.line)
        return content
    }

    /// The prompt in its color, which ends before the spaces at its end.
    private var styledPrompt: TerminalText {
        let body = prompt.trimmedAtEnd
        let spaces = TerminalText(repeating: " ", count: prompt.width - body.width)
        return style(purpose == .question ? .accent : .prompt, body) + spaces
    }

    private func highlights(of line: [UInt32], cursor: Int) -> [Highlight] {
        guard purpose == .command, terminal.hasEscapes, style.isEnabled, !line.isEmpty, let delegate
        else { return [] }
        if let drawn, drawn.line == line, drawn.cursor == cursor { return drawn.highlights }
        let offset = LineText.string(line.prefix(cursor)).utf8.count
        return delegate.highlights(of: LineText.string(line), cursor: offset)
    }
}
