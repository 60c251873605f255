/// A row of the screen.
///
/// A text of printable ASCII stays a text until its cells are needed: a list below the line has
/// about a thousand cells, and most of its rows are only written and erased as a whole.
package struct ScreenRow: Sendable {
    private enum Content {
        case cells([ScreenCell])
        /// A text of printable ASCII and color codes, with all colors switched off at its end.
        case text(TerminalText)
    }

    private let content: Content
    let count: Int

    init(_ cells: [ScreenCell] = []) {
        self.init(.cells(cells), count: cells.count)
    }

    private init(_ content: Content, count: Int) {
        self.content = content
        self.count = count
    }

    /// Creates a row with a text, cut at the last column.
    init(_ text: TerminalText, columns: Int) {
        // A row that is full would make the terminal wrap.
        guard let width = Self.plainWidth(of: text), width < columns else {
            self.init(ScreenRows.row(text, columns: columns))
            return
        }
        self.init(.text(text), count: width)
    }

    var isEmpty: Bool { count == 0 }

    /// The cells.
    package var cells: [ScreenCell] {
        switch content {
        case .cells(let cells): cells
        case .text(let text): ScreenRows.row(text, columns: count + 1)
        }
    }

    /// The row as a text, for writing it to an empty row without a color; nil if it is not one.
    var text: TerminalText? {
        if case .text(let text) = content { text } else { nil }
    }

    /// Returns the width of a text of printable ASCII and color codes, with all colors switched off
    /// at its end; nil for any other text.
    private static func plainWidth(of text: TerminalText) -> Int? {
        /// Where a byte is: outside of a color code, after the escape character, in the parameters.
        enum Place { case text, escape, parameters }
        if text.rendered.isPrintableASCII { return text.rendered.utf8.count }
        var width = 0
        var place = Place.text
        var isColored = false
        for byte in text.rendered.utf8 {
            switch place {
            case .text:
                if byte == 0x1B {
                    place = .escape
                } else if byte >= 0x20, byte < 0x7F {
                    width += 1
                } else {
                    return nil
                }
            case .escape:
                guard byte == UInt8(ascii: "[") else { return nil }
                place = .parameters
                isColored = false
            case .parameters:
                if byte == UInt8(ascii: "m") {
                    place = .text
                } else if byte != UInt8(ascii: "0") {
                    isColored = true
                }
            }
        }
        return place == .text && !isColored ? width : nil
    }
}

extension ScreenRow: Equatable {
    /// Whether both rows show the same.
    package static func == (left: ScreenRow, right: ScreenRow) -> Bool {
        if let text = left.text, text == right.text { return true }
        return left.count == right.count && left.cells == right.cells
    }
}
