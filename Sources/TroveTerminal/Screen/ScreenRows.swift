/// Rows of cells, filled from left to right.
///
/// A character that does not fit goes to the next row, and a full row ends at once, so that there
/// is always a cell for the cursor.
struct ScreenRows {
    /// A cell by its row and column, from 0.
    struct Position: Equatable {
        var row: Int
        var column: Int
    }

    /// The rows; the last one may be empty.
    private(set) var rows: [[ScreenCell]] = [[]]
    private let columns: Int
    /// Whether the last row began because the one before it is full.
    private var isAfterFullRow = false

    /// Creates a single empty row.
    init(columns: Int) {
        self.columns = columns
        rows[0].reserveCapacity(columns)
    }

    /// The cell of the next character.
    var end: Position { Position(row: rows.count - 1, column: rows[rows.count - 1].count) }

    /// Adds a printable character of ASCII that no mark follows. Returns its cell.
    @discardableResult
    mutating func add(ascii byte: UInt8, code: String) -> Position {
        let row = rows.count - 1
        let column = rows[row].count
        // As `put` does for a character of one column.
        guard column < columns else { return put(ScreenCell(ascii: byte, code: code)) }
        rows[row].append(ScreenCell(ascii: byte, code: code))
        isAfterFullRow = column + 1 == columns
        if isAfterFullRow { rows.append([]) }
        return Position(row: row, column: column)
    }

    /// Adds a character, a control character in its visible form. Returns its first cell.
    @discardableResult
    mutating func add(_ character: Character, code: String) -> Position {
        // `\r\n` is a single character with an ASCII value, but a control character.
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
            return add(ascii: ascii, code: code)
        }
        let whole = String(character)
        let shown = TextFitting.visible(whole)
        guard shown != whole else { return put(ScreenCell(character, code: code)) }
        var first: Position?
        for part in shown {
            let place = put(.narrow(part, code: code))
            first = first ?? place
        }
        return first ?? end
    }

    /// Adds a text with color codes and line ends.
    mutating func add(_ text: TerminalText) {
        let text = text.rendered
        let bytes = text.utf8
        var code = ""
        var index = text.startIndex
        while index < text.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            // Nothing can join a printable byte that another byte of ASCII follows.
            if byte >= 0x20, byte < 0x7F, next == text.endIndex || bytes[next] < 0x80 {
                add(ascii: byte, code: code)
                index = next
            } else if byte == 0x1B, let end = Self.endOfColor(in: text[index...]) {
                Self.change(&code, by: text[bytes.index(next, offsetBy: 1)..<end])
                index = bytes.index(after: end)
            } else {
                let character = text[index]
                if character.isNewline { endRow() } else { add(character, code: code) }
                index = text.index(after: index)
            }
        }
    }

    /// Returns the cells of a text with color codes on a single row, cut at the last column.
    static func row(_ text: TerminalText, columns: Int) -> [ScreenCell] {
        var rows = ScreenRows(columns: columns)
        rows.add(text)
        return rows.rows[0]
    }

    /// Ends a row, unless it has just ended because it was full.
    private mutating func endRow() {
        if !isAfterFullRow { rows.append([]) }
        isAfterFullRow = false
    }

    @discardableResult
    private mutating func put(_ cell: ScreenCell) -> Position {
        let cell = cell.width > columns ? cell.substitute : cell
        if end.column + cell.width > columns {
            while end.column < columns { rows[rows.count - 1].append(.padding) }
            rows.append([])
        }
        let place = end
        rows[place.row].append(cell)
        for _ in 1..<max(1, cell.width) { rows[place.row].append(cell.cover) }
        isAfterFullRow = end.column == columns
        if isAfterFullRow { rows.append([]) }
        return place
    }

    // MARK: Colors

    /// Returns the place of the `m` that ends a color code at the beginning of a text; nil if the
    /// text begins with another sequence.
    private static func endOfColor(in text: Substring) -> String.Index? {
        guard text.utf8.dropFirst().first == UInt8(ascii: "[") else { return nil }
        return text.utf8.firstIndex(of: UInt8(ascii: "m"))
    }

    /// Changes the SGR parameters that apply by those of a color code.
    private static func change(_ code: inout String, by parameters: Substring) {
        if parameters.isEmpty || parameters == "0" {
            code = ""
        } else {
            if !code.isEmpty { code += ";" }
            code += String(parameters)
        }
    }
}
