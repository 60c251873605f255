import Testing
import TroveModel
import TroveTesting

@Suite struct FieldParseTests {
    /// The result of parsing a text for a field.
    enum Outcome: Sendable, Equatable {
        case value(Value)
        case violation(RuleViolation.Rule)
    }

    typealias Row = Case<(Field.Content, String), Outcome>

    private static let rating = FixedDecimal(thousandths: 250)...FixedDecimal(5)
    private static let quarter = FixedDecimal(thousandths: 250)
    private static let mohs = FixedDecimal(1)...FixedDecimal(10)
    private static let ladder = Specimen.ladder
    private static let quarters = Field.Content.decimal(rating, step: quarter)
    private static let hardness = Field.Content.decimal(mohs, step: nil)

    static let texts: [Row] = [
        Row("text as it stands", (.text, " a  b\n"), .value(.text(" a  b\n"))),
        Row("text of any script", (.text, "三体 e\u{301}"), .value(.text("三体 e\u{301}"))),
        Row("empty text", (.text, ""), .value(.text(""))),
        Row(
            "suggested choice", (.choice(suggestions: ["sci-fi"]), "sci-fi"),
            .value(.text("sci-fi"))),
        Row("other choice", (.choice(suggestions: ["sci-fi"]), "odd"), .value(.text("odd"))),
    ]

    static let numbers: [Row] = [
        Row("whole number", (.integer(1...10), "7"), .value(.integer(7))),
        Row("lowest", (.integer(1...10), "1"), .value(.integer(1))),
        Row("highest", (.integer(1...10), "10"), .value(.integer(10))),
        Row("zeros before", (.integer(1...10), "007"), .value(.integer(7))),
        Row("negative", (.integer(-3...3), "-3"), .value(.integer(-3))),
        Row("below", (.integer(1...10), "0"), .violation(.isOutside(1...10))),
        Row("above", (.integer(1...10), "11"), .violation(.isOutside(1...10))),
        Row("negative below", (.integer(1...10), "-1"), .violation(.isOutside(1...10))),
        Row("no whole number", (.integer(1...10), "7.5"), .violation(.notAWholeNumber(1...10))),
        Row("words", (.integer(1...10), "seven"), .violation(.notAWholeNumber(1...10))),
        Row("plus", (.integer(1...10), "+7"), .violation(.notAWholeNumber(1...10))),
        Row("blank", (.integer(1...10), "7 "), .violation(.notAWholeNumber(1...10))),
        Row("empty", (.integer(1...10), ""), .violation(.notAWholeNumber(1...10))),
        Row(
            "beyond 64 bits", (.integer(1...10), "99999999999999999999"),
            .violation(.notAWholeNumber(1...10))),
    ]

    static let decimals: [Row] = [
        Row("lowest decimal", (hardness, "1"), .value(.decimal(FixedDecimal(1)))),
        Row("highest decimal", (hardness, "10.0"), .value(.decimal(FixedDecimal(10)))),
        Row("decimal", (hardness, "6.5"), .value(.decimal(FixedDecimal(thousandths: 6500)))),
        Row("decimal below", (hardness, "0.999"), .violation(.isOutsideDecimal(mohs))),
        Row("decimal above", (hardness, "10.001"), .violation(.isOutsideDecimal(mohs))),
        Row("decimal comma", (hardness, "6,5"), .violation(.notANumber(mohs))),
        Row("too many places", (hardness, "6.5001"), .violation(.notANumber(mohs))),
        Row("no decimal", (hardness, "hard"), .violation(.notANumber(mohs))),
        Row("on a step", (quarters, "4.25"), .value(.decimal(FixedDecimal(thousandths: 4250)))),
        Row("first step", (quarters, ".25"), .value(.decimal(quarter))),
        Row("between steps", (quarters, "4.1"), .violation(.isBetweenSteps(quarter, in: rating))),
        Row("step outside", (quarters, "5.25"), .violation(.isOutsideDecimal(rating))),
        Row("zero stars", (quarters, "0"), .violation(.isOutsideDecimal(rating))),
    ]

    static let dates: [Row] = [
        Row("day", (.date, "2024-02-29"), .value(.date(date(2024, 2, 29)))),
        Row("month of a year", (.date, "2024-02"), .value(.date(date(2024, 2)))),
        Row("year", (.date, "2024"), .value(.date(date(2024)))),
        Row("today", (.date, "today"), .value(.date(date(2026, 11, 20)))),
        Row("Yesterday", (.date, "Yesterday"), .value(.date(date(2026, 11, 19)))),
        Row("no such day", (.date, "2023-02-29"), .violation(.notADate)),
        Row("tomorrow", (.date, "tomorrow"), .value(.date(date(2026, 11, 21)))),
        Row("no named day", (.date, "soon"), .violation(.notADate)),
        Row("empty date", (.date, ""), .violation(.notADate)),
        Row("month name", (.month, "jul"), .value(.month(.july))),
        Row("month number", (.month, "12"), .value(.month(.december))),
        Row("no month", (.month, "ju"), .violation(.notAMonth)),
    ]

    static let names: [Row] = [
        Row("state", (.ladder(ladder), "cut"), .value(.text("cut"))),
        Row("state by long name", (.ladder(ladder), "In a setting"), .value(.text("set"))),
        Row("state by beginning", (.ladder(ladder), "R"), .value(.text("raw"))),
        Row("no state", (.ladder(ladder), "polished"), .violation(.unknownState(ladder))),
        Row("empty state", (.ladder(ladder), ""), .violation(.unknownState(ladder))),
        Row("set of one", (.set, "attic"), .value(.set(["attic"]))),
        Row("set, sorted", (.set, "b, a ,  c"), .value(.set(["a", "b", "c"]))),
        Row("set, each once", (.set, "Attic,attic,ATTIC"), .value(.set(["Attic"]))),
        Row(
            "set, blanks inside", (.set, "top shelf,  by the bed "),
            .value(.set(["by the bed", "top shelf"]))),
        Row("set, empty names", (.set, ",, a,"), .value(.set(["a"]))),
        Row("empty set", (.set, " , "), .value(.set([]))),
    ]

    @Test(arguments: texts + numbers + decimals + dates + names)
    func parses(_ test: Row) {
        let field = Field("field", test.input.0, "")
        let outcome: Outcome
        do throws(RuleViolation) {
            outcome = .value(try field.parse(test.input.1, today: today))
        } catch {
            #expect(error.field == "field" && error.value == test.input.1)
            outcome = .violation(error.rule)
        }
        #expect(outcome == test.expected)
    }

    @Test func limitsTexts() throws {
        let field = Field("note", .text, "")
        let longest = String(repeating: "é", count: Field.longestText / 2)
        #expect(try field.parse(longest, today: today) == .text(longest))
        let error = #expect(throws: RuleViolation.self) {
            try field.parse(longest + "x", today: today)
        }
        #expect(error?.rule == .isTooLong(limit: 65_536))
        // The text itself is too long to be shown.
        #expect(error?.value == String(repeating: "é", count: 20) + "…")
    }

    @Test func rejectsNulCharacters() {
        let error = #expect(throws: RuleViolation.self) {
            try Field("note", .text, "").parse("a\u{0}b", today: PartialDate(packed: 0))
        }
        #expect(error?.rule == .hasNull)
    }
}
