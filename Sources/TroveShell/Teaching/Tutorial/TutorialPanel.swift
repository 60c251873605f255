import TroveLessons
import TroveModel
import TroveTerminal

/// What the user sees of a lesson: its goal, its steps and the progress through the tutorial.
struct TutorialPanel {
    /// How far one lesson of the tutorial is.
    enum Dot {
        case done, begun, open
    }

    let tutorial: Tutorial
    /// Its number; nil for a file of the user's own.
    let number: Int?
    /// How far each lesson is.
    let dots: [Dot]
    /// The state of each step.
    let marks: [TutorialTally.Mark]
    /// The queue of the device; nil if the lesson is not about it.
    let outbox: QueueSummary?

    /// The queue of a device.
    struct QueueSummary: Equatable {
        /// The drawing of the queue.
        let row: TerminalText
        /// The number of changes in it.
        let count: Int
        /// Whether the server can be reached.
        let isOnline: Bool

        var described: TerminalText {
            let changes: TerminalText = count == 1 ? "1 change" : "\(count) changes"
            return "Outbox: \(changes). The server can\(isOnline ? "" : "not") be reached."
        }
    }

    /// The widest panel, in columns.
    private static let widest = 76
    /// The longest title that a step shows, in columns.
    private static let longestTitle = 20

    /// Returns the panel for a terminal with a width in columns.
    func drawn(width: Int, _ style: Style) -> TerminalText {
        let width = min(width - 1, Self.widest)
        var lines = header(width, style)
        lines += indented(tutorial.goal, after: "Goal  ", width, style(.accent, "Goal") + "  ")
        let column = min(tutorial.steps.map { TerminalText($0.text).width }.max() ?? 0, width - 35)
        for (index, step) in tutorial.steps.enumerated() {
            let mark = marks[index]
            let lead: TerminalText = "   \(Self.sign(mark)) \(index + 1)  "
            var text = indented(step.text, after: lead, width, styled(lead, mark, style))
            if let finding = Self.finding(mark), let last = text.popLast() {
                let padded = last.padded(to: lead.width + column)
                let line = padded + "  " + style(.faint, finding)
                text += line.width <= width ? [line] : [last, "         " + style(.faint, finding)]
            }
            lines += text
        }
        if let outbox { lines += ["   " + outbox.row] }
        return lines.joined(separator: "\n")
    }

    /// The panel in words, for screen readers and terminals that cannot draw.
    var described: TerminalText {
        let of: TerminalText = number.map { "Tutorial \($0) of \(dots.count)" } ?? "Tutorial"
        var lines: [TerminalText] = ["\(of): \(tutorial.title)", "Goal: \(tutorial.goal)"]
        for (index, step) in tutorial.steps.enumerated() {
            let state: TerminalText =
                switch marks[index] {
                case .done: "done"
                case .current: "next"
                case .later: "later"
                case .skipped: "skipped"
                }
            var line: TerminalText = "Step \(index + 1), \(state): \(step.text)"
            if case .done(let finding) = marks[index], let text = Self.text(finding) {
                line += ": " + text
            }
            lines.append(line)
        }
        if let outbox { lines.append(outbox.described) }
        return lines.joined(separator: "\n")
    }

    // MARK: Parts

    private func header(_ width: Int, _ style: Style) -> [TerminalText] {
        let title = TerminalText(tutorial.title)
        guard let number else { return [style(.heading, "Tutorial") + " · " + title] }
        let lead: TerminalText = "Tutorial \(number) of \(dots.count)"
        let row = dots.map { dot -> TerminalText in
            switch dot {
            case .done: "●"
            case .begun: "◐"
            case .open: "○"
            }
        }.joined(separator: " ")
        let text = style(.heading, lead) + " · " + title
        guard text.width + row.width + 2 <= width else { return [text, row] }
        return [text.padded(to: width - row.width) + row]
    }

    /// Returns a text broken into lines, the first after `styled`, which is as wide as `lead`, and
    /// the others indented to align with it.
    private func indented(
        _ text: String, after lead: TerminalText, _ width: Int, _ styled: TerminalText
    ) -> [TerminalText] {
        let indent = TerminalText(repeating: " ", count: lead.width)
        let lines = TerminalText(text).wrapped(to: max(20, width - lead.width)).lines
        return lines.enumerated().map { ($0 == 0 ? styled : indent) + $1 }
    }

    private static func sign(_ mark: TutorialTally.Mark) -> TerminalText {
        switch mark {
        case .done: "✓"
        case .current: "✗"
        case .later: "·"
        case .skipped: "–"
        }
    }

    private func styled(
        _ lead: TerminalText, _ mark: TutorialTally.Mark, _ style: Style
    ) -> TerminalText {
        switch mark {
        case .done: style(.good, lead)
        case .current: style(.accent, lead)
        case .later, .skipped: style(.faint, lead)
        }
    }

    private static func finding(_ mark: TutorialTally.Mark) -> TerminalText? {
        switch mark {
        case .done(let finding): text(finding)
        case .current: "not yet"
        case .skipped: "skipped"
        case .later: nil
        }
    }

    private static func text(_ finding: Verdict.Finding) -> TerminalText? {
        switch finding {
        case .item(let title, let number):
            "\(TerminalText(title).truncated(to: longestTitle)) (\(number))"
        case .count, .nothing: nil
        }
    }
}
