import Testing
import TroveModel
import TroveTesting

@Suite struct LadderTests {
    static let typed: [Case<String, Int?>] = [
        Case("short name", "to-read", 1), Case("long name", "want to read", 1),
        Case("capitals", "READING", 2), Case("capitals of a long name", "Want To Have", 0),
        Case("beginning", "fin", 4), Case("one letter", "r", 2),
        Case("a synonym before a beginning", "read", 4), Case("a synonym", "DNF", 3),
        Case("a synonym with a blank", "to read", 1),
        Case("beginning with capitals", "WI", 0),
        Case("not the whole of another", "readings", nil), Case("unknown", "lost", nil),
        Case("empty", "", nil), Case("blank", " ", nil),
    ]

    @Test(arguments: typed)
    func parsesNames(_ test: Case<String, Int?>) throws {
        let ladder = try #require(Kind.book.ladder).ladder
        #expect(ladder.index(of: test.input) == test.expected)
    }

    static let stages: [Case<Kind, [Ladder.Stage]>] = [
        Case("books", .book, [.wanted, .waiting, .begun, .abandoned, .completed]),
        Case("films", .movie, [.wanted, .completed]),
    ]

    @Test(arguments: stages) func statesHaveAStage(_ row: Case<Kind, [Ladder.Stage]>) throws {
        let ladder = try #require(row.input.ladder).ladder
        #expect(ladder.rungs.indices.map(ladder.stage) == row.expected)
    }

    @Test func rejectsAmbiguousNames() {
        let ladder = Ladder([
            .init("read", "all of it"), .init("reading", "some of it"), .init("ready", ""),
        ])
        #expect(ladder.index(of: "rea") == nil)
        #expect(ladder.index(of: "read") == 0)
        #expect(ladder.index(of: "readi") == 1)
    }

    @Test func namesAreTheRequirements() throws {
        let ladder = try #require(Kind.book.ladder).ladder
        #expect(
            ladder.rungs.map { [$0.name, $0.longName] } == [
                ["wish", "want to have"], ["to-read", "want to read"],
                ["reading", "started progress"], ["abandoned", "set aside"],
                ["finished", "completed reading"],
            ])
        #expect(ladder.rungs.map(\.isOwned) == [false, true, true, true, true])
        #expect(ladder.firstOwned?.name == "to-read")
        #expect(ladder.underway == 2)
        #expect(ladder.rungs.indices.map(ladder.next) == [1, 2, 4, 4, nil])
    }
}
