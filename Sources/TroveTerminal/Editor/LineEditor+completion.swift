/// Tab completion.
extension LineEditor {
    /// Completes the word at the cursor, or lists the candidates.
    func complete() -> EditCommand.Effect {
        guard purpose == .command, let handle, let delegate else { return .beep }
        let (line, cursor) = (handle.line, handle.cursor)
        let text = LineText.string(line)
        let offset = LineText.string(line.prefix(cursor)).utf8.count
        let completion = delegate.completion(of: text, cursor: offset)
        guard let first = completion.candidates.first else { return .beep }
        let start = LineText.scalarOffset(ofUTF8: completion.replaced.lowerBound, in: line)
        let end = LineText.scalarOffset(ofUTF8: completion.replaced.upperBound, in: line)
        guard start <= end else { return .beep }
        if completion.total == 1 {
            // If a space follows already, step over it instead of inserting another.
            let hasSpace = end < line.count && line[end] == 0x20
            replace(start..<end, with: first.insertion + (first.isFinal && !hasSpace ? " " : ""))
            if first.isFinal, hasSpace { handle.moveCursor(by: 1) }
            return .redraw
        }
        let replaced = LineText.string(line[start..<end])
        if let prefix = completion.commonPrefix, !prefix.isEmpty, prefix != replaced {
            replace(start..<end, with: prefix)
            return .redraw
        }
        list(completion)
        return .nothing
    }

    /// Replaces a range of the line, in scalars, and puts the cursor after the new text.
    private func replace(_ range: Range<Int>, with text: String) {
        guard let handle else { return }
        handle.moveCursor(by: range.upperBound - handle.cursor)
        handle.deleteBackward(range.count)
        handle.insert(text)
    }

    /// Lists the candidates below the line; the line is drawn again below them.
    private func list(_ completion: Completion) {
        leaveDisplay()
        let rows = CandidateList.rows(
            of: completion, columns: terminal.size.columns, style: style)
        terminal.write(rows.map { $0 + "\n" }.joined().rendered)
    }
}
