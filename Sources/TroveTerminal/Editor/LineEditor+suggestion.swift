import TroveSystem

/// The suggestion after the line: asking for it, and the keys that accept it.
extension LineEditor {
    /// How long to wait without a key before a suggestion is shown.
    private static let pause: Duration = .milliseconds(20)

    /// Asks for the suggestion after a line that has changed, unless it is known.
    ///
    /// It asks as soon as the line is on the screen, and not when the suggestion is due: after the
    /// pause, the code that finds it is no longer in the processor's caches.
    func prepareSuggestion() {
        guard suggestionsEnabled, purpose == .command, menu == nil, search == nil,
            terminal.hasEscapes, let handle, let delegate
        else { return }
        let line = handle.line
        guard handle.cursor == line.count, suggestion.isDue(for: line) else { return }
        let text = entered(line)
        // A line of the history is complete; a suggestion would only hide where it ends.
        let suggested = recall.shows(text) ? nil : delegate.suggestion(for: text)
        suggestion.set(suggested.map(PastedText.marked), for: line)
    }

    /// Returns the milliseconds until the hidden suggestion is due, 0 if it is due now, or nil if
    /// no suggestion is hidden.
    func timeToSuggestion(now: Duration) -> Int32? {
        guard suggestion.isHidden, purpose == .command, menu == nil, search == nil, let handle,
            handle.cursor == handle.line.count
        else { return nil }
        return (lastKey + Self.pause - now).pollMilliseconds
    }

    /// Moves right by one grapheme cluster; takes the suggestion at the end of the line.
    func moveRight() -> EditCommand.Effect {
        guard let handle else { return .beep }
        if takeSuggestion() { return .redraw }
        handle.moveCursor(by: LineText.lengthOfCharacter(at: handle.cursor, in: handle.line))
        return .redraw
    }

    /// Moves to the end of the line; takes the suggestion if the cursor is there already.
    func moveToEnd() -> EditCommand.Effect {
        guard let handle else { return .beep }
        if takeSuggestion() { return .redraw }
        handle.moveCursor(by: handle.line.count - handle.cursor)
        return .redraw
    }

    /// Moves to the end of the next word; at the end of the line, takes a word of the suggestion.
    func moveToNextWord() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let line = handle.line
        if handle.cursor == line.count {
            let rest = shownSuggestion.unicodeScalars.map(\.value)
            guard !rest.isEmpty else { return .beep }
            let end = LineText.endOfWord(in: rest, from: 0)
            handle.insert(LineText.string(rest.prefix(end)))
        } else {
            handle.moveCursor(by: LineText.endOfWord(in: line, from: handle.cursor) - handle.cursor)
        }
        return .redraw
    }

    /// Inserts the suggestion if one is shown. Returns whether it did.
    private func takeSuggestion() -> Bool {
        let rest = shownSuggestion
        guard !rest.isEmpty, let handle else { return false }
        handle.insert(rest)
        return true
    }

    /// The suggestion after the cursor; empty if none is shown.
    private var shownSuggestion: String {
        guard let handle, handle.cursor == handle.line.count else { return "" }
        return suggestion.rest(of: handle.line)
    }
}
