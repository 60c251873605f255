/// The candidates that Tab lists below the line.
package enum CandidateList {
    /// The most candidates that are listed; the rest appear as a count.
    package static let cap = 40
    /// Up to this many candidates, each gets a row of its own with its note.
    package static let notedCap = 12

    /// Returns the rows of the list, each narrower than `columns`.
    package static func rows(of completion: Completion, columns: Int, style: Style)
        -> [TerminalText]
    {
        let shown = completion.candidates.prefix(cap)
        let room = max(1, columns - 1)
        let labels = shown.map { TerminalText($0.label).truncated(to: room) }
        let widest = labels.map(\.width).max() ?? 0
        var rows: [TerminalText]
        if shown.count <= notedCap, shown.contains(where: { $0.note != nil }) {
            rows = zip(shown, labels).map { candidate, label in
                guard let note = candidate.note, room - widest > 8 else { return label }
                let text = TerminalText(note).truncated(to: room - widest - 2)
                return label.padded(to: widest + 2) + style(.faint, text)
            }
        } else {
            rows = inColumns(labels, widest: widest, room: room)
        }
        let hidden = completion.total - shown.count
        if hidden > 0 { rows.append(style(.faint, "… \(hidden) more")) }
        return rows
    }

    /// Returns the labels in columns, filled from top to bottom.
    private static func inColumns(_ labels: [TerminalText], widest: Int, room: Int)
        -> [TerminalText]
    {
        let perRow = max(1, (room + 2) / (widest + 2))
        let count = (labels.count + perRow - 1) / perRow
        return (0..<count).map { row in
            let cells = stride(from: row, to: labels.count, by: count).map { labels[$0] }
            let padded = cells.dropLast().map { $0.padded(to: widest + 2) }
            return padded.joined() + (cells.last ?? "")
        }
    }
}
