import TroveModel
package import TroveTerminal

/// Messages of `stats`.
extension Message {
    /// The label for items without a value.
    static let none: TerminalText = "(none)"
    /// The label for dates of a year without a month.
    static let noMonth: TerminalText = "(no month)"

    static func byMonth(_ field: String) -> TerminalText { "\(field) by month" }

    static func byYear(_ field: String) -> TerminalText { "\(field) by year" }

    /// `rating (mean 3.75)` or `pages by month (1,288 in all)`
    package static func heading(of chart: Statistics.Chart) -> TerminalText {
        if let mean = chart.mean { return "\(chart.name) (mean \(mean))" }
        guard let total = chart.total else { return TerminalText(chart.name) }
        return "\(chart.name) (\(TerminalText(grouped: total)) in all)"
    }

    /// `price: 12 values, sum 640.5, mean 53.38, 5 to 350`
    package static func total(_ total: Statistics.Total) -> TerminalText {
        let count: TerminalText =
            total.values == 1 ? "1 value" : "\(TerminalText(grouped: total.values)) values"
        return """
            \(total.name): \(count), sum \(total.sum), mean \(total.mean), \
            \(total.range.lowerBound) to \(total.range.upperBound)
            """
    }

    /// Returns the label of the bar that stands for the bars left out of a chart.
    package static func more(_ count: Int) -> TerminalText {
        "(\(TerminalText(grouped: count)) more)"
    }

    /// Returns how many items were finished in the year, and how that compares with the goal.
    /// Nil for a kind whose items have no such date.
    package static func finished(_ section: Statistics.Section, in year: Int) -> TerminalText? {
        guard let finished = section.finished else { return nil }
        let when = section.lastState.isEmpty ? "in \(year)" : "\(section.lastState) in \(year)"
        guard let pace = section.pace else { return "\(finished) \(when)" }
        let text: TerminalText = "\(finished) of \(pace.goal) \(when)"
        guard finished < pace.goal else { return "\(text): goal reached" }
        guard let projected = pace.projected else { return "\(text); \(-pace.lead) short" }
        let lead =
            pace.lead == 0
            ? "on schedule" : pace.lead > 0 ? "\(pace.lead) ahead" : "\(-pace.lead) behind"
        return "\(text); at this pace, \(projected) by the end of the year; \(lead)"
    }
}
