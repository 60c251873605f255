import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// Conditions as filters of one kind, and errors in their fields and values.
@Suite struct ConditionResolveTests {
    private static let book = Kind.book
    private static let today = PartialDate(packed: 2026 << 9 | 11 << 5 | 20)

    private static func field(_ name: String) -> FieldIndex { book.index(ofField: name) ?? -1 }

    private static func resolve(_ line: String, for kind: Kind = book) throws -> Filter {
        let query: Query? = try Spelling.properties("list " + line)["query"]
        return try #require(query?.condition).resolve(for: kind, today: today)
    }

    static let resolved: [Case<String, Filter>] = [
        Case(
            "number", "pages=300",
            .compare(field: field("pages"), .equal, [.integer(300)])),
        Case(
            "outside of the rule", "pages>1000000",
            .compare(field: field("pages"), .greater, [.integer(1_000_000)])),
        Case(
            "several", "pages=1|2",
            .compare(
                field: field("pages"), .equal, [.integer(1), .integer(2)])),
        Case(
            "not equal", "pages!=1",
            .not(.compare(field: field("pages"), .equal, [.integer(1)]))),
        Case("has none", "genre=", .isAbsent(field: field("genre"))),
        Case("has some", "genre!=", .not(.isAbsent(field: field("genre")))),
        Case("contains", "title~left", .contains(field: 0, ["left"])),
        Case("contains one of", "title~a|b", .contains(field: 0, ["a", "b"])),
        Case(
            "contains in a date means within", "due~2026",
            .compare(
                field: field("due"), .equal,
                [.date(PartialDate(packed: 2026 << 9))])),
        Case(
            "today", "due<=today",
            .compare(field: field("due"), .lessOrEqual, [.date(today)])),
        Case(
            "state by its long name", #"state>="want to read""#,
            .compare(
                field: field("state"), .greaterOrEqual, [.text("to-read")])),
        Case(
            "rating between quarters", "rating>4.1",
            .compare(
                field: field("rating"), .greater,
                [.decimal(FixedDecimal(thousandths: 4100))])),
        Case(
            "set", "shelves=attic",
            .compare(field: field("shelves"), .equal, [.set(["attic"])])),
        Case("word", "dune", .anyText("dune")),
        Case(
            "capitals of a field", "PAGES<3",
            .compare(field: field("pages"), .less, [.integer(3)])),
        Case(
            "joined", "dune not (au=x or page=0)",
            .all([
                .anyText("dune"),
                .not(
                    .any([
                        .compare(field: field("author"), .equal, [.text("x")]),
                        .compare(field: field("page"), .equal, [.integer(0)]),
                    ])),
            ])),
    ]

    @Test(arguments: resolved)
    func becomesAFilter(_ test: Case<String, Filter>) throws {
        #expect(try Self.resolve(test.input) == test.expected)
    }

    static let wrongFields: [Case<String, LanguageError.Problem>] = [
        Case("unknown", "‹hardness›=3", .unknownField("hardness", kinds: ["book"], nearest: [])),
        Case("name", "‹name›=x", .unknownField("name", kinds: ["book"], nearest: ["title"])),
        Case("nearly", "dune ‹gnre›=x", .unknownField("gnre", kinds: ["book"], nearest: ["genre"])),
        Case("ambiguous", "not ‹d›=x", .ambiguousField("d", ["description", "due"])),
    ]

    @Test(arguments: wrongFields)
    func reportsAWrongField(_ test: Case<String, LanguageError.Problem>) {
        let marked = MarkedLine("list " + test.input)
        let error = #expect(throws: LanguageError.self) {
            try Self.resolve(String(marked.line.dropFirst(5)))
        }
        #expect(error?.problem == test.expected)
        #expect(error?.span == marked.span)
    }

    static let wrongValues: [Case<String, RuleViolation.Rule>] = [
        Case("no number", "pages=‹many›", .notAWholeNumber(1...999_999)),
        Case("second value", "pages=1|‹x›", .notAWholeNumber(1...999_999)),
        Case("no date", "due<‹soon›", .notADate),
        Case("no number with blanks", "pages > ‹many›", .notAWholeNumber(1...999_999)),
    ]

    @Test(arguments: wrongValues)
    func reportsAWrongValue(_ test: Case<String, RuleViolation.Rule>) {
        let marked = MarkedLine("list " + test.input)
        let error = #expect(throws: ValueError.self) {
            try Self.resolve(String(marked.line.dropFirst(5)))
        }
        #expect(error?.violation.rule == test.expected)
        #expect(error?.span == marked.span)
    }

    @Test func reportsAnUnknownState() throws {
        let ladder = try #require(Kind.book.ladder).ladder
        let error = #expect(throws: ValueError.self) { try Self.resolve("state=lost") }
        #expect(
            error?.violation
                == RuleViolation(field: "state", value: "lost", rule: .unknownState(ladder)))
    }

    @Test func listsItsFields() throws {
        let query: Query? = try Spelling.properties("list a=1 (b=2 or not c=3) d")["query"]
        #expect(query?.condition?.fields.map(\.value) == ["a", "b", "c"])
    }
}
