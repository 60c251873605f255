/// Ctrl-R: incremental search of the history.
///
/// libedit's own search truncates each character to a byte. During a search, the query takes the
/// place of the line on the screen, with the list of matches below it. The whole search is a single
/// command to libedit.
extension LineEditor {
    /// The keys of the search, for the help.
    static let searchKeys = [
        KeyTable.Entry(["any character"], "Narrow the list: all words typed must occur"),
        KeyTable.Entry(["Ctrl-R", "Down"], "Older line"),
        KeyTable.Entry(["Ctrl-S", "Up"], "Newer line"),
        KeyTable.Entry(["Enter"], "Run the line"),
        KeyTable.Entry(["Tab", "Right", "Escape"], "Take the line, to edit it"),
        KeyTable.Entry(["Ctrl-G", "Ctrl-C"], "Go back to the line as it was"),
    ]

    /// Runs the search until a key ends it. It begins with the text that was typed, if an entry
    /// matches that.
    ///
    /// Without menus, it shows the previous entry that matches the text, as ↑ does. Without a text
    /// it shows no entry, because what is typed next would be added to the entry.
    func searchHistory() -> EditCommand.Effect {
        guard purpose == .command, let handle, let delegate else { return .beep }
        guard terminal.hasEscapes, menusEnabled else {
            guard isLineEmpty else { return recallUp() }
            printAbove("Type part of a command, then Ctrl-R.")
            return .redraw
        }
        history.newEntries()
        let all = IncrementalSearch(entries: history.entries) { [weak delegate] text in
            delegate?.searchKey(of: text) ?? Array(text.utf8)
        }
        let typed = entered(handle.line)
        var narrowed = all
        if !isLineEmpty, !recall.shows(typed) { narrowed.extend(by: typed) }
        search = narrowed.hasFailed ? all : narrowed
        while search != nil {
            switch nextModalInput() {
            case .ended(.interrupted): search = nil
            case .ended(let result): end(with: result)
            // Ctrl-Z has ended the search.
            case .key(let key) where search == nil: passOn(key)
            case .key(let key): handleSearchKey(key)
            }
        }
        return .redraw
    }

    private func handleSearchKey(_ key: ModalKey) {
        switch key {
        case .character("\u{12}"), .down:  // Ctrl-R
            if search?.older() == false { beep() }
        case .character("\u{13}"), .up:  // Ctrl-S
            if search?.newer() == false { beep() }
        case .character("\u{07}"): search = nil  // Ctrl-G
        case .character("\u{08}"), .character("\u{7F}"): search?.shorten()
        case .character("\n"), .character("\r"):
            if search?.hasFailed == true { return beep() }
            if accept() { handle?.push("\n") }
        case .escape, .character("\t"), .right: accept()
        case .character(let scalar) where scalar.value >= 0x20: search?.extend(by: String(scalar))
        case .paste(let text): search?.extend(by: text)
        default:
            // Any other key acts on the line that was found.
            accept()
            passOn(key)
        }
    }

    /// Ends the search with the match in the line. Without a match the line stays as it was.
    ///
    /// - Returns: Whether there was a match.
    @discardableResult
    private func accept() -> Bool {
        let match = search?.match
        search = nil
        guard let match else { return false }
        show(match)
        return true
    }
}
