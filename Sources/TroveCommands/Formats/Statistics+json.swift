import TroveCodecs
import TroveModel

extension Statistics {
    var json: JSON {
        let kinds = sections.map { section -> JSON in
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
                if let total = chart.total {
                    chartMembers.append(JSON.Member("total", .integer(total)))
                }
                let bars = chart.bars.map { bar in
                    JSON.object([
                        JSON.Member("value", bar.label.map(JSON.string) ?? .null),
                        JSON.Member("count", .integer(bar.count)),
                    ])
                }
                return .object(chartMembers + [JSON.Member("bars", .array(bars))])
            }
            members.append(JSON.Member("charts", .array(charts)))
            guard !section.totals.isEmpty else { return .object(members) }
            let totals = section.totals.map { total -> JSON in
                .object([
                    JSON.Member("field", .string(total.name)),
                    JSON.Member("values", .integer(total.values)),
                    JSON.Member("sum", .number("\(total.sum)")),
                    JSON.Member("mean", .number("\(total.mean)")),
                    JSON.Member("least", .number("\(total.range.lowerBound)")),
                    JSON.Member("greatest", .number("\(total.range.upperBound)")),
                ])
            }
            return .object(members + [JSON.Member("totals", .array(totals))])
        }
        return .object([
            JSON.Member("year", .integer(year)), JSON.Member("kinds", .array(kinds)),
        ])
    }
}
