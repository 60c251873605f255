/// The items that were finished, by the dates of the records, and the pages that they have.
package struct ReadingHistory: Sendable, Equatable {
    /// The number of items that were finished in the year.
    package private(set) var finished = 0
    /// The number of items that were finished in each month of the year, from January. Those of an
    /// unknown month are left out.
    package private(set) var months = Array(repeating: 0, count: 12)
    /// The pages of the items that were finished in each month, as far as they are known.
    package private(set) var pages = Array(repeating: 0, count: 12)
    /// The number of items that were finished in each year of any record, sorted.
    package private(set) var years: [(year: Int, count: Int)] = []

    /// Counts records.
    ///
    /// - Parameters:
    ///   - year: the year to report.
    ///   - dates: the dates of the records, with the number of records of each.
    ///   - pages: returns the pages of the items finished on a date of the year; called for each
    ///     date with a month.
    package init(
        in year: Int, _ dates: [(date: PartialDate, count: Int)], pages: (PartialDate) -> Int
    ) {
        var counts: [Int: Int] = [:]
        for (date, count) in dates {
            counts[date.year, default: 0] += count
            guard date.year == year else { continue }
            finished += count
            guard let month = date.month else { continue }
            months[month - 1] += count
            self.pages[month - 1] += pages(date)
        }
        years = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.finished == other.finished && one.months == other.months && one.pages == other.pages
            && one.years.elementsEqual(other.years) { $0 == $1 }
    }
}
