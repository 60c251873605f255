import TroveCodecs
import TroveCommands
import TroveModel
import TroveTerminal

/// Draws statistics as bars that fit the terminal, or writes them as data.
struct StatisticsFormat {
    let format: OutputFormat
    let style: Style
    /// The columns of the terminal, nil for a pipe.
    let width: Int?

    /// A pipe gets what fits on the terminals of old.
    private static let usualWidth = 80
    /// Longer bars say no more.
    private static let longestBar = 40
    /// What does not fit into so many lines is added up in the last one.
    private static let mostBars = 15

    func write(_ statistics: Statistics, into bytes: inout [UInt8]) {
        switch format {
        case .table, .lines: draw(statistics, into: &bytes)
        case .json, .jsonl: writeJSON(statistics, into: &bytes)
        case .csv, .tsv, .markdown:
            let rows = statistics.sections.flatMap { section in
                section.charts.flatMap { chart in
                    chart.bars.map { bar in
                        [
                            JSON.string(section.kind.name), .string(chart.name),
                            .string(bar.label), .integer(bar.count),
                        ]
                    }
                }
            }
            ReportFormat(format: format, style: style, width: width)
                .write(Report(["kind", "chart", "value", "count"], rows), into: &bytes)
        }
    }

    // MARK: Bars

    private func draw(_ statistics: Statistics, into bytes: inout [UInt8]) {
        for (index, section) in statistics.sections.enumerated() {
            if index > 0 { bytes.append("\n") }
            let heading = Message.count(section.count, of: section.kind)
            bytes.append(style(.heading, heading) + "\n")
            for chart in section.charts { draw(chart, into: &bytes) }
            if let text = Message.finished(section, in: statistics.year) {
                bytes.append(text + "\n")
            }
        }
    }

    private func draw(_ chart: Statistics.Chart, into bytes: inout [UInt8]) {
        bytes.append(style(.faint, Message.heading(of: chart)) + "\n")
        var bars = chart.bars
        if bars.count > Self.mostBars {
            let rest = bars[(Self.mostBars - 1)...]
            let sum = rest.reduce(0) { $0 + $1.count }
            bars = bars.prefix(Self.mostBars - 1) + [(Message.more(rest.count).rendered, sum)]
        }
        let most = max(1, bars.map(\.count).max() ?? 1)
        let room = width ?? Self.usualWidth
        let widest = bars.map { TerminalText($0.label).width }.max() ?? 0
        let labelWidth = min(widest, max(5, room / 3))
        // Two blanks on both sides of the label, one before the count.
        let barWidth = min(Self.longestBar, max(1, room - labelWidth - 5 - "\(most)".count))
        for (label, count) in bars {
            let name = TerminalText(label).truncated(to: labelWidth).padded(to: labelWidth)
            let length = count == 0 ? 0 : max(1, count * barWidth / most)
            let bar = TerminalText(repeating: "▓", count: length)
            bytes.append("  \(name)  \(style(.number, bar))\(length == 0 ? "" : " ")\(count)\n")
        }
    }

    // MARK: JSON

    private func writeJSON(_ statistics: Statistics, into bytes: inout [UInt8]) {
        let kinds = statistics.sections.map { section -> JSON in
            var members = [
                JSON.Member("kind", .string(section.kind.name)),
                JSON.Member("count", .integer(section.count)),
            ]
            if let finished = section.finished {
                members.append(JSON.Member("finished", .integer(finished)))
            }
            if let pace = section.pace {
                members.append(JSON.Member("goal", .integer(pace.goal)))
                if let projected = pace.projected {
                    members.append(JSON.Member("projected", .integer(projected)))
                }
                members.append(JSON.Member("lead", .integer(pace.lead)))
            }
            let charts = section.charts.map { chart -> JSON in
                var chartMembers = [JSON.Member("name", .string(chart.name))]
                if let mean = chart.mean {
                    chartMembers.append(JSON.Member("mean", .number("\(mean)")))
                }
                let bars = chart.bars.map { bar in
                    JSON.object([
                        JSON.Member("value", .string(bar.label)),
                        JSON.Member("count", .integer(bar.count)),
                    ])
                }
                return .object(chartMembers + [JSON.Member("bars", .array(bars))])
            }
            return .object(members + [JSON.Member("charts", .array(charts))])
        }
        var json = JSONText()
        json.append(
            JSON.object([
                JSON.Member("year", .integer(statistics.year)), JSON.Member("kinds", .array(kinds)),
            ]))
        bytes.append(contentsOf: json.bytes)
        bytes.append(data: "\n")
    }
}
