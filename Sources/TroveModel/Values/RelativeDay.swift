import TroveCodecs

/// A day that is named relative to today: `today`, `friday`, `in 2 weeks` or `3 days ago`.
package enum RelativeDay {
    /// The days of the week, by the remainder of their `dayNumber` divided by 7.
    static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// Returns the day that a text in lower case names; nil if it names none.
    ///
    /// A day of the week may be shortened to three letters. It is the next one after today, or,
    /// with `looksBack`, the last one before it.
    static func day(
        named text: String, today: @autoclosure () -> PartialDate, looksBack: Bool
    ) -> PartialDate? {
        switch text {
        case "today": return today()
        case "yesterday": return today().previous
        case "tomorrow": return today().next
        default: break
        }
        let weekday = weekdays.firstIndex { text == $0 || text == $0.prefix(3) }
        if let weekday {
            let number = today().dayNumber
            let ahead = (weekday - number % 7 + 7) % 7
            return PartialDate(
                dayNumber: number + (looksBack ? ahead - 7 : ahead == 0 ? 7 : ahead))
        }
        return shifted(text, from: today())
    }

    /// Whether a text in lower case is a day such as `in 2 weeks` or `2 weeks ago`, whatever the
    /// current one is.
    package static func isShifted(_ text: String) -> Bool {
        PartialDate(year: 2000, month: 1, day: 1).flatMap { shifted(text, from: $0) } != nil
    }

    /// Returns the day of `in 2 weeks` or `2 weeks ago`.
    private static func shifted(
        _ text: String, from today: @autoclosure () -> PartialDate
    ) -> PartialDate? {
        let words = text.split(separator: " ")
        guard words.count == 3, (words[0] == "in") != (words[2] == "ago") else { return nil }
        let isAhead = words[0] == "in"
        let digits = isAhead ? words[1] : words[0]
        guard let count = Int(digits), digits.utf8.allSatisfy(\.isDigit), count < 1_000_000 else {
            return nil
        }
        let steps = isAhead ? count : -count
        switch isAhead ? words[2] : words[1] {
        case "day", "days": return PartialDate(dayNumber: today().dayNumber + steps)
        case "week", "weeks": return PartialDate(dayNumber: today().dayNumber + 7 * steps)
        case "month", "months": return today().adding(months: steps)
        case "year", "years": return today().adding(months: 12 * steps)
        default: return nil
        }
    }
}

extension PartialDate {
    /// The number of the day, counted from 1 for 1 January of the year 1, which is a Monday. A
    /// month or a year stands for its first day.
    fileprivate var dayNumber: Int {
        let years = year - 1
        let leapDays = years / 4 - years / 100 + years / 400
        let months = (1..<(month ?? 1)).reduce(0) { $0 + Self.days(in: $1, of: year) }
        return years * 365 + leapDays + months + (day ?? 1)
    }

    /// Creates the day with a `dayNumber`; nil outside the years 1 to 9999.
    fileprivate init?(dayNumber number: Int) {
        guard number > 0 else { return nil }
        // At most the year of the day, because no year has fewer days.
        var year = number / 366 + 1
        while let next = PartialDate(year: year + 1), next.dayNumber <= number { year += 1 }
        guard var rest = PartialDate(year: year).map({ number - $0.dayNumber + 1 }) else {
            return nil
        }
        var month = 1
        while month < 12, rest > Self.days(in: month, of: year) {
            rest -= Self.days(in: month, of: year)
            month += 1
        }
        self.init(year: year, month: month, day: rest)
    }

    /// Returns the same day of another month, or its last day if it is shorter.
    fileprivate func adding(months count: Int) -> PartialDate? {
        let months = year * 12 + (month ?? 1) - 1 + count
        guard months >= 12 else { return nil }
        let (year, month) = (months / 12, months % 12 + 1)
        return PartialDate(
            year: year, month: month, day: min(day ?? 1, Self.days(in: month, of: year)))
    }
}
