extension TerminalModel {
    /// Processes the next scalar: text, a control character, or part of a sequence.
    mutating func handle(_ scalar: Unicode.Scalar) {
        if case .string(let endsWithEscape) = state {
            // BEL, or Escape and a backslash, ends the string.
            if scalar == "\u{07}" || (endsWithEscape && scalar == "\\") {
                state = .ground
            } else {
                state = .string(endsWithEscape: scalar == "\u{1B}")
            }
            return
        }
        if scalar.value < 0x20 || scalar.value == 0x7F {
            // Control characters act even within a sequence.
            return control(scalar)
        }
        switch state {
        case .ground:
            // C1 controls have no width and no function in UTF-8.
            if !(0x80...0x9F).contains(scalar.value) { draw(scalar) }
        case .escape:
            state = .ground
            escape(scalar)
        case .escapeIntermediate(let intermediate):
            state = .ground
            // `(` and `)` select character sets, `%` the encoding, `#8` fills the screen.
            if !"()*+-./%".contains(intermediate) { unknown("\(intermediate)\(scalar)") }
        case .controlSequence(let body):
            if (0x40...0x7E).contains(scalar.value) {
                state = .ground
                controlSequence(body, scalar)
            } else {
                state = .controlSequence(body + String(Character(scalar)))
            }
        case .string:
            return
        }
    }

