import Testing
import TroveCommands
import TroveModel

/// Several rows of a file about one item.
@Suite struct RowMergeTests {
    private func merged(
        _ first: KeyValuePairs<String, String>, _ second: KeyValuePairs<String, String>,
        _ kind: Kind = .book
    ) throws -> [String]? {
        try RowMerge(kind).merged(kind.values(first), kind.values(second)).map(kind.described)
    }

    @Test func thePoorerRowFillsTheRicherOne() throws {
        let poor: KeyValuePairs = ["title": "dune", "rating": "4"]
        let rich: KeyValuePairs = [
            "title": "Dune", "author": "Frank Herbert", "isbn": "9780441013593",
        ]
        let expected = [
            "title: Dune", "author: Frank Herbert", "isbn: 9780441013593", "rating: 4",
        ]
        #expect(try merged(poor, rich) == expected)
        #expect(try merged(rich, poor) == expected)
    }

    @Test func whatDiffersGoesToTheNote() throws {
        #expect(
            try merged(
                ["title": "Dune", "isbn": "9780441013593", "rating": "4", "note": "good"],
                ["title": "Dune", "isbn": "9780340960196", "rating": "3"]) == [
                    "title: Dune", "isbn: 9780441013593",
                    "note: good\n\nISBN: 9780340960196\nRating: 3", "rating: 4",
                ])
    }

    @Test func setsStatesPagesAndDatesAreCombined() throws {
        #expect(
            try merged(
                [
                    "title": "Dune", "state": "reading", "page": "20", "added": "2020-05",
                    "shelves": "a,b", "tags": "x",
                ],
                [
                    "title": "Dune", "state": "finished", "page": "10", "added": "2019-01-03",
                    "shelves": "B,c",
                ]) == [
                    "title: Dune", "tags: x", "page: 20", "state: finished", "added: 2019-01-03",
                    "shelves: a, b, c",
                ])
    }

    @Test func reviewsAreKeptOnce() throws {
        #expect(
            try merged(["title": "Dune", "note": "one"], ["title": "Dune", "note": "two"])
                == ["title: Dune", "note: one\n\ntwo"])
        #expect(
            try merged(["title": "Dune", "note": "one"], ["title": "Dune", "note": "one"])
                == ["title: Dune", "note: one"])
    }

    @Test func theLastViewingIsTheDateOfAFilm() throws {
        #expect(
            try merged(
                ["name": "Alien", "watched": "2024-02-01"],
                ["name": "Alien", "watched": "2025-02-01"], .movie)
                == ["name: Alien", "notes: Watched: 2024-02-01", "watched: 2025-02-01"])
    }

    @Test func aKindWithoutNotesKeepsRowsApartThatDiffer() throws {
        #expect(
            try merged(["name": "Ruby", "color": "red"], ["name": "Ruby", "color": "pink"], .gem)
                == nil)
        #expect(
            try merged(["name": "Ruby", "color": "red"], ["name": "Ruby", "hardness": "9"], .gem)
                == ["name: Ruby", "color: red", "hardness: 9"])
    }

    /// A note keeps its blank lines when something is added. A paragraph that continues one of the
    /// note replaces it.
    @Test(arguments: [
        ("one\n\n\n\ntwo", "three", "one\n\n\n\ntwo\n\nthree"),
        ("one\r\n\r\ntwo", "three", "one\r\n\r\ntwo\n\nthree"),
        ("one\n\ntwo", "two more", "one\n\ntwo more"),
        ("one\n\ntwo more", "two", "one\n\ntwo more"),
        ("4", "4.5", "4\n\n4.5"), ("one\ntwo\nthree", "two\nthree", "one\ntwo\nthree"),
        ("one\n\nPrivate Notes: two", "three", "one\n\nthree\n\nPrivate Notes: two"),
    ])
    func notesGrow(_ note: String, _ other: String, _ expected: String) throws {
        #expect(
            try merged(["title": "Dune", "note": note], ["title": "Dune", "note": other])
                == ["title: Dune", "note: \(expected)"])
    }
}
