/// The keys for which libedit has no suitable command.
extension LineEditor {
    func insertPaste() -> EditCommand.Effect {
        guard let handle, let text = waitingPaste else { return .nothing }
        waitingPaste = nil
        handle.insert(PastedText.marked(ComposedScalars.composed(text)))
        return .redraw
    }

    /// Moves left by one grapheme cluster.
    func moveLeft() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let length = LineText.lengthOfCharacter(before: handle.cursor, in: handle.line)
        handle.moveCursor(by: -length)
        return .redraw
    }

    /// Deletes the grapheme cluster before the cursor.
    func deletePrevious() -> EditCommand.Effect {
        guard let handle else { return .beep }
        handle.deleteBackward(
            LineText.lengthOfCharacter(before: handle.cursor, in: handle.line))
        return .redraw
    }

    /// Deletes the grapheme cluster at the cursor.
    func deleteNext() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let length = LineText.lengthOfCharacter(at: handle.cursor, in: handle.line)
        handle.moveCursor(by: length)
        handle.deleteBackward(length)
        return .redraw
    }

    /// Ctrl-D: ends the input on an empty line; otherwise deletes forward.
    func deleteNextOrEnd() -> EditCommand.Effect {
        guard let handle else { return .end }
        guard handle.line.isEmpty else { return deleteNext() }
        leaveDisplay()
        ending = .endOfInput
        return .end
    }

    /// Deletes the word before the cursor and the spaces after it.
    func deletePreviousWord() -> EditCommand.Effect {
        guard let handle else { return .beep }
        let before = handle.line.prefix(handle.cursor)
        let spaces = before.reversed().prefix { $0 == 0x20 }.count
        let word = before.dropLast(spaces).reversed().prefix { $0 != 0x20 }.count
        handle.deleteBackward(spaces + word)
        return .redraw
    }

    func undoChange() -> EditCommand.Effect {
        guard let handle, let state = undo.undo() else { return .beep }
        handle.replaceLine(with: LineText.string(state.text))
        handle.moveCursor(by: state.cursor - handle.cursor)
        return .redraw
    }

    /// ↑: shows the previous entry, or the previous one that matches the text that was typed. If
    /// the line continues earlier ones, puts those before it.
    func recallUp() -> EditCommand.Effect {
        if takeFormerLines() { return .redraw }
        return recall { recall, line, _ in
            recall.up(from: line) { self.delegate?.searchKey(of: $0) ?? Array($0.utf8) }
        }
    }

    /// Puts the lines that the line continues before it. Returns false if there are none.
    private func takeFormerLines() -> Bool {
        guard purpose == .command, let handle, let former = delegate?.takeFormerLines() else {
            return false
        }
        prompt = styled(former.prompt, for: .command)
        show(former.text + entered(handle.line))
        // Undo could not bring back the prompt of the previous line.
        undo = UndoStack(UndoStack.State(text: handle.line, cursor: handle.cursor))
        return true
    }

    /// ↓: goes back to where ↑ came from.
    func recallDown() -> EditCommand.Effect {
        recall { recall, line, _ in recall.down(from: line) }
    }

    /// Shows the previous entry that begins with the text before the cursor.
    func recallOlder() -> EditCommand.Effect {
        recall { $0.older(than: $1, prefix: $2) }
    }

    /// Shows the next entry that begins with the text before the cursor.
    func recallNewer() -> EditCommand.Effect {
        recall { $0.newer(than: $1, prefix: $2) }
    }

    /// Alt-.: inserts the last argument of the previous command; pressed again, of the one before.
    func insertLastArgument() -> EditCommand.Effect {
        guard purpose == .command, let handle, let delegate else { return .beep }
        let insertion = arguments.next(
            handle.line, cursor: handle.cursor, entries: recall.entries
        ) { delegate.lastArgument(of: $0).map { PastedText.marked($0) } }
        guard let insertion else { return .beep }
        handle.deleteBackward(insertion.replaced)
        handle.insert(insertion.text)
        return .redraw
    }

    /// Ctrl-X Ctrl-E: opens the line, after those that it continues, in the user's editor program,
    /// and shows the edited text.
    func openEditorProgram() -> EditCommand.Effect {
        guard purpose == .command, let handle, let delegate else { return .beep }
        eraseDisplay()
        _ = takeFormerLines()
        let text = entered(handle.line)
        terminal.setBracketedPaste(false)
        handle.setRaw(false)
        TerminalSignals.leavePrompt()
        let edited = delegate.edited(text)
        TerminalSignals.enterPrompt()
        if let edited { show(PastedText.cleaned(Array(edited.utf8))) }
        resume()
        return .redraw
    }

    /// Puts a history entry into the line, with marks for its newlines.
    func show(_ entry: String) {
        handle?.replaceLine(with: PastedText.marked(entry))
    }

    private func recall(
        _ step: (inout HistoryRecall, _ line: String, _ prefix: String) -> String?
    ) -> EditCommand.Effect {
        guard purpose == .command, let handle else { return .nothing }
        let (line, cursor) = (handle.line, handle.cursor)
        let prefix = entered(line.prefix(cursor))
        guard let entry = step(&recall, entered(line), prefix) else { return .beep }
        show(entry)
        return .redraw
    }
}