    private mutating func control(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\u{07}": bellCount += 1
        case "\u{08}":
            cursor.column = max(0, cursor.column - 1)
            isWrapPending = false
        case "\t":
            // Tab stops are at every eighth column and in the last column.
            cursor.column = min(size.columns - 1, (cursor.column / 8 + 1) * 8)
        case "\n", "\u{0B}", "\u{0C}":
            lineFeed()
            isWrapPending = false
        case "\r":
            cursor.column = 0
            isWrapPending = false
        case "\u{18}", "\u{1A}": state = .ground
        case "\u{1B}": state = .escape
        default: return
        }
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "[": state = .controlSequence("")
        case "]", "P", "X", "^", "_": state = .string(endsWithEscape: false)
        case "7": saveCursor()
        case "8": restoreCursor()
        case "D":
            lineFeed()
            isWrapPending = false
        case "E":
            cursor.column = 0
            lineFeed()
            isWrapPending = false
        case "M":
            reverseLineFeed()
            isWrapPending = false
        case "c":
            let (lines, unknown, bells) = (scrollback, unknownSequences, bellCount)
            self = TerminalModel(size: size)
            (scrollback, unknownSequences, bellCount) = (lines, unknown, bells)
        // The keypad modes, and the terminator of a string that has already ended.
        case "=", ">", "\\": return
        case _ where (0x20...0x2F).contains(scalar.value):
            state = .escapeIntermediate(String(Character(scalar)))
        default: unknown(String(Character(scalar)))
        }
    }

    private mutating func controlSequence(_ body: String, _ final: Unicode.Scalar) {
        if let mark = body.first, "?><=".contains(mark) {
            return privateSequence(body, mark, final)
        }
        // A colon separates the parts of a parameter (ISO 8613-6), which only colors have.
        let fields = body.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
        let numbers = body.isEmpty ? [] : fields.map { $0.isEmpty ? 0 : Int($0) }
        let parameters = numbers.compactMap { $0 }
        guard parameters.count == numbers.count, parameters.allSatisfy({ 0...9999 ~= $0 }) else {
            return unknown("[\(body)\(final)")
        }
        // In a count or a position, 0 means 1.
        let first = max(1, parameters.first ?? 1)
        let second = max(1, parameters.count > 1 ? parameters[1] : 1)
        let mode = parameters.first ?? 0
        switch final {
        case "A": move(rows: -first)
        case "B", "e": move(rows: first)
        case "C", "a": move(columns: first)
        case "D": move(columns: -first)
        case "E": place(Position(row: cursor.row + first, column: 0))
        case "F": place(Position(row: cursor.row - first, column: 0))
        case "G", "`": place(Position(row: cursor.row, column: first - 1))
        case "H", "f": place(Position(row: first - 1, column: second - 1))
        case "d": place(Position(row: first - 1, column: cursor.column))
        case "J": if !eraseDisplay(mode) { unknown("[\(body)J") }
        case "K": if !eraseRow(mode) { unknown("[\(body)K") }
        case "L": if region.contains(cursor.row) { insertRows(first, at: cursor.row) }
        case "M": if region.contains(cursor.row) { deleteRows(first, at: cursor.row) }
        case "P": deleteCells(first)
        case "@": insertCells(first)
        case "X": eraseCells(cursor.column..<min(size.columns, cursor.column + first))
        case "S": scrollUp(first)
        case "T": insertRows(first, at: region.lowerBound)
        case "m": if !style.apply(parameters) { unknown("[\(body)m") }
        case "r": setRegion(first, parameters.count > 1 ? second : size.rows)
        case "s": saveCursor()
        case "u": restoreCursor()
        case "n" where mode == 6:
            replies += Array("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)R".utf8)
        case "n" where mode == 5: replies += Array("\u{1B}[0n".utf8)
        case "c" where mode == 0: replies += Array(features.utf8)
        default: return unknown("[\(body)\(final)")
        }
        // Moving and erasing cancel a pending wrap; colors do not.
        if !"mnc".unicodeScalars.contains(final) { isWrapPending = false }
    }

    private mutating func privateSequence(
        _ body: String, _ mark: Character, _ final: Unicode.Scalar
    ) {
        // The question for the terminal's name, which this one does not answer.
        if body == ">", final == "q" { return }
        let numbers = body.dropFirst().split(separator: ";").map { Int($0) }
        guard mark == "?", final == "h" || final == "l", !numbers.contains(nil) else {
            return unknown("[\(body)\(final)")
        }
        for case let mode? in numbers {
            if final == "h" { modes.insert(mode) } else { modes.remove(mode) }
            if [47, 1047, 1049].contains(mode) {
                switchScreen(toAlternate: final == "h", savingCursor: mode == 1049)
            }
        }
    }

    private mutating func switchScreen(toAlternate: Bool, savingCursor: Bool) {
        if toAlternate && mainScreen == nil {
            if savingCursor { saveCursor() }
            mainScreen = cells
            cells = Self.blankRows(size.rows, columns: size.columns)
        } else if !toAlternate {
            if let main = mainScreen { cells = main }
            mainScreen = nil
            // As in xterm and tmux, also when the main screen is shown.
            if savingCursor { restoreCursor() }
        }
    }

    private mutating func eraseDisplay(_ mode: Int) -> Bool {
        switch mode {
        case 0:
            eraseCells(cursor.column..<size.columns)
            eraseRows((cursor.row + 1)..<size.rows)
        case 1:
            eraseRows(0..<cursor.row)
            eraseCells(0..<(cursor.column + 1))
        case 2: eraseRows(0..<size.rows)
        case 3: scrollback = []
        default: return false
        }
        return true
    }

    private mutating func eraseRow(_ mode: Int) -> Bool {
        switch mode {
        case 0: eraseCells(cursor.column..<size.columns)
        case 1: eraseCells(0..<(cursor.column + 1))
        case 2: eraseCells(0..<size.columns)
        default: return false
        }
        return true
    }

    private mutating func setRegion(_ top: Int, _ bottom: Int) {
        guard top < bottom, bottom <= size.rows else { return }
        region = (top - 1)...(bottom - 1)
        place(Position(row: 0, column: 0))
    }

    private mutating func saveCursor() {
        savedCursor = (cursor, style, isWrapPending)
    }

    private mutating func restoreCursor() {
        guard let savedCursor else { return place(Position(row: 0, column: 0)) }
        place(savedCursor.position)
        style = savedCursor.style
        isWrapPending = savedCursor.isWrapPending
    }

    private mutating func move(rows: Int = 0, columns: Int = 0) {
        var target = Position(row: cursor.row + rows, column: cursor.column + columns)
        // A cursor within the scrolling region stays in it.
        if region.contains(cursor.row) {
            target.row = min(max(target.row, region.lowerBound), region.upperBound)
        }
        place(target)
    }

    private mutating func place(_ position: Position) {
        cursor = clamped(position)
    }

    private mutating func unknown(_ sequence: String) {
        unknownSequences.append("ESC \(sequence)")
    }
}
