import Testing
import TroveModel

/// Statistics worked out by hand.
@Suite struct StatisticsTests {
    private static func values(
        state: String, page: Int? = nil, pages: Int? = nil
    ) -> [Value?] {
        var values: [Value?] = Kind.book.fields.map { _ in nil }
        values[Kind.titleIndex] = .text("Dune")
        values[Kind.book.index(ofField: "state") ?? 0] = .text(state)
        values[Kind.book.index(ofField: "page") ?? 0] = page.map { .integer($0) }
        values[Kind.book.index(ofField: "pages") ?? 0] = pages.map { .integer($0) }
        return values
    }

    /// The history of book 1, in order; the first state precedes all changes.
    private struct Story {
        var now: [Value?]
        var steps: [ReadingHistory.Step] = []

        init(_ first: [Value?]) { now = first }

        mutating func become(_ next: [Value?], _ day: PartialDate, reverts: Int? = nil) throws {
            let item = Item(kind: 0, number: 1, id: .of(1), values: now)
            let change = try #require(Change.update(from: item, to: next))
            now = next
            steps.append(.init(id: steps.count + 1, reverts: reverts, day: day, changes: [change]))
        }

        mutating func vanish(_ day: PartialDate) {
            let item = Item(kind: 0, number: 1, id: .of(1), values: now)
            steps.append(
                .init(id: steps.count + 1, reverts: nil, day: day, changes: [.delete(item)]))
        }

        func history(isThere: Bool = true) -> ReadingHistory {
            ReadingHistory(of: 0, .book, in: 2026, steps.reversed()) { _ in isThere ? now : nil }
        }
    }

    private func months(_ counts: [Int: Int]) -> [Int] { (1...12).map { counts[$0] ?? 0 } }

    @Test func countsPagesReadAndTheRestAtTheEnd() throws {
        var story = Story(Self.values(state: "reading", pages: 412))
        try story.become(
            Self.values(state: "reading", page: 100, pages: 412), date(2026, 1, 31))
        try story.become(Self.values(state: "reading", page: 60, pages: 412), date(2026, 2, 1))
        try story.become(Self.values(state: "reading", page: 160, pages: 412), date(2026, 2, 2))
        try story.become(Self.values(state: "finished", page: 160, pages: 412), date(2026, 3, 1))
        // It was read before.
        try story.become(Self.values(state: "finished", page: 412, pages: 412), date(2026, 4, 1))
        #expect(story.history().pages == months([1: 100, 2: 100, 3: 252]))
        #expect(story.history().finished == months([3: 1]))
        story.vanish(date(2026, 5, 1))
        #expect(story.history(isThere: false).pages == months([1: 100, 2: 100, 3: 252]))
    }

    @Test func ignoresUndoneChanges() throws {
        let reading = Self.values(state: "reading", page: 10, pages: 100)
        let finished = Self.values(state: "finished", page: 10, pages: 100)
        var story = Story(reading)
        try story.become(finished, date(2026, 1, 1))
        try story.become(reading, date(2026, 1, 2), reverts: 1)
        #expect(story.history().pages == months([:]))
        #expect(story.history().finished == months([:]))
        // A redo reverts the undo.
        try story.become(finished, date(2026, 2, 1), reverts: 2)
        #expect(story.history().pages == months([1: 90]))
        #expect(story.history().finished == months([1: 1]))
    }

    @Test func countsOnlyTheGivenYear() throws {
        var story = Story(Self.values(state: "reading", pages: 300))
        try story.become(Self.values(state: "reading", page: 50, pages: 300), date(2025, 12, 31))
        try story.become(Self.values(state: "reading", page: 80, pages: 300), date(2026, 1, 1))
        try story.become(Self.values(state: "finished", page: 80, pages: 300), date(2027, 1, 1))
        #expect(story.history().pages == months([1: 30]))
        #expect(story.history().finished == months([:]))
    }

    @Test func theLastDayIsTheGoal() {
        // 20 November is day 324 of 365.
        let pace = Pace(goal: 24, finished: 7, year: 2026, today: today)
        #expect(pace.projected == 7)
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
