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
            Finished books are counted by the dates in the read list, and so are their pages, if \
            the library still has the book; films have their own dates. With year:, films and the read list are those of that year. Your own \
            number fields, such as prices, are added up. `settings goal 24` sets how many books \
            you want to finish in a year.
            """,
        arguments: [
            Argument("[KIND] [year:YYYY]", [.kind, .named("year", .free)]) {
                (reader, command) throws(LanguageError) in
                if let word = reader.peek, word.pair == nil {
                    command.kind = try reader.takeKnownKind()
                }
                guard let typed = try reader.takeNamed("year") else { return }
                try reader.finish()
                guard let year = Int(typed.value), (1000...9999).contains(year) else {
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
                1 movie in 1979
                state
                  to-watch  0
                  watched   ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1
                rating (mean 9)
                  9  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1
                1 watched in 1979
                """),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        guard try context.library.count() > 0 else { return .text(context.emptyAnswer) }
        let year = year ?? context.day.year
        let asked = try (kind.map { [$0] } ?? Array(context.kinds.indices)).filter { index in
            try kind != nil || context.count(of: index, matching: .everything) > 0
        }
        return .statistics(
            Statistics(
                year: year,
                sections: try asked.map { try section(of: $0, in: year, asked, context) }))
    }

    private func section(
        of index: KindIndex, in year: Int, _ asked: [KindIndex], _ context: any CommandContext
    ) throws -> Statistics.Section {
        let kinds = context.kinds
        let kind = kinds[index]
        // The history needs all fields.
        if kind.index(ofRole: .completed) != nil { try context.loadAll(index) }
        let charted = kind.shownIndices.filter { kind.fields[$0].hasChart }
        let totalled = kind.shownIndices.filter { kind.fields[$0].hasTotal }
        let table = try context.table(
            of: index, matching: .everything,
            reading: charted + totalled + (kind.index(ofRole: .completed).map { [$0] } ?? []))
        let today = context.day
        // Nil for all items.
        let ofYear = self.year == nil ? nil : rows(of: table, finishedIn: year)
        func tally(_ field: FieldIndex) -> [(value: Value?, count: Int)] {
            ofYear.map { table.tally(field, of: $0) } ?? table.tally(field)
        }
        var charts = charted.compactMap { chart(of: kind.fields[$0], tally($0)) }
        let list = kinds.recordKind(of: index)
        // If the records have their own section, it counts the finished items for both.
        let source = list.flatMap { asked.contains($0) ? nil : $0 } ?? index
        let history = try history(of: source, in: year, context)
        let isCounted = kinds.isRecord(source)
        if let history, source == index {
            let field = kind.index(ofRole: .completed).map { kind.fields[$0].name } ?? ""
            charts += self.charts(
                of: history, in: year, isCounted ? kind.plural : field, today)
        }
        if let history, history.pages.total > 0 {
            let pages = kinds.all.lazy.compactMap { kind in
                kind.progress.map { kind.fields[$0.total].name }
            }.first
            charts.append(
                Statistics.Chart(
                    name: Message.byMonth(pages ?? "").rendered,
                    bars: months(history.pages, of: year, today), isOfMonths: true,
                    total: history.pages.total))
        }
        let goal = isCounted ? context.session.settings.goal : nil
        let owner =
            kinds.all.first { $0.name == kind.name && $0.ladder != nil }
            ?? kinds.all.first { $0.completions == kind.name }
        return Statistics.Section(
            kind: kind, count: ofYear?.count ?? table.count, isOfYear: ofYear != nil,
            charts: charts, totals: totalled.compactMap { total(of: kind.fields[$0], tally($0)) },
            finished: history?.finished.total,
            lastState: owner?.ladder?.ladder.rungs.last?.name ?? "",
            pace: goal.flatMap { goal in
                history.map {
                    Pace(goal: goal, finished: $0.finished.total, year: year, today: today)
                }
            })
    }

    /// Returns the rows of a kind's items that were finished in a year, by their dates; nil for a
    /// kind without such a date.
    private func rows(of table: Table, finishedIn year: Int) -> [RowIndex]? {
        guard let field = table.kind.index(ofRole: .completed), let date = PartialDate(year: year)
        else { return nil }
        return table.rows(matching: .compare(field: field, .equal, [.date(date)]))
    }

    // MARK: Finished items

    /// Returns what the dates of a kind's items say about the year; nil for a kind without a date
    /// on which its items were finished.
    private func history(
        of index: KindIndex, in year: Int, _ context: any CommandContext
    ) throws -> ReadingHistory? {
        guard let field = context.kinds[index].index(ofRole: .completed) else { return nil }
        try context.loadAll(index)
        let table = context.library.catalog.tables[index]
        var dates: [(PartialDate, Int)] = []
        var undated = 0
        for (value, count) in table.tally(field) {
            if case .date(let date)? = value {
                dates.append((date, count))
            } else if context.kinds.isRecord(index) {
                undated += count
            }
        }
        var pages: [PartialDate: Int] = [:]
        for row in table.rows(matching: .everything) {
            guard case .date(let date)? = table.value(field, at: row), date.year == year else {
                continue
            }
            pages[date, default: 0] += try self.pages(of: table.values(at: row), index, context)
        }
        return ReadingHistory(in: year, dates, undated: undated) { pages[$0] ?? 0 }
    }

    /// Returns the pages of the item that a record is about; 0 if they are not known.
    private func pages(
        of record: [Value?], _ list: KindIndex, _ context: any CommandContext
    ) throws -> Int {
        let kinds = context.kinds
        for index in kinds.indices where kinds[index].completions == kinds[list].name {
            guard let total = kinds[index].progress?.total,
                let same = try context.library.duplicates.first(
                    of: kinds[list].carry(record, to: kinds[index]), kind: index),
                case .integer(let pages)? = try context.library.item(numbered: same.number)?
                    .values[total]
            else { continue }
            return pages
        }
        return 0
    }

    /// Returns the charts of the finished items: by month, and by year if there are several.
    private func charts(
        of history: ReadingHistory, in year: Int, _ name: String, _ today: PartialDate
    ) -> [Statistics.Chart] {
        var charts: [Statistics.Chart] = []
        if history.finished.months.contains(where: { $0 > 0 }) {
            charts.append(
                Statistics.Chart(
                    name: Message.byMonth(name).rendered,
                    bars: months(history.finished, of: year, today), isOfMonths: true))
        }
        if history.years.count > 1 {
            var bars: [(label: String?, count: Int)] = history.years.map {
                ("\($0.year)", $0.count)
            }
            if history.undated > 0 { bars.append((nil, history.undated)) }
            charts.append(Statistics.Chart(name: Message.byYear(name).rendered, bars: bars))
        }
        return charts
    }

    /// Returns the chart of the values of a field; nil if no item has one.
    private func chart(
        of field: Field, _ tally: [(value: Value?, count: Int)]
    ) -> Statistics.Chart? {
        let content = field.content
        let known = tally.compactMap { entry in entry.value.map { ($0, entry.count) } }
        guard !known.isEmpty else { return nil }
        var chart = Statistics.Chart(name: field.name, bars: [])
        switch content {
        case .ladder(let ladder):
            chart.bars = ladder.rungs.map { rung in
                (rung.name, known.first { $0.0 == .text(rung.name) }?.1 ?? 0)
            }
        case .choice, .set:
            chart.isRanked = true
            var counts: [[UInt8]: (label: String?, count: Int)] = [:]
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
            chart.bars = known.map { ("\($0.0)", $0.1) }
            chart.mean = mean(known)
        case .text, .isbn, .date: break
        }
        if let none = tally.first(where: { $0.value == nil })?.count, chart.mean == nil {
            chart.bars.append((nil, none))
        }
        return chart
    }

    /// Returns the total of the numbers of a field; nil if no item has one.
    private func total(
        of field: Field, _ tally: [(value: Value?, count: Int)]
    ) -> Statistics.Total? {
        let known = tally.compactMap { entry in entry.value.map { ($0, entry.count) } }
        let (sum, count) = sum(known)
        let numbers = known.compactMap { $0.0.thousandths }
        guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
        return Statistics.Total(
            name: field.name, values: count, sum: FixedDecimal(thousandths: sum),
            mean: mean(known),
            range: FixedDecimal(thousandths: least)...FixedDecimal(thousandths: greatest))
    }

    /// Returns the mean of numbers, rounded to hundredths.
    private func mean(_ numbers: [(Value, Int)]) -> FixedDecimal {
        let (sum, count) = sum(numbers)
        let half = sum < 0 ? -5 * count : 5 * count
        return FixedDecimal(thousandths: (sum + half) / (10 * max(1, count)) * 10)
    }

    /// Returns the sum of numbers in thousandths, each as often as it occurs, and how many there
    /// are.
    private func sum(_ numbers: [(Value, Int)]) -> (sum: Int, count: Int) {
        var (sum, count) = (0, 0)
        for (value, times) in numbers {
            guard let number = value.thousandths else { continue }
            sum += number * times
            count += times
        }
        return (sum, count)
    }

    /// Returns the bars of the months of a year that have begun, or that have a count.
    private func months(
        _ numbers: ReadingHistory.ByMonth, of year: Int, _ today: PartialDate
    ) -> [(label: String?, count: Int)] {
        let begun = year == today.year ? today.month ?? 12 : 12
        let last = max(begun, (numbers.months.lastIndex { $0 > 0 } ?? 0) + 1)
        var bars: [(label: String?, count: Int)] = []
        for (index, count) in numbers.months.prefix(last).enumerated() {
            guard let month = PartialDate(year: year, month: index + 1) else { continue }
            bars.append(("\(month)", count))
        }
        if numbers.withoutMonth > 0 {
            bars.append((nil, numbers.withoutMonth))
        }
        return bars
    }
}

extension Value {
    /// The thousandths of a number; nil for another value.
    fileprivate var thousandths: Int? {
        switch self {
        case .integer(let number): number * 1000
        case .decimal(let number): number.thousandths
        default: nil
        }
    }
}

extension Field {
    /// Whether the values are numbers of the user's own, such as prices, whose sum may mean
    /// something.
    fileprivate var hasTotal: Bool {
        switch content {
        case .integer, .decimal: isOwn && role == nil
        default: false
        }
    }

    /// Whether the values are few enough for a chart.
    fileprivate var hasChart: Bool {
        switch content {
        case .ladder, .choice, .set, .month: true
        case .integer, .decimal: role == .rating
        case .text, .isbn, .date: false
        }
    }
}
