import Testing
import TroveModel
import TroveTesting

/// Days that are named relative to today, which is Friday 20 November 2026.
@Suite struct RelativeDayTests {
    typealias Row = Case<String, PartialDate?>

    static let due = Field("due", .date, "when to bring it back")
    static let watched = Field("watched", .date, "when it was watched", isInPast: true)
    static let started = Field("started", .date, "when it was begun", role: .started)

    static let ahead: [Row] = [
        Row("the next day of the week", "saturday", date(2026, 11, 21)),
        Row("today's day of the week", "friday", date(2026, 11, 27)),
        Row("yesterday's day of the week", "thursday", date(2026, 11, 26)),
        Row("three letters", "Fri", date(2026, 11, 27)),
        Row("no days", "in 0 days", date(2026, 11, 20)),
        Row("one day", "in 1 day", date(2026, 11, 21)),
        Row("two weeks", "in 2 weeks", date(2026, 12, 4)),
        Row("more blanks", "in  2  weeks", date(2026, 12, 4)),
        Row("months over the end of the year", "in 3 months", date(2027, 2, 20)),
        Row("a year", "In 1 Year", date(2027, 11, 20)),
        Row("days ago", "30 days ago", date(2026, 10, 21)),
        Row("months ago", "11 months ago", date(2025, 12, 20)),
        Row("years ago", "2025 years ago", date(1, 11, 20)),
        Row("before the first year", "2026 years ago", nil),
        Row("after the last year", "in 8000 years", nil),
        Row("after the last day", "in 999999 weeks", nil),
        Row("more than there are", "in 99999999999999999999 days", nil),
        Row("a word as the number", "in two weeks", nil),
        Row("a negative number", "in -2 weeks", nil),
        Row("an unknown unit", "in 2 moons", nil),
        Row("both directions", "in 2 weeks ago", nil),
        Row("no direction", "2 weeks", nil),
        Row("two letters", "fr", nil),
        Row("four letters", "frid", nil),
    ]

    @Test(arguments: ahead) func namesADay(_ row: Row) {
        #expect(Self.due.parseDate(row.input, today: date(2026, 11, 20)) == row.expected)
    }

    /// In the past, a day of the week is the last one.
    @Test(arguments: [
        Row("today's day of the week", "friday", date(2026, 11, 13)),
        Row("yesterday", "thursday", date(2026, 11, 19)),
        Row("tomorrow's day of the week", "saturday", date(2026, 11, 14)),
        Row("weeks ago", "2 weeks ago", date(2026, 11, 6)),
    ])
    func namesADayInThePast(_ row: Row) throws {
        for field in [Self.watched, Self.started] {
            let value = try field.parse(row.input, today: date(2026, 11, 20))
            #expect(value == row.expected.map(Value.date))
        }
    }

    @Test func aDateInThePastIsNotAhead() {
        #expect(throws: RuleViolation(field: "watched", value: "in 2 days", rule: .isInFuture)) {
            try Self.watched.parse("in 2 days", today: date(2026, 11, 20))
        }
    }

    /// A month has its last day if it is shorter.
    @Test(arguments: [
        Row("not a leap year", "in 1 month", date(2027, 2, 28)),
        Row("a leap year", "in 13 months", date(2028, 2, 29)),
    ])
    func aShorterMonthHasItsLastDay(_ row: Row) {
        #expect(Self.due.parseDate(row.input, today: date(2027, 1, 31)) == row.expected)
    }

    /// Counting days agrees with taking one after another, over leap years and centuries.
    @Test(arguments: [date(1, 1, 1), date(1899, 12, 1), date(1999, 12, 31), date(2026, 11, 20)])
    func daysAreCounted(_ start: PartialDate) {
        var day: PartialDate? = start
        for count in 0..<1600 {
            #expect(Self.due.parseDate("in \(count) days", today: start) == day)
            if let day {
                #expect(Self.due.parseDate("\(count) days ago", today: day) == start)
            }
            day = day?.next
        }
    }
}
