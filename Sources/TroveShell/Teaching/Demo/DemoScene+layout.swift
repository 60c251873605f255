package import TroveTerminal

/// The rows of a scene: the header, the narration, the panes, the drawing, the question, and the
/// keys in the last row.
extension DemoScene {
    /// The rows of narration that fit on a small screen. On a large one, half of the rows may be
    /// narration, and more if the panes do not need them; a longer one is cut, so that the panes
    /// stay readable.
    private static let narrationLimit = 6

    /// Returns the columns in which a device's output is laid out.
    package static func paneColumns(of size: TerminalSize, panes: Int) -> Int {
        isSideBySide(size, panes: panes)
            ? (size.columns - 3 * (panes - 1)) / panes : size.columns
    }

    private static func isSideBySide(_ size: TerminalSize, panes: Int) -> Bool {
        panes > 1 && size.columns >= sideBySideColumns
    }

    /// Returns the rows for a size of the screen: exactly as many as the screen has, none wider
    /// than it.
    package func rows(for size: TerminalSize, style: Style) -> [TerminalText] {
        let columns = size.columns
        var top = [header(columns, style)]
        var bottom = drawing.map { $0.fitted(to: columns).trimmedAtEnd }
        bottom += question.map { Self.rows(of: $0, columns, style) } ?? []
        if !bottom.isEmpty, size.rows > 20 { bottom.insert("", at: 0) }
        // The last row must not be full, or the terminal would wrap.
        bottom.append(style(.faint, keys).fitted(to: columns - 1).trimmedAtEnd)
        let gap = [TerminalText](repeating: "", count: size.rows > 16 ? 1 : 0)
        let free = max(1, size.rows - top.count - gap.count - bottom.count)
        let needed = paneRows(TerminalSize(columns: columns, rows: free), style).count
        let limit = max(Self.narrationLimit, size.rows / 2, free - needed)
        top += told(atMost: limit, columns, style) + gap
        let room = max(0, size.rows - top.count - bottom.count)
        let body = paneRows(TerminalSize(columns: columns, rows: max(1, room)), style)
        let blank = [TerminalText](repeating: "", count: max(0, room - body.count))
        return (top + body.prefix(room) + blank + bottom).suffix(size.rows).map {
            $0.cellWidth > columns ? $0.fitted(to: columns) : $0
        }
    }

    /// Returns the rows of the narration. The last one ends in `…` if others do not fit.
    private func told(atMost limit: Int, _ columns: Int, _ style: Style) -> [TerminalText] {
        let rows = narration.flatMap { style(.accent, "# \($0)").rows(of: columns) }
        guard rows.count > limit else { return rows }
        return rows.prefix(limit - 1) + [(rows[limit - 1] + " …").fitted(to: columns).trimmedAtEnd]
    }

    private func header(_ columns: Int, _ style: Style) -> TerminalText {
        let place: TerminalText = "step \(step)/\(steps)"
        let room = max(0, columns - place.width - 2)
        let end = heading.map { " · \($0)" as TerminalText } ?? ""
        let long = "Demo: " + title + end
        let whole = heading == nil || long.width <= room ? long : "Demo: " + shortTitle + end
        return style(.heading, whole.fitted(to: room)) + "  "
            + style(.faint, place)
    }

    /// Returns the question with its answers, and after the user's answer whether it is right.
    private static func rows(
        of question: Question, _ columns: Int, _ style: Style
    ) -> [TerminalText] {
        var rows = style(.heading, question.text).rows(of: columns)
        let answers = question.answers.enumerated().map { index, answer -> TerminalText in
            let text = "\(index + 1) \(answer)" as TerminalText
            guard question.chosen != nil else { return text }
            if index == question.correct { return style(.good, "✓ " + text) }
            return index == question.chosen ? style(.error, "✗ " + text) : style(.faint, text)
        }
        rows += ("  " + answers.joined(separator: "   ")).rows(of: columns)
        return rows
    }

    // MARK: Panes

    private func paneRows(_ size: TerminalSize, _ style: Style) -> [TerminalText] {
        guard Self.isSideBySide(size, panes: panes.count) else { return stacked(size, style) }
        let width = Self.paneColumns(of: size, panes: panes.count)
        let columns = panes.indices.map { index in
            heading(of: index, style) + content(of: index, width, size.rows - 1, style)
        }
        let height = columns.map(\.count).max() ?? 0
        return (0..<height).map { row in
            columns.map { rows in (row < rows.count ? rows[row] : "").fitted(to: width) }
                .joined(separator: style(.faint, " │ ")).trimmedAtEnd
        }
    }

    /// The panes one above the other. The active one gets the rows that the others do not need, and
    /// at least its share.
    private func stacked(_ size: TerminalSize, _ style: Style) -> [TerminalText] {
        let headings = panes.indices.map { heading(of: $0, style) }
        let room = size.rows - headings.reduce(0) { $0 + $1.count }
        let share = max(1, room / max(1, panes.count))
        let contents = panes.indices.map { content(of: $0, size.columns, room, style) }
        let others = contents.indices.filter { $0 != active }.reduce(0) {
            $0 + min(share, contents[$1].count)
        }
        return panes.indices.flatMap { index -> [TerminalText] in
            let height = index == active ? max(share, room - others) : share
            return headings[index] + contents[index].suffix(height)
        }.map { $0.fitted(to: size.columns).trimmedAtEnd }
    }

    /// The row with the device's name and state; none for the only device of a lesson without a
    /// server.
    private func heading(of index: Int, _ style: Style) -> [TerminalText] {
        let pane = panes[index]
        guard panes.count > 1 || pane.state != nil else { return [] }
        let state = pane.state.map { " [\($0)]" as TerminalText } ?? ""
        let name = style(index == active ? .prompt : .heading, pane.name)
        return [" " + name + style(.faint, state)]
    }

    /// The latest lines of a pane that fit into its height.
    private func content(
        of index: Int, _ columns: Int, _ height: Int, _ style: Style
    ) -> [TerminalText] {
        let pane = panes[index]
        var lines = pane.lines.suffix(max(0, height))
        if let typing = pane.typing { lines.append(DemoScene.prompt(style) + typing + "▏") }
        return lines.flatMap { $0.rows(of: columns) }.suffix(max(0, height))
    }

    /// What stands before a command in a pane.
    package static func prompt(_ style: Style) -> TerminalText { style(.prompt, ">") + " " }
}
