/// A moment in universal time. It is for showing; nothing is ordered by it.
package struct Timestamp: Sendable, Hashable {
    /// Since the first of January 1970, without leap seconds; negative before.
    package let milliseconds: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }
}

extension Timestamp: CustomStringConvertible {
    /// In universal time, as ISO 8601 has it: `2026-11-20T12:00:00Z`.
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

    /// The date of a day, counted from the first of January 1970, in the Gregorian calendar: years
    /// begin in March here, so that the leap day is their last.
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
