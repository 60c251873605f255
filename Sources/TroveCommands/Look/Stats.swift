import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Shows statistics of the values of items, and of the reading in a year.
struct Stats: ShellCommand {
    /// Nil counts all kinds that have items.
    var kind: KindIndex?
    /// Nil stands for the current year.
    var year: Int?

    static let name = "stats"
    static let effect = Effect.showsItems
    static let syntax = Syntax<Stats>(
        .look, "show statistics of your items and your reading",
        details: """
            Pages and finished items are counted from what you recorded in the year with `page` \
            and `advance`. `settings goal 24` sets how many items you want to finish in a year.
            """,
        arguments: [
            Argument("[KIND] [year:YYYY]", [.kind, .named("year", .free)]) {
                (reader, command) throws(LanguageError) in
                command.kind = reader.takeKind()
                guard let typed = try reader.takeNamed("year") else { return }
                try reader.finish()
                guard let year = Int(typed.value), (1...9999).contains(year) else {
                    throw LanguageError(.noNumber(typed.value, what: .year), at: typed.span)
                }
                command.year = year
            }
        ],
        examples: [
            .init(
                "stats gems",
                """
                1 gem
                birthstone
                  July  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1
                """),
            .init(
                "stats movies year:1979",
                """
                1 movie
                rating (mean 9)
                  9  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        guard try context.library.count() > 0 else { return .text(Message.emptyLibrary) }
        let year = year ?? context.surroundings.today.year
        let steps = try steps(in: year, context.library)
        let asked = kind.map { [$0] } ?? Array(context.kinds.indices)
        var sections: [Statistics.Section] = []
        for index in asked {
            try context.loadAll(index)
            if kind == nil, context.library.catalog.tables[index].count == 0 { continue }
            sections.append(section(of: index, in: year, steps, context))
        }
        return .statistics(Statistics(year: year, sections: sections))
    }

    /// Returns the changes since the beginning of a year, newest first.
    private func steps(in year: Int, _ library: Library) throws -> [ReadingHistory.Step] {
        // The year begins up to a day earlier in other time zones.
        let start = LocalTime.moment(
            inUniversalTime: "\(PartialDate(packed: year << 9))-01-01T00:00")
        let day = 24 * 3_600_000
        let since = Timestamp(milliseconds: (start?.milliseconds ?? 0) - day)
        return try library.history.updates(since: since).map { record in
            ReadingHistory.Step(
                id: record.id.rawValue, reverts: record.reverts?.rawValue,
                day: LocalTime(record.at).date, changes: record.changes)
        }
    }

    private func section(
        of index: KindIndex, in year: Int, _ steps: [ReadingHistory.Step],
        _ context: any CommandContext
    ) -> Statistics.Section {
        let kind = context.kinds[index]
        let table = context.library.catalog.tables[index]
        let today = context.surroundings.today
        var charts = kind.fieldIndices.compactMap { chart(of: $0, in: table) }
        charts += kind.fieldIndices.compactMap { months(of: $0, in: table, of: year, today) }
        let history = ReadingHistory(of: index, kind, in: year, steps) { number in
            table.row(ofNumber: number).map(table.values)
        }
        if let total = kind.progress?.total, history.pages.contains(where: { $0 > 0 }) {
            let name = Message.byMonth(kind.fields[total].name).rendered
            let bars = months(history.pages, of: year, today)
            charts.append(Statistics.Chart(name: name, bars: bars))
        }
        let finished = kind.ladder.map { _ in history.finished.reduce(0, +) }
        let pace = context.session.settings.goal.flatMap { goal in
            finished.map { Pace(goal: goal, finished: $0, year: year, today: today) }
        }
        return Statistics.Section(
            kind: kind, count: table.count, charts: charts, finished: finished, pace: pace)
    }

    /// Returns the chart of the values of a field; nil for fields with many values.
    private func chart(of field: FieldIndex, in table: Table) -> Statistics.Chart? {
        let content = table.kind.fields[field].content
        let tally = table.tally(field)
        let known = tally.compactMap { entry in entry.value.map { ($0, entry.count) } }
        guard !known.isEmpty else { return nil }
        var chart = Statistics.Chart(name: table.kind.fields[field].name, bars: [])
        switch content {
        case .ladder(let ladder):
            chart.bars = ladder.rungs.map { rung in
                (rung.name, known.first { $0.0 == .text(rung.name) }?.1 ?? 0)
            }
        case .choice, .set:
            var counts: [[UInt8]: (label: String, count: Int)] = [:]
            for (value, count) in known {
                var names = ["\(value)"]
                if case .set(let several) = value { names = several }
                for name in names {
                    counts[Folding.name(name), default: (name, 0)].count += count
                }
            }
            chart.bars = counts.sorted {
                $0.value.count == $1.value.count
                    ? $0.key.lexicographicallyPrecedes($1.key) : $0.value.count > $1.value.count
            }.map(\.value)
        case .month: chart.bars = known.map { ("\($0.0)", $0.1) }
        case .integer, .decimal:
            guard table.kind.fields[field].role == .rating else { return nil }
            chart.bars = known.map { ("\($0.0)", $0.1) }
            chart.mean = mean(known)
        case .text, .isbn, .date: return nil
        }
        if let none = tally.first(where: { $0.value == nil })?.count, chart.mean == nil {
            chart.bars.append((Message.none.rendered, none))
        }
        return chart
    }

    /// Returns the mean rating, rounded to hundredths.
    private func mean(_ ratings: [(Value, Int)]) -> FixedDecimal {
        var (sum, count) = (0, 0)
        for (value, times) in ratings {
            switch value {
            case .integer(let number): sum += number * 1000 * times
            case .decimal(let number): sum += number.thousandths * times
            default: continue
            }
            count += times
        }
        let hundredths = (sum + 5 * count) / (10 * max(1, count))
        return FixedDecimal(thousandths: hundredths * 10)
    }

    /// Returns the chart of a date field by month; nil unless new items get the current date.
    private func months(
        of field: FieldIndex, in table: Table, of year: Int, _ today: PartialDate
    ) -> Statistics.Chart? {
        guard table.kind.fields[field].initial == .today else { return nil }
        var counts = Array(repeating: 0, count: 12)
        for (value, count) in table.tally(field) {
            guard case .date(let date)? = value, date.year == year, let month = date.month else {
                continue
            }
            counts[month - 1] += count
        }
        guard counts.contains(where: { $0 > 0 }) else { return nil }
        return Statistics.Chart(
            name: Message.byMonth(table.kind.fields[field].name).rendered,
            bars: months(counts, of: year, today))
    }

    /// Returns the bars of the months of a year that have begun, or that have a count.
    private func months(
        _ counts: [Int], of year: Int, _ today: PartialDate
    ) -> [(label: String, count: Int)] {
        let begun = year == today.year ? today.month ?? 12 : 12
        let last = max(begun, (counts.lastIndex { $0 > 0 } ?? 0) + 1)
        return counts.prefix(last).enumerated().compactMap { index, count in
            PartialDate(year: year, month: index + 1).map { ("\($0)", count) }
        }
    }
}
