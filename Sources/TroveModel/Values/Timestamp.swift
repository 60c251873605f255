/// A point in time, in UTC. It is for display; nothing is ordered by it.
package struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z without leap seconds; negative before.
    package let milliseconds: Int

    /// Creates a timestamp from Unix time in milliseconds.
    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// The time in UTC, in ISO 8601: `2026-11-20T12:00:00Z`.
    package var description: String {
        let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let seconds = rest < 0 ? quotient - 1 : quotient
        let ofDay = (seconds % 86_400 + 86_400) % 86_400
        let date = Self.date(ofDay: (seconds - ofDay) / 86_400)
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))T"
            + "\(padded(ofDay / 3600)):\(padded(ofDay / 60 % 60)):\(padded(ofDay % 60))Z"
    }

    /// Returns the Gregorian date of a day, counted from 1970-01-01. The years of the calculation
    /// start in March, so the leap day is their last day.
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let isNext = month >= 10
        return (
            year + era * 400 + (isNext ? 1 : 0), isNext ? month - 9 : month + 3,
            ofYear - (153 * month + 2) / 5 + 1
        )
    }
}
