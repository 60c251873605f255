/// What the keys do that libedit has no fitting command for.
extension LineEditor {
    /// Inserts the paste that waits.
    func insertPaste() -> EditCommand.Effect {
        guard let handle, let text = waitingPaste else { return .nothing }
        waitingPaste = nil
        let composed = ComposedScalars.composed(text)
        if composed.contains(where: \.isNewline) { marksAreNewlines = true }
        handle.insert(PastedText.marked(composed))
        return .redraw
    }

    /// Moves over the character before the cursor.
    func moveLeft() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let length = LineText.lengthOfCharacter(before: handle.cursor, in: handle.line)
        handle.moveCursor(by: -length)
        return .redraw
    }

    /// Moves over the character at the cursor.
    func moveRight() -> EditCommand.Effect {
        guard let handle else { return .beep }
        handle.moveCursor(by: LineText.lengthOfCharacter(at: handle.cursor, in: handle.line))
        return .redraw
    }

    /// Deletes the character before the cursor, all scalars of it.
    func deletePrevious() -> EditCommand.Effect {
        guard let handle else { return .beep }
        handle.deleteBackward(
            LineText.lengthOfCharacter(before: handle.cursor, in: handle.line))
        return .redraw
    }

    /// Deletes the character at the cursor, all scalars of it.
    func deleteNext() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let length = LineText.lengthOfCharacter(at: handle.cursor, in: handle.line)
        handle.moveCursor(by: length)
        handle.deleteBackward(length)
        return .redraw
    }

    /// Ctrl-D: the end on an empty line, otherwise the key Delete.
    func deleteNextOrEnd() -> EditCommand.Effect {
        guard let handle else { return .end }
        guard handle.line.isEmpty else { return deleteNext() }
        leaveDisplay(with: "\n")
        ending = .endOfInput
        return .end
    }

    /// Deletes spaces before the cursor and the word before them.
    func deletePreviousWord() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let before = handle.line.prefix(handle.cursor)
        let spaces = before.reversed().prefix { $0 == 0x20 }.count
        let word = before.dropLast(spaces).reversed().prefix { $0 != 0x20 }.count
        handle.deleteBackward(spaces + word)
        return .redraw
    }

    /// Brings the line back to what it was before the last change.
    func undoChange() -> EditCommand.Effect {
        guard let handle, let state = undo.undo() else { return .beep }
        handle.replaceLine(with: LineText.string(state.text))
        handle.moveCursor(by: state.cursor - handle.cursor)
        return .redraw
    }

    /// Shows the entry before, or the one before that has the same text up to the cursor.
    func recallOlder(matching: Bool) -> EditCommand.Effect {
        recall { $0.older(than: $1, prefix: matching ? $2 : "") }
    }

    /// Shows the entry after, or the one after that has the same text up to the cursor.
    func recallNewer(matching: Bool) -> EditCommand.Effect {
        recall { $0.newer(than: $1, prefix: matching ? $2 : "") }
    }

    /// Puts an entry of the history into the line; its newlines become marks.
    func show(_ entry: String) {
        if entry.contains(where: \.isNewline) { marksAreNewlines = true }
        handle?.replaceLine(with: PastedText.marked(entry))
    }

    private func recall(
        _ step: (inout HistoryRecall, _ line: String, _ prefix: String) -> String?
    ) -> EditCommand.Effect {
        guard purpose == .command, let handle else { return .nothing }
        let (line, cursor) = (handle.line, handle.cursor)
        let prefix = marksAreNewlines ? "" : LineText.string(line.prefix(cursor))
        let text = LineText.string(line)
        let shown = marksAreNewlines ? PastedText.unmarked(text) : text
        guard let entry = step(&recall, shown, prefix) else { return .beep }
        marksAreNewlines = false
        show(entry)
        return .redraw
    }
}
