import TroveTerminal

/// Draws statistics as bars that fit the terminal.
struct StatisticsChart {
    let style: Style
    /// The columns of the terminal; nil for a pipe.
    let width: Int?

    /// Whether counts are written without bars.
    private let isPlain: Bool

    /// The width for a pipe, in columns.
    private static let usualWidth = 80
    /// The length of the longest bar, in columns.
    private static let longestBar = 40
    /// The largest number of bars in a chart; one of them sums up the rest: the least frequent
    /// values, else the first ones, such as the earliest years.
    private static let maximumBars = 15

    init(_ context: OutputContext) {
        style = context.style
        width = context.width
        isPlain = context.isPlain
    }

    func write(_ statistics: Statistics, into bytes: inout [UInt8]) {
        for (index, section) in statistics.sections.enumerated() {
            if index > 0 { bytes.append("\n") }
            let count = Message.count(section.count, of: section.kind)
            let heading: TerminalText = section.isOfYear ? "\(count) in \(statistics.year)" : count
            bytes.append(style(.heading, heading) + "\n")
            for chart in section.charts { draw(chart, into: &bytes) }
            for total in section.totals { bytes.append(Message.total(total) + "\n") }
            if let text = Message.finished(section, in: statistics.year) {
                bytes.append(text + "\n")
            }
        }
    }

    private func draw(_ chart: Statistics.Chart, into bytes: inout [UInt8]) {
        bytes.append(style(.faint, Message.heading(of: chart)) + "\n")
        let missing = chart.isOfMonths ? Message.noMonth : Message.none
        var bars = chart.bars.map { (label: $0.label ?? missing.rendered, count: $0.count) }
        if bars.count > Self.maximumBars {
            let kept = Self.maximumBars - 1
            let rest = chart.isRanked ? bars.dropFirst(kept) : bars.dropLast(kept)
            let sum = rest.reduce(0) { $0 + $1.count }
            let others = [(label: Message.more(rest.count).rendered, count: sum)]
            bars = chart.isRanked ? bars.prefix(kept) + others : others + bars.suffix(kept)
        }
        if isPlain {
            for (label, count) in bars {
                bytes.append("  \(label): " + TerminalText(grouped: count) + "\n")
            }
            return
        }
        let most = max(1, bars.map(\.count).max() ?? 1)
        let room = width ?? Self.usualWidth
        let widest = bars.map { TerminalText($0.label).width }.max() ?? 0
        let labelWidth = min(widest, max(5, room / 3))
        // Two blanks on both sides of the label, one before the count.
        let barWidth = min(
            Self.longestBar, max(1, room - labelWidth - 5 - TerminalText(grouped: most).width))
        for (label, count) in bars {
            let name = TerminalText(label).truncated(to: labelWidth).padded(to: labelWidth)
            let length = count == 0 ? 0 : max(1, count * barWidth / most)
            let bar = style(.number, TerminalText(repeating: "▓", count: length))
            let number = TerminalText(grouped: count)
            bytes.append("  \(name)  \(bar)\(length == 0 ? "" : " ")\(number)\n")
        }
    }
}
