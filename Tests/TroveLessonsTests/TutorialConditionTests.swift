import Testing
import TroveLanguage
import TroveLessons
import TroveModel

/// Conditions on the state of a sandbox.
@Suite struct TutorialConditionTests {
    // MARK: Parsing

    @Test(arguments: [
        "count gem >= +1", "count gem>=1", "count items = 0", "count books <= -2",
        "count book = 3 where genre=sci-fi pages>250", "exists book where state=finished",
        "exists book where not (genre=sci-fi or rating>3)", "changed Dune", "changed Dune state",
        #"changed "The Left Hand of Darkness" author"#, "shown", "shown Dune", "listed gem",
        "listed gem where hardness>7", "asked queue", "asked queue|status", "queue = 0",
        "queue>=1", "rejected > 0", "conflicts != 0", "undone >= 1", "redone < 2",
        "snapshots >= +1", "marks >= 1", "online", "offline", "file books.csv", "not online",
        "once queue >= 1", "once not exists book where title=Dune",
    ])
    func areParsed(_ source: String) throws {
        let condition = try TutorialCondition(source, kinds: .standard)
        try condition.check(
            kinds: .standard, verbs: ["queue", "status", "list"])
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let source: String
        /// The text that the caret is under.
        let place: String

        init(_ source: String, _ place: String) {
            (self.source, self.place) = (source, place)
        }

        var testDescription: String { source }
    }

    @Test(arguments: [
        Mistake("", ""), Mistake("cuont gem >= 1", "cuont"), Mistake("count", ""),
        Mistake("count gem", ""), Mistake("count gem >=", ""), Mistake("count gem ~ 1", "~"),
        Mistake("count gem >= many", "many"), Mistake("count gem:1", ":"),
        Mistake("count gem >= 99999999999999999999", "99999999999999999999"),
        Mistake("count gem >= -9223372036854775808", "-9223372036854775808"),
        Mistake("count gem >= 1 if color=red", "if"), Mistake("exists book", "book"),
        Mistake("exists book where", "where"), Mistake("exists book where (genre=a", "("),
        Mistake("exists book where genre:a", "genre:a"), Mistake("changed", ""),
        Mistake("asked", ""), Mistake("queue", ""), Mistake("offline now", "now"),
        Mistake("not", ""), Mistake("step 1", "1"), Mistake("\"count\" gem >= 1", "\"count\""),
        Mistake("not not not not not not not not not online", "not"),
    ])
    func mistakesHaveAPlace(_ mistake: Mistake) throws {
        let error = try #require(throws: LanguageError.self) {
            _ = try TutorialCondition(mistake.source, kinds: .standard)
        }
        let text = String(decoding: Array(mistake.source.utf8)[error.span], as: UTF8.self)
        #expect(text == mistake.place)
    }

    @Test(arguments: [
        Mistake("count gems where hardness=soft", "")
    ])
    func aFilterNeedsANumberFirst(_ mistake: Mistake) {
        #expect(throws: LanguageError.self) {
            _ = try TutorialCondition(mistake.source, kinds: .standard)
        }
    }

    @Test(arguments: [
        "count boks >= 1", "exists book where hardness>3", "exists gem where hardness=soft",
        "listed gem where birthstone=sometimes", "changed Dune colour-of-cover", "asked qeue",
        "once not asked qeue", "count items >= 1 where genre=a",
    ])
    func namesAreChecked(_ source: String) throws {
        let condition = try TutorialCondition(source, kinds: .standard)
        #expect(throws: (any Error).self) {
            try condition.check(kinds: .standard, verbs: ["queue"])
        }
    }

    // MARK: Verdicts

    /// A sandbox that began with Dune and Ruby, in which Opal was added and Dune finished.
    static func state() throws -> SandboxState {
        let kinds = Kinds.standard
        func item(_ kind: String, _ number: Int, _ fields: [String: Value]) throws -> Item {
            let index = try #require(kinds.index(of: kind))
            var values = [Value?](repeating: nil, count: kinds[index].fields.count)
            for (name, value) in fields {
                guard case .found(let field) = kinds[index].match(field: name) else {
                    throw LanguageError(.closeParenthesis, at: 0..<0)
                }
                values[field.rawValue] = value
            }
            return Item(
                kind: index, number: ItemNumber(number), id: ItemID(high: 0, low: UInt64(number)),
                values: values)
        }
        let dune = try item("book", 1, ["title": .text("Dune"), "state": .text("reading")])
        let ruby = try item("gem", 2, ["name": .text("Ruby"), "color": .text("red")])
        let opal = try item("gem", 3, ["name": .text("Opal"), "color": .text("white")])
        let read = try item("book", 1, ["title": .text("Dune"), "state": .text("finished")])
        let today = try #require(PartialDate(parsing: "2026-11-20"))
        var state = SandboxState(start: Catalog(kinds: kinds, items: [dune, ruby]), today: today)
        state.now = Catalog(kinds: kinds, items: [read, ruby, opal])
        state.connection = .offline
        state.measures = [.queue: (0, 2), .undone: (0, 0)]
        state.record.verbs = ["queue"]
        state.record.shown = [3]
        state.record.lists = [[2, 3], [1]]
        state.files = ["books.csv"]
        return state
    }

    @Test(arguments: [
        "count gem >= +1", "count gem = 2", "count items = 3", "count items = +1",
        "count gem = 1 where color=white", "count book = +0", "exists book where state=finished",
        "changed Dune", "changed dune state", "shown", "shown opal", "listed gem",
        "listed book where state=finished", "asked queue|status", "queue = 2", "queue >= +1",
        "offline", "not online", "file books.csv", "once offline", "undone = 0", "conflicts = 0",
    ])
    func hold(_ source: String) throws {
        let condition = try TutorialCondition(source, kinds: .standard)
        #expect(try condition.verdict(in: Self.state()).holds)
    }

    @Test(arguments: [
        "count gem >= +2", "count gem = 1", "exists book where state=reading", "changed Ruby",
        "changed Dune title", "changed Nothing", "changed Opal", "shown Dune",
        "listed gem where color=red", "listed movie", "asked log", "queue = 0", "online",
        "file other.csv", "undone >= 1", "exists book where title=opal",
    ])
    func doNotHold(_ source: String) throws {
        let condition = try TutorialCondition(source, kinds: .standard)
        #expect(try !condition.verdict(in: Self.state()).holds)
    }

    @Test func findWhatTheUserHasDone() throws {
        let condition = try TutorialCondition("count gem >= +1", kinds: .standard)
        #expect(try condition.verdict(in: Self.state()).finding == .item("Opal", 3))
    }
}
