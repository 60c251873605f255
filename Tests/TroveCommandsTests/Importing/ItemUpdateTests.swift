import Testing
import TroveCommands
import TroveModel

/// An item of the library, and a later row about it.
@Suite struct ItemUpdateTests {
    private func updated(
        _ old: KeyValuePairs<String, String>, _ row: KeyValuePairs<String, String>,
        _ kind: Kind = .book, fillsOnly: Bool = false, isCompletion: Bool = false
    ) throws -> [String] {
        let update = ItemUpdate(kind, isCompletion: isCompletion)
        let old = try kind.values(old)
        let new = update.updated(old, with: try kind.values(row), fillsOnly: fillsOnly)
        #expect(
            update.updated(new, with: try kind.values(row), fillsOnly: fillsOnly) == new,
            "a second update changes nothing")
        return kind.described(zip(old, new).map { $0 == $1 ? nil : $1 })
    }

    @Test func emptyFieldsAreFilled() throws {
        #expect(
            try updated(["title": "Dune"], ["title": "DUNE", "pages": "412", "note": "good"])
                == ["pages: 412", "note: good"])
    }

    @Test func whatTheUserSetStays() throws {
        #expect(
            try updated(
                ["title": "Dune", "pages": "412", "publisher": "Ace", "isbn": "9780441013593"],
                ["title": "Dune", "pages": "600", "publisher": "X", "isbn": "9780340960196"]) == [])
    }

    @Test(arguments: [
        ("wish", "finished", ["state: finished"]), ("finished", "reading", []),
        ("reading", "abandoned", ["state: abandoned"]),
    ])
    func statesMoveForward(_ old: String, _ row: String, _ expected: [String]) throws {
        #expect(
            try updated(["title": "Dune", "state": old], ["title": "Dune", "state": row])
                == expected)
    }

    @Test func theRatingIsReplaced() throws {
        #expect(
            try updated(["title": "D", "rating": "3"], ["title": "D", "rating": "4"])
                == ["rating: 4"])
        #expect(
            try updated(
                ["title": "D", "rating": "3"], ["title": "D", "rating": "4"], fillsOnly: true)
                == ["note: Rating: 4"])
    }

    @Test(arguments: [
        ("Great", "Great", []),
        ("Great\n\nand mine", "Great", []),
        ("Great", "Great, read it twice", ["note: Great, read it twice"]),
        ("Great\n\nmine", "Great book", ["note: Great book\n\nmine"]),
        ("mine", "Great", ["note: mine\n\nGreat"]),
        ("Grea", "Great", ["note: Grea\n\nGreat"]),
    ])
    func notesAreContinuedOrAppended(_ old: String, _ row: String, _ expected: [String]) throws {
        #expect(
            try updated(["title": "D", "note": old], ["title": "D", "note": row]) == expected)
    }

    @Test func namesAreAddedToSets() throws {
        #expect(
            try updated(["title": "D", "shelves": "a,b"], ["title": "D", "shelves": "B,c"])
                == ["shelves: a, b, c"])
    }

    @Test func loansStay() throws {
        #expect(try updated(["title": "D"], ["title": "D", "lent-to": "Bob"]) == [])
    }

    @Test func pagesThatContradictStay() throws {
        #expect(
            try updated(
                ["title": "D", "page": "300"], ["title": "D", "pages": "200", "year": "1965"])
                == ["year: 1965"])
    }

    @Test func laterViewingsReplaceTheDate() throws {
        let film: KeyValuePairs = ["name": "Alien", "watched": "2024-02-01"]
        #expect(
            try updated(film, ["name": "Alien", "watched": "2025-02-01"], .movie)
                == ["notes: Watched: 2024-02-01", "watched: 2025-02-01"])
        #expect(
            try updated(film, ["name": "Alien", "watched": "2020"], .movie)
                == ["notes: Watched: 2020"])
        #expect(try updated(film, ["name": "Alien", "watched": "2024"], .movie) == [])
    }

    @Test func theDateOfAReadingOnlyBecomesMorePrecise() throws {
        let entry: KeyValuePairs = ["title": "D", "on": "2024"]
        #expect(
            try updated(entry, ["title": "D", "on": "2024-05-01"], .read, isCompletion: true)
                == ["on: 2024-05-01"])
        #expect(
            try updated(entry, ["title": "D", "on": "2025-05-01"], .read, isCompletion: true) == [])
    }
}
