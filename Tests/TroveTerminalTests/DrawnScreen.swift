import Testing
import TroveTerminal
import TroveTesting

/// A terminal on which a line editor's content is drawn below other output.
struct DrawnScreen {
    /// The text in the row above the content.
    static let mark = "~~"

    private(set) var terminal: TerminalModel
    private var drawing = ScreenDrawing(hasEscapes: true)
    private var size: TerminalSize
    private(set) var content = ScreenContent(prompt: "")
    /// The bytes that the last call wrote.
    private(set) var bytes = 0

    /// Creates a terminal on which a number of rows are taken.
    init(columns: Int, rows: Int, taken: Int) {
        TextLocale.prepare()
        terminal = TerminalModel(size: WindowSize(columns: columns, rows: rows))
        size = TerminalSize(columns: columns, rows: rows)
        for _ in 0..<taken { terminal.receive(Self.mark + "\r\n") }
    }

    private mutating func write(_ text: String) {
        terminal.receive(text)
        bytes += text.utf8.count
    }

    mutating func show(_ content: ScreenContent) {
        bytes = 0
        self.content = content
        write(drawing.update(to: content.layout(for: size), columns: size.columns))
    }

    mutating func printAbove(_ text: String) {
        write(drawing.erase() + text + "\r\n" + Self.mark + "\r\n")
        show(content)
    }

    /// Enters the line as the Enter key does.
    mutating func enter() {
        show(content.settled)
        write(drawing.leave(with: "") + Self.mark + "\r\n")
    }

    mutating func resize(columns: Int, rows: Int) {
        terminal.resize(to: WindowSize(columns: columns, rows: rows))
        size = TerminalSize(columns: columns, rows: rows)
        write(drawing.eraseResized(to: columns, rewraps: false))
        show(content)
    }

    /// Requires that the screen looks as if the content had just been drawn on an empty one.
    func requireFresh(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let layout = content.layout(for: size)
        var fresh = TerminalModel(size: WindowSize(columns: size.columns, rows: size.rows))
        var drawing = ScreenDrawing(hasEscapes: true)
        fresh.receive(drawing.update(to: layout, columns: size.columns))
        let top = terminal.cursor.row - layout.cursorRow
        try #require(top >= 0, "\(comment)\n\(terminal.picture)", sourceLocation: sourceLocation)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let place = TerminalModel.Position(row: row, column: column)
                if row < top { continue }
                let wanted = fresh.cell(.init(row: row - top, column: column))
                try #require(
                    terminal.cell(place) == wanted,
                    "\(comment), \(place)\n\(terminal.picture)\n\(fresh.picture)",
                    sourceLocation: sourceLocation)
            }
        }
        try #require(
            terminal.cursor.column == fresh.cursor.column && !terminal.isWrapPending,
            "\(comment)\n\(terminal.picture)\n\(fresh.picture)", sourceLocation: sourceLocation)
        if top > 0 {
            try #require(
                terminal.row(top - 1) == Self.mark, "\(comment)\n\(terminal.picture)",
                sourceLocation: sourceLocation)
        }
        try #require(terminal.unknownSequences == [], sourceLocation: sourceLocation)
    }
}
