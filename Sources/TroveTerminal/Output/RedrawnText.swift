// A text that is replaced in place: `ESC [ n A` moves up to its first row, `\r ESC [ J` clears from
// there to the end of the screen.

/// A text on the screen that is replaced by its next version.
///
/// Pure: it takes the size of the screen and returns the output.
package struct RedrawnText: Sendable {
    /// Whether the terminal can replace the text. If not, a changed text is written below.
    private let isInPlace: Bool
    /// The lines on the screen; empty before the first text.
    private var shown = ""
    /// The last body, without its heading.
    private var body: String?

    /// Creates an empty text.
    package init(isInPlace: Bool) {
        self.isInPlace = isInPlace
    }

    /// Leaves the text where it is: the next one is written at the cursor.
    package mutating func leave() {
        shown = ""
        body = nil
    }

    /// Replaces the text.
    ///
    /// - Parameters:
    ///   - heading: The first line. If the text is not replaced in place, a change of the heading
    ///     alone writes nothing.
    ///   - body: The lines below it, with their line ends, safe for a terminal.
    ///   - size: The size of the screen. Lines that do not fit are left out in place.
    ///   - more: Returns the last line for a number of lines that were left out.
    /// - Returns: The output for the terminal.
    package mutating func replace(
        heading: TerminalText, body: [UInt8], size: TerminalSize, more: (Int) -> TerminalText
    ) -> TerminalText {
        let text = String(decoding: body, as: UTF8.self)
        guard isInPlace else {
            defer { self.body = text }
            return text == self.body ? "" : TerminalText(trusted: "\(heading.rendered)\n\(text)")
        }
        let rows = Pager.rows(of: shown, columns: size.columns)
        let erasure = rows > 0 ? "\u{1B}[\(rows)A\r\u{1B}[J" : ""
        shown = ""
        var room = size.rows - 1
        var lines =
            ([heading.truncated(to: size.columns).rendered + "\n"]
            + text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\n" })[...]
        // The text after the last line end.
        if lines.last == "\n" { lines.removeLast() }
        while let line = lines.first {
            let height = Pager.rows(of: line, columns: size.columns)
            guard height < room || (height == room && lines.count == 1) else { break }
            room -= height
            shown += line
            lines.removeFirst()
        }
        if !lines.isEmpty, room > 0 {
            shown += more(lines.count).truncated(to: size.columns).rendered + "\n"
        }
        return TerminalText(trusted: erasure + shown)
    }
}
