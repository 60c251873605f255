/// Tab completion.
extension LineEditor {
    /// The most candidates that a menu holds.
    private static let menuLimit = 2000
    /// The most rows of candidates on a terminal without escape sequences.
    private static let plainRows = 15

    /// The keys of the menu, for the help.
    static let menuKeys = [
        KeyTable.Entry(["Tab", "Down"], "Next candidate, in the line at once"),
        KeyTable.Entry(["Shift-Tab", "Up"], "Previous candidate"),
        KeyTable.Entry(["Left", "Right"], "Candidate in the column beside"),
        KeyTable.Entry(["Page Up", "Page Down"], "Candidate a page before or after"),
        KeyTable.Entry(["Enter", "any character"], "Take the candidate"),
        KeyTable.Entry(["Escape", "Ctrl-G"], "Go back to the text as it was typed"),
    ]

    /// Completes the word at the cursor as far as the candidates agree; if they do not, lists them
    /// below the line.
    func complete() -> EditCommand.Effect {
        guard purpose == .command, let handle, let delegate else { return .beep }
        let (line, cursor) = (handle.line, handle.cursor)
        let text = LineText.string(line)
        let offset = LineText.string(line.prefix(cursor)).utf8.count
        var completion = delegate.completion(of: text, cursor: offset, limit: nil)
        guard let first = completion.candidates.first else { return .beep }
        let start = LineText.scalarOffset(ofUTF8: completion.replaced.lowerBound, in: line)
        let end = LineText.scalarOffset(ofUTF8: completion.replaced.upperBound, in: line)
        guard start <= end else { return .beep }
        if completion.total == 1 {
            replace(start..<end, with: first.insertion)
            if first.isFinal { finishWord() }
            return .redraw
        }
        let typed = LineText.string(line[start..<end])
        if let prefix = completion.commonPrefix, prefix.count > typed.count {
            replace(start..<end, with: prefix)
            return .redraw
        }
        guard terminal.hasEscapes else {
            list(completion)
            return .nothing
        }
        if completion.total > completion.candidates.count {
            completion = delegate.completion(of: text, cursor: offset, limit: Self.menuLimit)
        }
        menu = CompletionMenu(completion)
        return walkThroughMenu(replacing: start..<end, cursor: cursor)
    }

    /// Shows the menu until a key ends it. While a candidate is selected, it stands in the line.
    ///
    /// - Parameters:
    ///   - range: The typed text that a candidate replaces, in scalars.
    ///   - cursor: The number of scalars before the cursor.
    private func walkThroughMenu(replacing range: Range<Int>, cursor: Int) -> EditCommand.Effect {
        guard let handle else { return .beep }
        let typed = LineText.string(handle.line[range])
        var range = range
        func put(_ text: String) {
            replace(range, with: text)
            range = range.lowerBound..<handle.cursor
        }
        defer { menu = nil }
        while true {
            let key: ModalKey
            switch nextModalInput() {
            case .ended(let result):
                end(with: result)
                return .redraw
            case .key(let pressed): key = pressed
            }
            guard let candidate = menu?.candidate else {
                switch key {
                case .character("\t"), .down: move(.next, put)
                case .backTab: move(.previous, put)
                case .escape, .character("\u{07}"): return .redraw
                default:
                    passOn(key)
                    return .redraw
                }
                continue
            }
            if let step = Self.step(for: key) {
                move(step, put)
                continue
            }
            switch key {
            case .escape, .character("\u{07}"):
                put(typed)
                handle.moveCursor(by: cursor - handle.cursor)
            case .character("\r"), .character("\n"):
                if candidate.isFinal { finishWord() }
            default:
                if candidate.isFinal, Self.beginsWord(key) { finishWord() }
                passOn(key)
            }
            return .redraw
        }
    }

    private func move(_ step: CompletionMenu.Move, _ put: (String) -> Void) {
        guard menu?.move(step) == true, let candidate = menu?.candidate else { return beep() }
        put(candidate.insertion)
    }

    /// Returns the movement for a key, or nil.
    private static func step(for key: ModalKey) -> CompletionMenu.Move? {
        switch key {
        case .character("\t"), .down: .next
        case .backTab, .up: .previous
        case .left: .left
        case .right: .right
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        default: nil
        }
    }

    /// Whether a key after a complete word begins another one: a letter, a digit or a quote.
    private static func beginsWord(_ key: ModalKey) -> Bool {
        switch key {
        case .character(let scalar):
            scalar == "\"" || scalar == "'" || scalar.properties.isAlphabetic
                || scalar.properties.numericType != nil
        case .paste: true
        default: false
        }
    }

    /// Puts a space behind the word before the cursor, or steps over the one that is there.
    private func finishWord() {
        guard let handle else { return }
        let (line, cursor) = (handle.line, handle.cursor)
        if cursor < line.count, line[cursor] == 0x20 {
            handle.moveCursor(by: 1)
        } else {
            handle.insert(" ")
        }
    }

    /// Replaces a range of the line, in scalars, and puts the cursor after the new text.
    private func replace(_ range: Range<Int>, with text: String) {
        guard let handle else { return }
        handle.moveCursor(by: range.upperBound - handle.cursor)
        handle.deleteBackward(range.count)
        handle.insert(text)
    }

    /// Prints the candidates below the line, which is drawn again below them, on a terminal without
    /// escape sequences.
    private func list(_ completion: Completion) {
        leaveDisplay()
        var list = CompletionMenu(completion)
        list.fit(columns: terminal.size.columns, rows: Self.plainRows)
        terminal.write(list.rows(style: .plain).map { $0 + "\n" }.joined().rendered)
    }
}
