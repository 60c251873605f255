// Sequences besides those of `ScreenDrawing`: `ESC [ ? 1049 h` and `l` (the alternate screen, which
// keeps what the user had on the screen), `ESC [ ? 25 l` and `h` (hide and show the cursor),
// `ESC [ ? 2026 h` and `l` (a synchronized update, which the terminal shows at its end; terminals
// that do not know it ignore it).

/// Keeps the rows of a whole screen up to date, by writing what differs.
///
/// Pure: each function returns what must be written to the terminal.
package struct FullScreenDrawing: Sendable {
    private var drawing = ScreenDrawing(hasEscapes: true)
    /// The size that was drawn for; nil before the first rows.
    private var size: TerminalSize?
    /// Whether the alternate screen is shown.
    private var isOpen = false

    /// Creates a drawing of nothing.
    package init() {}

    /// Switches to the alternate screen and clears it.
    package mutating func open() -> String {
        size = nil
        isOpen = true
        return "\u{1B}[?1049h\u{1B}[?25l"
    }

    /// Draws rows, at most as many as the screen has. The last must be shorter than the screen is
    /// wide, so that the terminal does not wrap after it.
    package mutating func update(to rows: [TerminalText], size: TerminalSize) -> String {
        var output = ""
        if self.size != size { output = drawing.clearScreen() }
        self.size = size
        let content = ScreenContent(prompt: Array(rows.prefix(size.rows)).joined(separator: "\n"))
        output += drawing.update(to: content.layout(for: size), columns: size.columns)
        return output.isEmpty ? "" : "\u{1B}[?2026h\(output)\u{1B}[?2026l"
    }

    /// Returns to the screen that the user had. A second time would move the cursor back to where
    /// it was at the first.
    package mutating func close() -> String {
        guard isOpen else { return "" }
        isOpen = false
        size = nil
        return "\u{1B}[m\u{1B}[?25h\u{1B}[?1049l"
    }
}
