/// The candidates that Tab shows below the line, and the one that is selected.
///
/// Pure: it takes movements and the room on the screen, and returns rows. A few candidates with
/// notes get a row each; others stand in columns that are read from top to bottom. Candidates
/// beyond the room come into view as the selection moves.
package struct CompletionMenu {
    /// A movement of the selection.
    package enum Move: Sendable, CaseIterable {
        case next, previous, left, right, pageUp, pageDown
    }

    /// Up to this many candidates, each gets a row of its own with its note.
    package static let notedCap = 12

    /// What is shown.
    package let completion: Completion
    /// The index of the selected candidate; nil while the menu only lists them.
    package private(set) var selected: Int?

    private let labels: [TerminalText]
    /// The width of each label.
    private let widths: [Int]
    private let widest: Int
    private let hasNotes: Bool
    /// The width of the rows, one less than the screen's.
    private var room = 79
    /// The number of rows for candidates.
    private var height = 1
    /// The number of candidates side by side.
    private var across = 1
    /// Whether a row below the candidates says what is not shown.
    private var hasStatus = false
    /// The visible rows if `across` is 1, otherwise the visible columns.
    private var window = ListWindow()

    /// Creates a menu without a selection. Call `fit` before `rows`.
    package init(_ completion: Completion) {
        self.completion = completion
        labels = completion.candidates.map { TerminalText($0.label) }
        widths = labels.map(\.width)
        widest = widths.max() ?? 0
        hasNotes = completion.candidates.contains { $0.note != nil }
    }

    /// The selected candidate, or nil.
    package var candidate: Completion.Candidate? {
        selected.map { completion.candidates[$0] }
    }

    // MARK: Moving

    /// Moves the selection; the first movement selects the first candidate, or the last one if it
    /// goes backward. `next` and `previous` go around.
    ///
    /// - Returns: Whether the selection has changed.
    @discardableResult
    package mutating func move(_ move: Move) -> Bool {
        let count = labels.count
        guard count > 0 else { return false }
        let before = selected
        let page = height * across
        switch (move, selected) {
        case (.next, let index?): selected = (index + 1) % count
        case (.previous, let index?): selected = (index + count - 1) % count
        case (.left, let index?): selected = index - height >= 0 ? index - height : index
        case (.right, let index?) where across > 1 && (index / height + 1) * height < count:
            selected = min(index + height, count - 1)
        case (.right, _?): break
        case (.pageUp, let index?): selected = max(0, index - page)
        case (.pageDown, let index?): selected = min(count - 1, index + page)
        case (.previous, nil): selected = count - 1
        case (_, nil): selected = 0
        }
        follow()
        return selected != before
    }

    // MARK: Drawing

    /// Adapts the layout to the screen.
    ///
    /// - Parameters:
    ///   - columns: The width of the screen.
    ///   - rows: The number of rows that the menu may take, at least 1.
    package mutating func fit(columns: Int, rows: Int) {
        room = max(2, columns - 1)
        let count = max(1, labels.count)
        across = isNoted ? 1 : max(1, room / (labelWidth + 2))
        let needed = (count + across - 1) / across
        let fits = needed <= rows && completion.total <= count
        hasStatus = rows > 1 && (!fits || hasNotes && !isNoted)
        height = max(1, min(needed, hasStatus ? rows - 1 : rows))
        follow()
    }

    /// Returns the rows, each narrower than the screen.
    package func rows(style: Style) -> [TerminalText] {
        let first = across == 1 ? window.first : window.first * height
        var rows = (0..<height).map { row in
            var text = TerminalTextBuilder(reserving: room + 16)
            for index in stride(from: first + row, to: labels.count, by: height).prefix(across) {
                if index == selected {
                    text.append(style(.selected, selectedCell(index, style)))
                } else {
                    text.appendSpaces(1)
                    addLabel(index, to: &text)
                    addNote(index, to: &text) { style(.faint, $0) }
                }
            }
            text.trimEnd()
            return text.text
        }
        if hasStatus, let status = status(visible: min(labels.count - first, height * across)) {
            rows.append(style(.faint, " " + status.truncated(to: room - 1)))
        }
        return rows
    }

    /// Whether each candidate has a row of its own with its note; otherwise the last row has the
    /// note of the selected one.
    private var isNoted: Bool { hasNotes && labels.count <= Self.notedCap && noteWidth > 6 }

    private var labelWidth: Int { min(widest, room - 1) }

    /// The width that is left for a note beside a label.
    private var noteWidth: Int { room - labelWidth - 3 }

    /// Returns the selected candidate, with a sign in front that marks it where there are no
    /// colors.
    private func selectedCell(_ index: Int, _ style: Style) -> TerminalText {
        var cell = TerminalTextBuilder(reserving: room)
        cell.append(style.isEnabled ? " " : ">")
        addLabel(index, to: &cell)
        addNote(index, to: &cell) { $0 }
        return cell.text
    }

    /// Adds a label in the width of all labels.
    private func addLabel(_ index: Int, to row: inout TerminalTextBuilder) {
        let width = labelWidth
        if widths[index] <= width {
            row.append(labels[index])
            row.appendSpaces(width - widths[index])
        } else {
            row.append(labels[index].truncated(to: width).padded(to: width))
        }
    }

    /// Adds what follows a label: its note in a look, or a space.
    private func addNote(
        _ index: Int, to row: inout TerminalTextBuilder, look: (TerminalText) -> TerminalText
    ) {
        guard isNoted, let note = completion.candidates[index].note else {
            return row.appendSpaces(1)
        }
        row.appendSpaces(2)
        row.append(look(TerminalText(note).truncated(to: noteWidth)))
    }

    /// Returns the position of the selection and its note, or how many candidates are not visible.
    private func status(visible: Int) -> TerminalText? {
        let total = completion.total
        // The search was cut short.
        let sign = completion.isCut ? "+" : ""
        guard let selected, let candidate else {
            return visible < total ? "… \(total - visible)\(sign) more" : nil
        }
        let position: TerminalText = "\(selected + 1) of \(total)\(sign)"
        guard !isNoted, let note = candidate.note else { return position }
        return "\(position)  \(note)"
    }

    private mutating func follow() {
        if across == 1 {
            window.show(selected, size: height, of: labels.count)
        } else {
            let columns = (labels.count + height - 1) / height
            window.show(selected.map { $0 / height }, size: across, of: columns)
        }
    }
}
