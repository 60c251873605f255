/// Ctrl-R: incremental search of the history.
///
/// libedit's own search truncates each character to a byte. During a search, one row with the query
/// and the match is shown in place of the line. The whole search is a single command to libedit.
extension LineEditor {
    /// Runs the search until a key ends it.
    func searchHistory() -> EditCommand.Effect {
        guard purpose == .command, terminal.hasEscapes else { return .beep }
        history.newEntries()
        search = IncrementalSearch(entries: history.entries)
        while let current = search {
            switch waitForInput() {
            case .paste(let text):
                search?.extend(by: text)
            case .ended(.interrupted):
                search = nil
            case .ended(let result):
                search = nil
                end(with: result)
            case .key(let key):
                handleSearchKey(key, match: current.match)
            }
        }
        return .redraw
    }

    /// Returns the row that shows a search, narrower than the screen.
    func searchRow(_ search: IncrementalSearch) -> TerminalText {
        let room = size.columns - 1
        let title: TerminalText = search.hasFailed ? "(no match)" : "(search)"
        let query = TerminalText(PastedText.marked(search.query)).truncated(to: max(1, room / 2))
        let rest = room - title.width - query.width - 3
        let match = TerminalText(PastedText.marked(search.match ?? "")).truncated(to: max(0, rest))
        return style(search.hasFailed ? .warning : .faint, title) + " \(query): \(match)"
    }

    private func handleSearchKey(_ key: Unicode.Scalar, match: String?) {
        switch key.value {
        case 0x12:  // Ctrl-R
            if search?.older() == false { beep() }
        case 0x13:  // Ctrl-S
            if search?.newer() == false { beep() }
        case 0x07: search = nil  // Ctrl-G
        case 0x08, 0x7F: search?.shorten()
        case 0x0A, 0x0D:
            accept(match)
            handle?.push("\n")
        case 0x1B:
            accept(match)
            dropEscapeSequence()
        case 0x09: accept(match)
        case 0x00..<0x20:
            // Any other control key acts on the line that was found.
            accept(match)
            decoder.unread(.scalar(key))
        default:
            search?.extend(by: String(key))
        }
    }

    /// Ends the search with the match in the line. Without a match the line stays as it was.
    private func accept(_ match: String?) {
        search = nil
        guard let match else { return }
        marksAreNewlines = false
        show(match)
    }

    /// Drops an arrow-up or arrow-down sequence, which would move on in the history. Other
    /// sequences are processed as usual.
    private func dropEscapeSequence() {
        var sequence: [InputDecoder.Event] = []
        while sequence.count < 2, let event = decoder.next() { sequence.append(event) }
        let isVertical =
            sequence.count == 2
            && (sequence[0] == .scalar("[") || sequence[0] == .scalar("O"))
            && (sequence[1] == .scalar("A") || sequence[1] == .scalar("B"))
        guard !isVertical, !sequence.isEmpty else { return }
        for event in sequence.reversed() { decoder.unread(event) }
        decoder.unread(.scalar("\u{1B}"))
    }
}
