import Testing
import TroveModel

/// Statistics worked out by hand.
@Suite struct StatisticsTests {
    private func months(_ counts: [Int: Int]) -> [Int] { (1...12).map { counts[$0] ?? 0 } }

    @Test func countsFinishedItemsByDate() {
        let dates: [(PartialDate, Int)] = [
            (date(2026, 1, 31), 2), (date(2026, 3), 1), (date(2026), 4), (date(2024, 5, 1), 1),
        ]
        let history = ReadingHistory(in: 2026, dates) { $0 == date(2026, 3) ? 412 : 100 }
        #expect(history.finished.total == 7)
        #expect(history.finished.months == months([1: 2, 3: 1]))
        #expect(history.finished.withoutMonth == 4)
        #expect(history.pages.months == months([1: 100, 3: 412]))
        #expect(history.pages.withoutMonth == 100 && history.pages.total == 612)
        #expect(history.years.map(\.year) == [2024, 2026])
        #expect(history.years.map(\.count) == [1, 7])
        let other = ReadingHistory(in: 2025, dates) { _ in 1 }
        #expect(other.finished.total == 0 && other.pages.months == months([:]))
    }

    @Test func theLastDayIsTheGoal() {
        // 20 November is day 324 of 365.
        let pace = Pace(goal: 24, finished: 7, year: 2026, today: today)
        #expect(pace.projected == 8)
        #expect(pace.lead == 7 - 21)
        let half = Pace(goal: 12, finished: 8, year: 2024, today: date(2024, 7, 1))
        // Day 183 of 366.
        #expect(half.projected == 16)
        #expect(half.lead == 2)
        let past = Pace(goal: 24, finished: 30, year: 2025, today: today)
        #expect(past.projected == nil && past.lead == 6)
    }

    @Test func aMonthIsOverdueAfterItsLastDay() {
        func isOverdue(_ due: PartialDate?, on day: PartialDate) -> Bool {
            Loan(borrower: "Bob", due: due).isOverdue(on: day)
        }
        #expect(!isOverdue(nil, on: today))
        #expect(!isOverdue(date(2026, 11, 20), on: today))
        #expect(isOverdue(date(2026, 11, 19), on: today))
        #expect(!isOverdue(date(2026, 11), on: date(2026, 11, 30)))
        #expect(isOverdue(date(2026, 11), on: date(2026, 12, 1)))
        #expect(!isOverdue(date(2026), on: date(2026, 12, 31)))
        #expect(isOverdue(date(2026), on: date(2027, 1, 1)))
    }
}
