/// How a yearly goal goes.
package struct Pace: Sendable, Equatable {
    /// How many are meant to be finished in the year, and how many are.
    package let goal: Int
    /// How many are finished in the year.
    package let finished: Int
    /// How many there will be at the end of the year if it goes on so, rounded down; nil for a year
    /// that is not this one.
    package let projected: Int?
    /// How many more are finished than an even pace would have until now, negative when there are
    /// fewer; for another year, than the goal.
    package let lead: Int

    /// The pace of a year, as it is on a day.
    package init(goal: Int, finished: Int, year: Int, today: PartialDate) {
        self.goal = goal
        self.finished = finished
        guard year == today.year, let day = today.dayOfYear else {
            projected = nil
            lead = finished - goal
            return
        }
        let days = PartialDate.days(inYear: year)
        projected = finished * days / day
        lead = finished - goal * day / days
    }
}

extension PartialDate {
    /// From 1; nil where the day is not known.
    package var dayOfYear: Int? {
        guard let month, let day else { return nil }
        return (1..<month).reduce(day) { $0 + Self.days(in: $1, of: year) }
    }

    /// 365, or 366 in a leap year.
    package static func days(inYear year: Int) -> Int {
        (1...12).reduce(0) { $0 + days(in: $1, of: year) }
    }
}
