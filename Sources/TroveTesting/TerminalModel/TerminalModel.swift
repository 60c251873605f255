/// A small terminal emulator: it receives bytes and maintains a grid of cells.
///
/// It supports what line editors, pagers and full-screen programs send to an xterm: UTF-8 with wide
/// characters and combining marks; CR, LF, BS, TAB and BEL; moving, erasing, inserting, deleting
/// and scrolling; colors; the saved cursor, the alternate screen and the modes in `modes`.
/// Operating system commands and device control strings are skipped. Unsupported sequences are
/// collected in `unknownSequences`, so that a test can require that there are none.
///
/// Two subtleties of real terminals are included. A character in the last column leaves the cursor
/// there with a *pending* wrap, which only the next character performs; so a program can fill a row
/// without scrolling. And each scalar is as wide as `wcwidth` says, so a family emoji joined from
/// three takes six cells.
package struct TerminalModel: Sendable {
    /// A position in the grid, from 0 at the top left.
    package struct Position: Hashable, Sendable, CustomStringConvertible {
        /// The row, from the top.
        package var row: Int
        /// The column, from the left, in cells.
        package var column: Int

        /// Creates a position.
        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }

        /// The position in words.
        package var description: String { "row \(row), column \(column)" }
    }

    /// The size of the grid.
    package internal(set) var size: WindowSize
    /// The position of the next character or, with a pending wrap, the last column.
    package internal(set) var cursor = Position(row: 0, column: 0)
    /// Whether the next character first starts a new row.
    package internal(set) var isWrapPending = false
    /// The rows scrolled out at the top, oldest first, without trailing spaces.
    package internal(set) var scrollback: [String] = []
    /// The DEC private modes that are set. Initially 7 (auto-wrap) and 25 (visible cursor); others
    /// are 1 (application cursor keys), 1049 (alternate screen) and 2004 (bracketed paste).
    package internal(set) var modes: Set<Int> = [7, 25]
    /// The style of the next character.
    package internal(set) var style = CellStyle.plain
    /// The number of times the bell rang.
    package internal(set) var bellCount = 0
    /// The unsupported sequences, with Escape written as `ESC`.
    package internal(set) var unknownSequences: [String] = []

    var cells: [[TerminalCell]]
    var savedCursor: (position: Position, style: CellStyle, isWrapPending: Bool)?
    /// The main screen while the alternate one is shown.
    var mainScreen: [[TerminalCell]]?
    /// The scrolling region.
    var region: ClosedRange<Int>
    var replies: [UInt8] = []
    /// The reply to a request for the terminal's features (DA1), which may include other replies.
    var features = "\u{1B}[?1;2c"
    var state = EscapeState.ground
    private var decoder = UTF8Decoder()

    /// Creates an empty terminal.
    package init(size: WindowSize = .standard) {
        precondition(size.columns > 0 && size.rows > 0, "a terminal has at least one cell")
        self.size = size
        cells = Self.blankRows(size.rows, columns: size.columns)
        region = 0...(size.rows - 1)
    }

    /// Processes a program's output, which may be split within a character or a sequence.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            // A byte yields at most two scalars: a malformed one and the one that interrupted it.
            var scalars: (Unicode.Scalar?, Unicode.Scalar?)
            decoder.take(byte) { scalars = (scalars.1, $0) }
            if let first = scalars.0 { handle(first) }
            if let second = scalars.1 { handle(second) }
        }
    }

    /// Draws a text.
    package mutating func receive(_ text: String) {
        receive(text.utf8)
    }

    /// Takes the replies for the program's input.
    ///
    /// A program can query the cursor position and the terminal's type.
    package mutating func takeReplies() -> [UInt8] {
        defer { replies = [] }
        return replies
    }

    /// Returns the text of a row, without trailing spaces.
    package func row(_ index: Int) -> String {
        cells.indices.contains(index) ? Self.text(cells[index]) : ""
    }

    /// The visible rows, without trailing spaces and without empty rows at the bottom.
    package var screen: String {
        var rows = cells.map(Self.text)
        while rows.last == "" { rows.removeLast() }
        return rows.joined(separator: "\n")
    }

    /// The scrollback, followed by the screen.
    package var everything: String {
        (scrollback + [screen]).joined(separator: "\n")
    }

    /// The text of the cursor's row up to the cursor, including spaces.
    package var textBeforeCursor: String {
        let end = cursor.column + (isWrapPending ? 1 : 0)
        return cells[cursor.row].prefix(end).map(\.text).joined()
    }

    /// Returns a cell of the grid.
    ///
    /// - Precondition: The position lies within the grid.
    package func cell(_ position: Position) -> TerminalCell {
        cells[position.row][position.column]
    }

    /// Returns the style of the first character of a text on the screen, or nil when no row
    /// contains the text.
    package func style(of text: String) -> CellStyle? {
        for row in cells {
            let line = row.map(\.text).joined()
            guard let range = line.range(of: text) else { continue }
            var position = line.startIndex
            for cell in row {
                let next = line.index(position, offsetBy: cell.text.count)
                if next > range.lowerBound { return cell.style }
                position = next
            }
        }
        return nil
    }

    /// The grid in a frame with the cursor position, for errors.
    package var picture: String {
        let edge = "+" + String(repeating: "-", count: size.columns) + "+"
        let rows = cells.map { "|" + $0.map(\.text).joined() + "|" }
        var notes = "cursor: \(cursor)"
        if isWrapPending { notes += ", wrap pending" }
        if !unknownSequences.isEmpty {
            notes += "\nnot understood: \(unknownSequences.suffix(10).joined(separator: " "))"
        }
        return ([edge] + rows + [edge, notes]).joined(separator: "\n")
    }

    static func blankRows(_ count: Int, columns: Int) -> [[TerminalCell]] {
        Array(repeating: Array(repeating: .blank, count: columns), count: count)
    }

    static func text(_ row: [TerminalCell]) -> String {
        var text = row.map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension String {
    /// Returns the first occurrence of another text, compared by characters.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        guard !text.isEmpty else { return nil }
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
