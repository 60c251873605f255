/// Ctrl-R: incremental search of the history.
///
/// libedit's own search truncates each character to a byte. During a search, one row with the query
/// and the match replaces the line on the screen. libedit does not notice, because the whole search
/// is a single command to it.
extension LineEditor {
    /// Runs the search until a key ends it.
    func searchHistory() -> EditCommand.Effect {
        guard purpose == .command, terminal.hasEscapes, let handle else { return .beep }
        history.newEntries()
        eraseDisplay()
        search = IncrementalSearch(entries: history.entries)
        drawSearch()
        while let current = search {
            switch waitForInput() {
            case .paste(let text):
                search?.extend(by: text)
            case .ended(.interrupted):
                giveUp()
                return .nothing
            case .ended(let result):
                search = nil
                ending = result
                terminal.eraseRow()
                return .nothing
            case .key(let key):
                handleSearchKey(key, match: current.match)
            }
            if search != nil { drawSearch() }
        }
        terminal.eraseRow()
        handle.draw()
        return .nothing
    }

    /// Draws the search row.
    func drawSearch() {
        guard let search else { return }
        let room = drawnSize.columns - 1
        let title = search.hasFailed ? "no match" : "search"
        let query = TextFitting.truncated(
            PastedText.marked(search.query), to: max(1, room / 2))
        let head = "(\(title)) \(query): "
        let match = TextFitting.visible(PastedText.marked(search.match ?? ""))
        let rest = max(0, room - DisplayWidth.of(head))
        let shown = TextFitting.truncated(match, to: rest)
        searchWidth = DisplayWidth.of(head) + DisplayWidth.of(shown)
        terminal.write(
            "\r" + style(search.hasFailed ? .warning : .faint, "(\(title))").rendered
                + " \(query): "
                + shown + "\u{1B}[K")
    }

    private func handleSearchKey(_ key: Unicode.Scalar, match: String?) {
        switch key.value {
        case 0x12:  // Ctrl-R
            if search?.older() == false { beep() }
        case 0x13:  // Ctrl-S
            if search?.newer() == false { beep() }
        case 0x07: giveUp()  // Ctrl-G
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

    /// Ends the search and leaves the line as it was.
    private func giveUp() {
        search = nil
        terminal.eraseRow()
        handle?.draw()
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

    private func beep() {
        terminal.write("\u{07}")
    }
}
