/// The list that Tab shows below the line.
package enum CandidateList {
    /// How many candidates are shown at most; the rest is a number.
    package static let cap = 40
    /// Up to how many candidates each gets a row of its own, with its note.
    package static let noted = 12

    /// The rows of the list, each narrower than `columns`.
    package static func rows(of completion: Completion, columns: Int, style: Style) -> [String] {
        let shown = completion.candidates.prefix(cap)
        let room = max(1, columns - 1)
        let labels = shown.map { TextFitting.truncated(TextFitting.visible($0.label), to: room) }
        let widest = labels.map { DisplayWidth.of($0) }.max() ?? 0
        var rows: [String]
        if shown.count <= noted, shown.contains(where: { $0.note != nil }) {
            rows = zip(shown, labels).map { candidate, label in
                guard let note = candidate.note, room - widest > 8 else { return label }
                let text = TextFitting.truncated(
                    TextFitting.visible(note), to: room - widest - 2)
                return TextFitting.padded(label, to: widest + 2) + style(.faint, text)
            }
        } else {
            rows = inColumns(labels, widest: widest, room: room)
        }
        let hidden = completion.total - shown.count
        if hidden > 0 { rows.append(style(.faint, "… \(hidden) more")) }
        return rows
    }

    /// The labels in columns, filled from top to bottom.
    private static func inColumns(_ labels: [String], widest: Int, room: Int) -> [String] {
        let perRow = max(1, (room + 2) / (widest + 2))
        let count = (labels.count + perRow - 1) / perRow
        return (0..<count).map { row in
            let cells = stride(from: row, to: labels.count, by: count).map { labels[$0] }
            let padded = cells.dropLast().map { TextFitting.padded($0, to: widest + 2) }
            return padded.joined() + (cells.last ?? "")
        }
    }
}
