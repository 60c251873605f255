import Testing
import TroveCommands
import TroveExchange
import TroveModel

/// The times at which an imported item was finished.
@Suite struct CompletionPlanTests {
    private let plan = CompletionPlan(.book, entries: .read)

    private func completion(_ on: String?, rating: Int? = nil, note: String? = nil)
        -> ImportedCompletion
    {
        ImportedCompletion(
            on: on.flatMap { PartialDate(parsing: $0) },
            rating: rating.map { .decimal(FixedDecimal($0)) }, note: note)
    }

    /// Returns the new and the changed entries; nil dates as `-`.
    private func entries(
        _ completions: [ImportedCompletion], existing: [String?] = [], rating: Int? = nil
    ) throws -> (new: [String], updated: [Int: String]) {
        let outcome = plan.outcome(
            of: completions, item: try Kind.book.values(["title": "Dune"]),
            rating: rating.map { .decimal(FixedDecimal($0)) },
            existing: try existing.map {
                try Kind.read.values($0.map { ["title": "Dune", "on": $0] } ?? ["title": "Dune"])
            })
        func text(_ values: [Value?]) -> String {
            Kind.read.described(values).dropFirst().joined(separator: " ")
        }
        return (outcome.new.map(text), outcome.updated.mapValues(text))
    }

    @Test func entriesCopyTheItem() throws {
        let item = try Kind.book.values([
            "title": "Dune", "author": "Frank Herbert", "isbn": "9780441013593", "rating": "4",
            "note": "mine", "started": "2020", "pages": "412",
        ])
        #expect(
            Kind.read.described(plan.entryValues(of: item))
                == ["title: Dune", "author: Frank Herbert", "isbn: 9780441013593"])
    }

    @Test func theLastReadingHasTheRatingOfTheItem() throws {
        let found = try entries(
            [completion("2024-05-01"), completion(nil), completion("2019", rating: 2)], rating: 5)
        #expect(found.new == ["on: 2019 rating: 2", "on: 2024-05-01 rating: 5", ""])
        #expect(try entries([completion(nil)], rating: 5).new == ["rating: 5"])
        #expect(
            try entries([completion("2024", rating: 3)], rating: 5).new == ["on: 2024 rating: 3"])
    }

    @Test func oneDateIsOneReading() throws {
        let found = try entries(
            [completion("2024-05-01", note: "a"), completion("2024-05-01", rating: 3, note: "b")])
        #expect(found.new == ["on: 2024-05-01 rating: 3 note: a\n\nb"])
    }

    @Test func entriesOfTheListAreNotAddedAgain() throws {
        let dated = [completion("2024-05-01"), completion("2019"), completion(nil)]
        #expect(try entries(dated, existing: ["2019", "2024-05-01", nil]).new == [])
        #expect(try entries(dated, existing: ["2019", "2024-05-01", nil]).updated.isEmpty)
        #expect(try entries(dated, existing: ["2024-05-01"]).new == ["on: 2019", ""])
        #expect(try entries([completion(nil)], existing: ["2024-05-01"]).new == [])
        #expect(try entries([completion("2019")], existing: ["2019-03-01"]).new == [])
    }

    @Test func anEntryWithoutADateTakesOne() throws {
        let found = try entries([completion("2024-05-01")], existing: [nil])
        #expect(found.new == [])
        #expect(found.updated == [0: "on: 2024-05-01"])
        #expect(try entries([completion("2019-03-01")], existing: ["2019"]).updated.count == 1)
    }

    @Test func furtherViewingsOfAFilmAreLinesOfTheNote() throws {
        var values = try Kind.movie.values(["name": "Alien", "notes": "wow"])
        let viewings = [
            completion("2024-05-01", rating: 9), completion("2019-03-02", rating: 7),
            completion("2020", note: "again"), completion(nil),
        ]
        CompletionPlan.fold(viewings, into: &values, of: .movie)
        #expect(
            Kind.movie.described(values) == [
                "name: Alien", "rating: 9",
                "notes: wow\n\nagain\n\nWatched: 2019-03-02 (7)\nWatched: 2020",
                "watched: 2024-05-01",
            ])
    }
}
