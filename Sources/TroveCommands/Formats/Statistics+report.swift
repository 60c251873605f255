import TroveCodecs
import TroveModel

extension Statistics {
    /// The statistics as one table: a row for each bar, and one for each other number.
    var report: Report {
        Report(["kind", "chart", "value", "count"], sections.flatMap(rows))
    }

    private func rows(of section: Section) -> [[JSON]] {
        func row(_ chart: String, _ value: JSON, _ count: JSON) -> [JSON] {
            [.string(section.kind.name), .string(chart), value, count]
        }
        var rows = [row("items", .null, .integer(section.count))]
        if let finished = section.finished {
            rows.append(row("finished", .integer(year), .integer(finished)))
        }
        if let goal = section.pace?.goal {
            rows.append(row("goal", .integer(year), .integer(goal)))
        }
        for chart in section.charts {
            rows += chart.bars.map {
                row(chart.name, $0.label.map(JSON.string) ?? .null, .integer($0.count))
            }
            if let mean = chart.mean {
                rows.append(row(chart.name, .string("mean"), .number("\(mean)")))
            }
        }
        for total in section.totals {
            rows += [
                ("sum", total.sum), ("mean", total.mean), ("least", total.range.lowerBound),
                ("greatest", total.range.upperBound),
            ].map { row(total.name, .string($0), .number("\($1)")) }
        }
        return rows
    }
}
