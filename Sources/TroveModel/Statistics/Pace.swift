/// The progress towards a yearly goal.
package struct Pace: Sendable, Equatable {
    /// The number of items to finish in the year.
    package let goal: Int
    /// The number of items finished in the year.
    package let finished: Int
    /// The projected number at the end of the year, rounded; nil for any year but the current
    /// one.
    package let projected: Int?
    /// How many items the year is ahead of an even pace, negative if it is behind. For another
    /// year, ahead of the goal.
    package let lead: Int

    /// Computes the progress of a year as of `today`.
    package init(goal: Int, finished: Int, year: Int, today: PartialDate) {
        self.goal = goal
        self.finished = finished
        guard year == today.year, let day = today.dayOfYear else {
            projected = nil
            lead = finished - goal
            return
        }
        let days = PartialDate.days(inYear: year)
        projected = Self.rounded(finished * days, over: day)
        lead = finished - Self.rounded(goal * day, over: days)
    }

    private static func rounded(_ number: Int, over divisor: Int) -> Int {
        (number + divisor / 2) / divisor
    }
}

extension PartialDate {
    /// The day of the year, from 1; nil if the day is unknown.
    package var dayOfYear: Int? {
        guard let month, let day else { return nil }
        return (1..<month).reduce(day) { $0 + Self.days(in: $1, of: year) }
    }

    /// Returns 365, or 366 for a leap year.
    package static func days(inYear year: Int) -> Int {
        (1...12).reduce(0) { $0 + days(in: $1, of: year) }
    }
}
