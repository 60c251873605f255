/// The items that were finished, by the dates of the records, and the pages that they have.
package struct ReadingHistory: Sendable, Equatable {
    /// Numbers for the months of a year.
    package struct ByMonth: Sendable, Equatable {
        /// From January.
        package private(set) var months = Array(repeating: 0, count: 12)
        /// For dates of the year without a month.
        package private(set) var withoutMonth = 0

        /// The number for the whole year.
        package var total: Int { months.reduce(withoutMonth, +) }

        fileprivate mutating func add(_ number: Int, on date: PartialDate) {
            if let month = date.month {
                months[month - 1] += number
            } else {
                withoutMonth += number
            }
        }
    }

    /// The number of items that were finished in each month of the year.
    package private(set) var finished = ByMonth()
    /// The pages of these items, as far as they are known.
    package private(set) var pages = ByMonth()
    /// The number of items that were finished in each year of any record, sorted.
    package private(set) var years: [(year: Int, count: Int)] = []
    /// The number of records without a date.
    package let undated: Int

    /// Counts records.
    ///
    /// - Parameters:
    ///   - year: the year to report.
    ///   - dates: the dates of the records, with the number of records of each.
    ///   - undated: the number of records without a date.
    ///   - pages: returns the pages of the items finished on a date of the year; called for each
    ///     of these dates.
    package init(
        in year: Int, _ dates: [(date: PartialDate, count: Int)], undated: Int = 0,
        pages: (PartialDate) -> Int
    ) {
        self.undated = undated
        var counts: [Int: Int] = [:]
        for (date, count) in dates {
            counts[date.year, default: 0] += count
            guard date.year == year else { continue }
            finished.add(count, on: date)
            self.pages.add(pages(date), on: date)
        }
        years = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.finished == other.finished && one.pages == other.pages
            && one.undated == other.undated && one.years.elementsEqual(other.years) { $0 == $1 }
    }
}
