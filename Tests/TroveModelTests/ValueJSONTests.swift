import Testing
import TroveCodecs
import TroveModel
import TroveTesting

@Suite struct ValueJSONTests {
    typealias Row = Case<(Field.Content, String), Outcome>

    /// The result of reading JSON for a field.
    enum Outcome: Sendable, Equatable {
        case value(Value?)
        case violation(RuleViolation.Rule)
    }

    private static let rating = FixedDecimal(thousandths: 250)...FixedDecimal(5)
    private static let quarter = FixedDecimal(thousandths: 250)
    private static let quarters = Field.Content.decimal(rating, step: quarter)
    private static let ladder = Specimen.ladder
    private static let ladderContent = Field.Content.ladder(ladder)

    static let written: [Case<Value, String>] = [
        Case("text", .text("a \"b\""), #""a \"b\"""#), Case("integer", .integer(-3), "-3"),
        Case("decimal", .decimal(FixedDecimal(thousandths: 4250)), "4.25"),
        Case("decimal below nought", .decimal(FixedDecimal(thousandths: -500)), "-0.5"),
        Case("whole decimal", .decimal(FixedDecimal(-10)), "-10"),
        Case("day", .date(date(2026, 11, 2)), #""2026-11-02""#),
        Case("month of a year", .date(date(2026, 11)), #""2026-11""#),
        Case("year", .date(date(2026)), #""2026""#), Case("month", .month(.may), "5"),
        Case("set", .set(["a", "b c"]), #"["a","b c"]"#), Case("empty set", .set([]), "[]"),
    ]

    static let right: [Row] = [
        Row("null", (.text, "null"), .value(nil)), Row("null set", (.set, "null"), .value(nil)),
        Row("null state", (ladderContent, "null"), .value(nil)),
        Row("empty text", (.text, #""""#), .value(.text(""))),
        Row("other choice", (.choice(suggestions: ["a"]), #""b""#), .value(.text("b"))),
        Row("whole number", (.integer(1...10), "10"), .value(.integer(10))),
        Row("decimal", (quarters, "4.250"), .value(.decimal(FixedDecimal(thousandths: 4250)))),
        Row("whole decimal", (quarters, "4"), .value(.decimal(FixedDecimal(4)))),
        Row("whole decimal with places", (quarters, "4.0"), .value(.decimal(FixedDecimal(4)))),
        Row("date", (.date, #""2026-11""#), .value(.date(date(2026, 11)))),
        Row("month", (.month, "12"), .value(.month(.december))),
        Row("state", (ladderContent, #""cut""#), .value(.text("cut"))),
        Row("state by long name", (ladderContent, #""Cut once""#), .value(.text("cut"))),
        Row("set, sorted", (.set, #"["b"," a ",""]"#), .value(.set(["a", "b"]))),
        Row("set, each once", (.set, #"["Attic","attic"]"#), .value(.set(["Attic"]))),
        Row("set, commas", (.set, #"["b,a","c"]"#), .value(.set(["a", "b", "c"]))),
        Row("empty set", (.set, "[]"), .value(.set([]))),
    ]

    static let wrongTypes: [Row] = [
        Row("number for a text", (.text, "1"), .violation(.isOfOtherType(.string))),
        Row("array for a text", (.text, "[]"), .violation(.isOfOtherType(.string))),
        Row(
            "bool for a choice", (.choice(suggestions: []), "true"),
            .violation(.isOfOtherType(.string))),
        Row("text for a number", (.integer(1...10), #""7""#), .violation(.isOfOtherType(.number))),
        Row("bool for a number", (.integer(0...1), "true"), .violation(.isOfOtherType(.number))),
        Row("text for a decimal", (quarters, #""4.25""#), .violation(.isOfOtherType(.number))),
        Row("number for a date", (.date, "2026"), .violation(.isOfOtherType(.string))),
        Row("text for a month", (.month, #""may""#), .violation(.isOfOtherType(.number))),
        Row("number for a state", (ladderContent, "0"), .violation(.isOfOtherType(.string))),
        Row("text for a set", (.set, #""a, b""#), .violation(.isOfOtherType(.array))),
        Row("object for a set", (.set, #"{"a":1}"#), .violation(.isOfOtherType(.array))),
        Row("number in a set", (.set, #"["a",1]"#), .violation(.isOfOtherType(.string))),
        Row("null in a set", (.set, "[null]"), .violation(.isOfOtherType(.string))),
        Row("set in a set", (.set, #"[["a"]]"#), .violation(.isOfOtherType(.string))),
    ]

    static let wrongValues: [Row] = [
        Row("NUL", (.text, #""a\u0000""#), .violation(.hasNull)),
        Row("below", (.integer(1...10), "0"), .violation(.isOutside(1...10))),
        Row("above", (.integer(1...10), "11"), .violation(.isOutside(1...10))),
        Row("fraction", (.integer(1...10), "7.5"), .violation(.notAWholeNumber(1...10))),
        Row("written with places", (.integer(1...10), "7.0"), .violation(.notAWholeNumber(1...10))),
        Row("exponent", (.integer(1...10), "1e1"), .violation(.notAWholeNumber(1...10))),
        Row(
            "beyond 64 bits", (.integer(1...10), "99999999999999999999"),
            .violation(.notAWholeNumber(1...10))),
        Row("decimal above", (quarters, "5.25"), .violation(.isOutsideDecimal(rating))),
        Row("between steps", (quarters, "4.1"), .violation(.isBetweenSteps(quarter, in: rating))),
        Row("too many places", (quarters, "4.2501"), .violation(.notANumber(rating))),
        Row("decimal with exponent", (quarters, "4e0"), .violation(.notANumber(rating))),
        Row("decimal far above", (quarters, "\(Int.max)"), .violation(.notANumber(rating))),
        Row("no such day", (.date, #""2023-02-29""#), .violation(.notADate)),
        Row("today", (.date, #""today""#), .violation(.notADate)),
        Row("empty date", (.date, #""""#), .violation(.notADate)),
        Row("month 0", (.month, "0"), .violation(.notAMonth)),
        Row("month 13", (.month, "13"), .violation(.notAMonth)),
        Row("negative month", (.month, "-5"), .violation(.notAMonth)),
        Row("month and a half", (.month, "5.5"), .violation(.notAMonth)),
        Row("no state", (ladderContent, #""polished""#), .violation(.unknownState(ladder))),
        Row("control character in a set", (.set, #"["a\n"]"#), .violation(.hasControlCharacter)),
    ]

    @Test(arguments: written)
    func isWrittenInWireFormat(_ test: Case<Value, String>) {
        #expect(test.input.json.written == test.expected)
    }

    @Test(arguments: right + wrongTypes + wrongValues)
    func isReadAndChecked(_ test: Row) throws {
        let field = Field("field", test.input.0, "")
        let json = try JSON(parsing: Array(test.input.1.utf8))
        let outcome: Outcome
        do throws(RuleViolation) {
            outcome = .value(try field.value(from: json))
        } catch {
            #expect(error.field == "field")
            outcome = .violation(error.rule)
        }
        #expect(outcome == test.expected)
    }

    /// Every value of a field survives a round trip, also through bytes.
    @Test(arguments: Kinds.standard.all + [Specimen.kind])
    func survivesARoundTrip(_ kind: Kind) throws {
        try SeededRandom.run { random in
            for field in kind.fields {
                for _ in 0..<200 {
                    let value = try field.randomValue(using: &random)
                    let json = try JSON(parsing: value.json.bytes)
                    #expect(try field.value(from: json) == value)
                }
            }
        }
    }

    @Test func errorsShowTheValue() throws {
        func shown(_ json: JSON) throws -> String? {
            #expect(throws: RuleViolation.self) { try Field("f", .set, "").value(from: json) }?
                .value
        }
        #expect(try shown(.string("a")) == #""a""#)
        #expect(try shown(.array([.integer(12)])) == "12")
        #expect(
            try shown(.string(String(repeating: "é", count: 99)))
                == "\"" + String(repeating: "é", count: 19) + "…")
    }

    @Test func limitsTexts() throws {
        let field = Field("note", .text, "")
        let longest = String(repeating: "x", count: Field.longestText)
        #expect(try field.value(from: .string(longest)) == .text(longest))
        let error = #expect(throws: RuleViolation.self) {
            try field.value(from: .string(longest + "x"))
        }
        #expect(error?.rule == .isTooLong(limit: Field.longestText))
    }
}

extension Field {
    /// Returns a random valid value of the field, as parsing returns it.
    fileprivate func randomValue(using random: inout SeededRandom) throws -> Value {
        switch content {
        case .integer(let range): return .integer(.random(in: range, using: &random))
        case .decimal(let range, let step):
            let unit = step?.thousandths ?? 1
            let units = range.lowerBound.thousandths / unit...range.upperBound.thousandths / unit
            return .decimal(FixedDecimal(thousandths: unit * .random(in: units, using: &random)))
        case .date:
            let year = Int.random(in: 1...9999, using: &random)
            let month = Int.random(in: 1...12, using: &random)
            let day = Int.random(in: 1...28, using: &random)
            return .date([date(year), date(year, month), date(year, month, day)][day % 3])
        case .set:
            let names = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                Specimen.words.randomElement(using: &random) ?? ""
            }
            return try parse(names.joined(separator: ", "), today: today)
        case .text, .isbn, .choice, .month, .ladder: return Specimen.value(of: self, using: &random)
        }
    }
}
