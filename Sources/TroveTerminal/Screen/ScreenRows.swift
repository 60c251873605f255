/// Rows of cells, filled from left to right.
///
/// A character that does not fit goes to the next row, and a full row ends at once, so that there is
/// always a cell for the cursor.
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
    }

    /// The cell of the next character.
    var end: Position { Position(row: rows.count - 1, column: rows[rows.count - 1].count) }

    /// Adds a character, a control character in its visible form. Returns its first cell.
    @discardableResult
    mutating func add(_ character: Character, code: String) -> Position {
        if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
            return put(.narrow(character, code: code))
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
        forEachCharacter(of: text) { rows, character, code in
            if character.isNewline {
                rows.endRow()
            } else {
                rows.add(character, code: code)
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

    /// Calls a closure for each character of a text with the SGR parameters that apply to it.
    private mutating func forEachCharacter(
        of text: TerminalText, _ body: (inout ScreenRows, Character, _ code: String) -> Void
    ) {
        var code = ""
        for piece in text.pieces {
            switch piece {
            case .character(let character): body(&self, character, code)
            case .color(let sequence):
                let parameters = sequence.dropFirst(2).dropLast()
                if parameters.isEmpty || parameters == "0" {
                    code = ""
                } else {
                    code += (code.isEmpty ? "" : ";") + parameters
                }
            }
        }
    }
}
