/// Tab completion.
extension LineEditor {
    /// The most candidates that can be selected.
    private static let menuLimit = 500
    /// The most rows of candidates on a terminal without escape sequences.
    private static let plainRows = 15

    /// The keys of the menu, for the help.
    static let menuKeys = [
        KeyTable.Entry(["Tab", "Down"], "Insert the next candidate"),
        KeyTable.Entry(["Shift-Tab", "Up"], "Previous candidate"),
        KeyTable.Entry(["Left", "Right"], "Candidate in the previous or next column"),
        KeyTable.Entry(["Page Up", "Page Down"], "Scroll by one page"),
        KeyTable.Entry(["Enter", "any character"], "Take the candidate"),
        KeyTable.Entry(["Escape", "Ctrl-G"], "Go back to the text as it was typed"),
    ]

    /// Completes the word at the cursor as far as the candidates agree; if they do not, lists them
    /// below the line.
    func complete() -> EditCommand.Effect {
        guard purpose == .command, let handle, let delegate else { return .beep }
        let (line, cursor) = (handle.line, handle.cursor)
        let text = entered(line)
        let offset = entered(line.prefix(cursor)).utf8.count
        var completion = delegate.completion(
            of: text, cursor: offset, limit: nil, isThorough: false)
        if completion.candidates.isEmpty {
            completion = delegate.completion(
                of: text, cursor: offset, limit: nil, isThorough: true)
        }
        guard let first = completion.candidates.first else { return .beep }
        let scalars = text.unicodeScalars.map(\.value)
        let start = LineText.scalarOffset(ofUTF8: completion.replaced.lowerBound, in: scalars)
        let end = LineText.scalarOffset(ofUTF8: completion.replaced.upperBound, in: scalars)
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
        guard terminal.hasEscapes, menusEnabled else {
            list(completion)
            return .nothing
        }
        menu = CompletionMenu(completion)
        return walkThroughMenu(MenuPlace(typed: typed, cursor: cursor, range: start..<end))
    }

    /// What a candidate replaces.
    private struct MenuPlace {
        let typed: String
        /// The number of scalars before the cursor when the menu was opened.
        let cursor: Int
        /// The range that holds the typed text or the selected candidate, in scalars.
        var range: Range<Int>
    }

    /// Shows the menu until a key ends it. While a candidate is selected, it stands in the line.
    private func walkThroughMenu(_ place: MenuPlace) -> EditCommand.Effect {
        var place = place
        defer { menu = nil }
        while true {
            switch nextModalInput() {
            case .ended(let result):
                end(with: result)
                return .redraw
            case .key(let key):
                let isOpen =
                    menu?.candidate.map { handle(key, in: &place, selected: $0) }
                    ?? handle(key, in: &place)
                if !isOpen { return .redraw }
            }
        }
    }

    /// Handles a key while no candidate is selected. Returns whether the menu stays open.
    private func handle(_ key: ModalKey, in place: inout MenuPlace) -> Bool {
        switch key {
        case .character("\t"), .down, .backTab, .pageDown, .pageUp:
            extendMenu()
            let isBack = key == .backTab || key == .pageUp
            move(isBack ? .previous : .next, in: &place)
            return true
        case .escape, .character("\u{07}"): return false
        default:
            passOn(key)
            return false
        }
    }

    /// Handles a key while a candidate is selected. Returns whether the menu stays open.
    private func handle(
        _ key: ModalKey, in place: inout MenuPlace, selected candidate: Completion.Candidate
    ) -> Bool {
        if let step = Self.step(for: key) {
            move(step, in: &place)
            return true
        }
        switch key {
        case .escape, .character("\u{07}"):
            put(place.typed, in: &place)
            if let handle { handle.moveCursor(by: place.cursor - handle.cursor) }
        case .character("\r"), .character("\n"):
            if candidate.isFinal { finishWord() }
        default:
            if candidate.isFinal, Self.beginsWord(key) { finishWord() }
            passOn(key)
        }
        return false
    }

    /// Asks for more candidates before the first one is selected, if there are more than those that
    /// could be found at once.
    private func extendMenu() {
        guard let completion = menu?.completion, let handle, let delegate,
            completion.total > completion.candidates.count
        else { return }
        let (line, cursor) = (handle.line, handle.cursor)
        let longer = delegate.completion(
            of: entered(line), cursor: entered(line.prefix(cursor)).utf8.count,
            limit: Self.menuLimit, isThorough: false)
        guard longer.replaced == completion.replaced else { return }
        menu = CompletionMenu(longer)
    }

    private func move(_ step: CompletionMenu.Move, in place: inout MenuPlace) {
        guard menu?.move(step) == true, let candidate = menu?.candidate else { return beep() }
        put(candidate.insertion, in: &place)
    }

    private func put(_ text: String, in place: inout MenuPlace) {
        replace(place.range, with: text)
        place.range = place.range.lowerBound..<(handle?.cursor ?? place.range.lowerBound)
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

    /// Puts a space after the word before the cursor, or steps over the one that is there.
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
        handle.insert(PastedText.marked(text))
    }

    /// Prints the candidates below the line, which is drawn again below them, on a terminal without
    /// escape sequences.
    private func list(_ completion: Completion) {
        leaveDisplay()
        guard menusEnabled else {
            let columns = terminal.size.columns
            let lines = Self.lines(of: completion).map { $0.wrapped(to: columns) + "\n" }
            terminal.write(lines.joined().rendered)
            return
        }
        var list = CompletionMenu(completion)
        list.fit(columns: terminal.size.columns, rows: Self.plainRows)
        terminal.write(list.rows(style: .plain).map { $0 + "\n" }.joined().rendered)
    }

    /// Returns candidates as a screen reader reads them: each on a line with its note.
    private static func lines(of completion: Completion) -> [TerminalText] {
        let shown = completion.candidates.prefix(plainRows)
        let lines = shown.map { candidate -> TerminalText in
            let label = TerminalText(candidate.label)
            guard let note = candidate.note else { return label }
            return label + (candidate.label.hasSuffix(":") ? " " : ": ") + TerminalText(note)
        }
        let rest = completion.total - shown.count
        return rest > 0 ? lines + ["and \(rest)\(completion.isCut ? " or more" : " more")"] : lines
    }
}
