import Testing
import TroveModel
import TroveTesting

@Suite struct PartialDateTests {
    typealias Parts = [Int]?

    static let parsed: [Case<String, Parts>] = [
        Case("a day", "2026-11-20", [2026, 11, 20]),
        Case("a month", "2026-11", [2026, 11]),
        Case("a year", "2026", [2026]),
        Case("first day there is", "0001-01-01", [1, 1, 1]),
        Case("last day there is", "9999-12-31", [9999, 12, 31]),
        Case("leap day", "2024-02-29", [2024, 2, 29]),
        Case("leap day of a fourth century", "2000-02-29", [2000, 2, 29]),
        Case("no leap day in another century", "1900-02-29", nil),
        Case("no leap day", "2026-02-29", nil),
        Case("no 31st of April", "2026-04-31", nil),
        Case("31st of December", "2026-12-31", [2026, 12, 31]),
        Case("no day 0", "2026-11-00", nil),
        Case("no day 32", "2026-01-32", nil),
        Case("no month 0", "2026-00", nil),
        Case("no month 13", "2026-13", nil),
        Case("no year 0", "0000", nil),
        Case("short year", "202", nil),
        Case("long year", "20260", nil),
        Case("short month", "2026-1", nil),
        Case("short day", "2026-01-1", nil),
        Case("four parts", "2026-01-01-01", nil),
        Case("open end", "2026-", nil),
        Case("negative", "-2026", nil),
        Case("sign for a digit", "2026-+1", nil),
        Case("other order", "20-11-2026", nil),
        Case("slashes", "2026/11/20", nil),
        Case("blank around", " 2026", nil),
        Case("digits of another script", "２０２６", nil),
        Case("empty", "", nil),
    ]

    @Test(arguments: parsed)
    func parses(_ test: Case<String, Parts>) {
        let date = PartialDate(parsing: test.input)
        #expect(date.map { [$0.year, $0.month, $0.day].compactMap(\.self) } == test.expected)
    }

    @Test(arguments: parsed.filter { $0.expected != nil })
    func isWrittenAsItIsTyped(_ test: Case<String, Parts>) {
        #expect(PartialDate(parsing: test.input)?.description == test.input)
    }

    static let previous: [Case<PartialDate, PartialDate?>] = [
        Case("within a month", date(2026, 11, 20), date(2026, 11, 19)),
        Case("over a month", date(2026, 5, 1), date(2026, 4, 30)),
        Case("over February", date(2026, 3, 1), date(2026, 2, 28)),
        Case("over a leap February", date(2024, 3, 1), date(2024, 2, 29)),
        Case("over a year", date(2026, 1, 1), date(2025, 12, 31)),
        Case("a month", date(2026, 11), date(2026, 10)),
        Case("a January", date(2026, 1), date(2025, 12)),
        Case("a year", date(2026), date(2025)),
        Case("nothing before the first day", date(1, 1, 1), nil),
        Case("nothing before the first month", date(1, 1), nil),
        Case("nothing before the first year", date(1), nil),
    ]

    @Test(arguments: previous)
    func hasAPreviousDay(_ test: Case<PartialDate, PartialDate?>) {
        #expect(test.input.previous == test.expected)
    }

    static let next: [Case<PartialDate, PartialDate?>] = [
        Case("within a month", date(2026, 11, 20), date(2026, 11, 21)),
        Case("over a month", date(2026, 4, 30), date(2026, 5, 1)),
        Case("over February", date(2026, 2, 28), date(2026, 3, 1)),
        Case("into a leap day", date(2024, 2, 28), date(2024, 2, 29)),
        Case("over a year", date(2025, 12, 31), date(2026, 1, 1)),
        Case("a month", date(2026, 10), date(2026, 11)),
        Case("a December", date(2025, 12), date(2026, 1)),
        Case("a year", date(2025), date(2026)),
        Case("nothing after the last day", date(9999, 12, 31), nil),
        Case("nothing after the last month", date(9999, 12), nil),
        Case("nothing after the last year", date(9999), nil),
    ]

    @Test(arguments: next)
    func hasANextDay(_ test: Case<PartialDate, PartialDate?>) {
        #expect(test.input.next == test.expected)
    }

    @Test func sortsWithTheImpreciseFirst() {
        let dates = [
            "2025-12-31", "2026", "2026-01", "2026-01-01", "2026-01-31", "2026-02", "2027",
        ]
        .compactMap(PartialDate.init(parsing:))
        #expect(dates.count == 7)
        #expect(dates.shuffled().sorted() == dates)
    }

    @Test func containsMorePreciseDates() {
        let year = date(2026)
        for inner in [date(2026), date(2026, 1), date(2026, 12), date(2026, 12, 31)] {
            #expect(year.span.contains(inner.packed), "\(inner)")
        }
        for outer in [date(2025, 12, 31), date(2027), date(2027, 1, 1)] {
            #expect(!year.span.contains(outer.packed), "\(outer)")
        }
        let month = date(2026, 2)
        #expect(month.span.contains(date(2026, 2, 28).packed))
        #expect(!month.span.contains(date(2026, 3).packed))
        #expect(!month.span.contains(date(2026).packed))
        #expect(date(2026, 2, 3).span == date(2026, 2, 3).packed...date(2026, 2, 3).packed)
    }

    @Test func needsAMonthForADay() {
        #expect(PartialDate(year: 2026, day: 3) == nil)
        #expect(PartialDate(year: 2026, month: 3, day: 3) == date(2026, 3, 3))
    }
}
