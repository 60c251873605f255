import TroveLanguage
package import TroveModel

/// A time in the past as it is typed.
package enum PastTime {
    /// Whether a text is a time that is not in the future.
    package static func isPast(_ text: String, now: Timestamp) -> Bool {
        time(text, now: now).map { $0.milliseconds <= now.milliseconds } ?? false
    }

    /// Parses a time.
    ///
    /// A date stands for its beginning, 00:00 in the local time zone.
    ///
    /// - Parameters:
    ///   - text: `2026-11-01`, `2026-11`, `2026`, `2026-11-01T14:00`, `2026-11-01 14:00:30`,
    ///     `2026-11-01T14:00:30Z` (in UTC), `now`, `today`, `yesterday`, `3 days ago` or
    ///     `2 years ago`.
    ///   - now: the current time.
    /// - Returns: the time; nil for any other form.
    static func time(_ text: String, now: Timestamp) -> Timestamp? {
        switch text.lowercased() {
        case "now": now
        case "today": LocalTime.timestamp(of: LocalTime(now).date)
        // A time in the future, which callers reject.
        case "tomorrow": Timestamp(milliseconds: now.milliseconds + 86_400_000)
        case "yesterday": LocalTime(now).date.previous.flatMap { LocalTime.timestamp(of: $0) }
        case let text: ago(text, now: now) ?? moment(text)
        }
    }

    /// The lengths of units in seconds.
    private static let units = [
        "second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800,
    ]

    /// Parses `3 days ago`.
    private static func ago(_ text: String, now: Timestamp) -> Timestamp? {
        let words = text.split(separator: " ")
        guard words.count == 3, words[2] == "ago", let count = Int(digits: String(words[0])) else {
            return nil
        }
        let name = String(words[1].hasSuffix("s") ? words[1].dropLast() : words[1])
        if let months = ["month": 1, "year": 12][name] {
            let (total, isTooLong) = count.multipliedReportingOverflow(by: months)
            return isTooLong ? nil : LocalTime(now).timestamp(monthsBefore: total)
        }
        guard let unit = units[name] else { return nil }
        let (past, isTooLong) = count.multipliedReportingOverflow(by: unit * 1000)
        guard !isTooLong else { return nil }
        return Timestamp(milliseconds: now.milliseconds - past)
    }

    /// Parses a date, with or without a time of day.
    private static func moment(_ text: String) -> Timestamp? {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == "t" || $0 == " "
        }
        guard let first = parts.first, let date = PartialDate(parsing: String(first)) else {
            return nil
        }
        guard parts.count == 2 else { return LocalTime.timestamp(of: date) }
        var clock = parts[1]
        let isUniversal = clock.hasSuffix("z")
        if isUniversal { clock.removeLast() }
        let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { $0.utf8.count == 2 ? Int(digits: String($0)) : nil }
        guard date.day != nil, numbers.count == fields.count, (2...3).contains(numbers.count),
            numbers[0] < 24, numbers[1] < 60, numbers.count == 2 || numbers[2] < 60
        else { return nil }
        return LocalTime.timestamp(
            of: date, hour: numbers[0], minute: numbers[1],
            second: numbers.count == 3 ? numbers[2] : 0, isUniversal: isUniversal)
    }
}
