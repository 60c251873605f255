/// A small terminal: bytes go in, and a grid of cells can be looked at.
///
/// It understands what line editors, pagers and full-screen programs send to an xterm: UTF-8 with
/// wide characters and combining marks; CR, LF, BS, TAB and BEL; moving, erasing, inserting,
/// deleting and scrolling; colours; the saved cursor, the alternate screen and the modes that are
/// kept in `modes`. Operating system commands and device control strings are skipped. What it does
/// not understand is kept in `unknownSequences`, so that a test can insist that there is none.
///
/// Two subtleties it shares with real terminals. A character written into the last column leaves the
/// cursor there, with a wrap *pending* that only the next character carries out; so a program may
/// fill a row without scrolling. And each scalar is as wide as `wcwidth` says, so a family emoji that
/// is joined from three takes six cells.
package struct TerminalModel: Sendable {
    /// A place in the grid, counted from 0 at the top left.
    package struct Position: Hashable, Sendable, CustomStringConvertible {
        /// The row, from the top.
        package var row: Int
        /// The column, from the left, in cells.
        package var column: Int

        /// A place in the grid.
        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }

        /// The place in words.
        package var description: String { "row \(row), column \(column)" }
    }

    /// The size of the grid.
    package internal(set) var size: WindowSize
    /// Where the next character will be drawn, or, with a wrap pending, the last column.
    package internal(set) var cursor = Position(row: 0, column: 0)
    /// Whether the next character begins a new row first.
    package internal(set) var isWrapPending = false
    /// The rows that were scrolled out at the top, oldest first, without the blanks at their ends.
    package internal(set) var scrollback: [String] = []
    /// The DEC private modes that are set: 7 auto-wrap and 25 visible cursor from the start, 1
    /// application cursor keys, 1049 the alternate screen, 2004 bracketed paste, and others.
    package internal(set) var modes: Set<Int> = [7, 25]
    /// The style that the next character will have.
    package internal(set) var style = CellStyle.plain
    /// How often the bell rang.
    package internal(set) var bellCount = 0
    /// The sequences that were not understood, with Escape written as `ESC`.
    package internal(set) var unknownSequences: [String] = []

    var cells: [[TerminalCell]]
    var savedCursor: (position: Position, style: CellStyle, isWrapPending: Bool)?
    /// The screen behind the alternate one.
    var mainScreen: [[TerminalCell]]?
    /// The rows that scroll.
    var region: ClosedRange<Int>
    var replies: [UInt8] = []
    var state = EscapeState.ground
    private var decoder = UTF8Decoder()

    /// An empty terminal.
    package init(size: WindowSize = .standard) {
        precondition(size.columns > 0 && size.rows > 0, "a terminal has at least one cell")
        self.size = size
        cells = Self.blankRows(size.rows, columns: size.columns)
        region = 0...(size.rows - 1)
    }

    /// Draws what a program wrote; a piece may end in the middle of a character or a sequence.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            // At most two scalars come from a byte: a broken one and the one it was broken by.
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

    /// Takes the answers that belong on the program's input.
    ///
    /// A program may ask where the cursor is, and what kind of terminal this is.
    package mutating func takeReplies() -> [UInt8] {
        defer { replies = [] }
        return replies
    }

    /// The text of a row, without the blanks at its end.
    package func row(_ index: Int) -> String {
        cells.indices.contains(index) ? Self.text(cells[index]) : ""
    }

    /// The visible rows, without the blanks at their ends and without the empty rows at the bottom.
    package var screen: String {
        var rows = cells.map(Self.text)
        while rows.last == "" { rows.removeLast() }
        return rows.joined(separator: "\n")
    }

    /// What was scrolled out, followed by the screen.
    package var everything: String {
        (scrollback + [screen]).joined(separator: "\n")
    }

    /// The text of the cursor's row up to the cursor, blanks included.
    package var textBeforeCursor: String {
        let end = cursor.column + (isWrapPending ? 1 : 0)
        return cells[cursor.row].prefix(end).map(\.text).joined()
    }

    /// A cell of the grid.
    ///
    /// - Precondition: The position lies within the grid.
    package func cell(_ position: Position) -> TerminalCell {
        cells[position.row][position.column]
    }

    /// The style of the first character of a text on the screen, or `nil` when the text is on none
    /// of the rows.
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

    /// The grid in a frame, with the cursor's place: how errors show a screen.
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
    /// Where another text first occurs in this one, compared by characters.
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
