import Testing
import TroveCodecs
import TroveLessons
import TroveTesting

/// What an expectation accepts.
@Suite struct ExpectationTests {
    typealias Row = Case<(String, String), Bool>

    static let values: [Row] = [
        Row("equal", (#"{"a":1}"#, #"{"a":1}"#), true),
        Row("more members", (#"{"a":1,"b":2}"#, #"{"a":1}"#), true),
        Row("a missing member", (#"{"a":1}"#, #"{"a":1,"b":2}"#), false),
        Row("another value", (#"{"a":1}"#, #"{"a":2}"#), false),
        Row("members of elements", (#"[{"a":1,"b":2}]"#, #"[{"a":1}]"#), true),
        Row("more elements", (#"[1,2]"#, #"[1]"#), false),
        Row("fewer elements", (#"[1]"#, #"[1,2]"#), false),
        Row("another order", (#"[1,2]"#, #"[2,1]"#), false),
        Row("numbers", (#"[9, 7.50]"#, #"[9.0, 7.5]"#), true),
        Row("another type", (#"["1"]"#, #"[1]"#), false),
        Row("null", ("null", "null"), true),
    ]

    @Test(arguments: values) func containsJSON(_ row: Row) throws {
        let value = try JSON(parsing: Array(row.input.0.utf8))
        #expect(value.contains(try JSON(parsing: Array(row.input.1.utf8))) == row.expected)
    }

    @Test func findsAllValuesOfAText() {
        let values = JSON.sequence(in: Array("[1]\n{\"a\":2}\n\n3 x".utf8))
        #expect(values == [.array([.integer(1)]), .object([.init("a", .integer(2))]), .integer(3)])
        #expect(JSON.sequence(in: []) == [])
    }

    static let texts: [Row] = [
        Row("the same", ("a b", "a b"), true),
        Row("a part", ("x a b y", "a b"), true),
        Row("white space", ("a   \n b", "a b"), true),
        Row("an ellipsis", ("one two three", "one … three"), true),
        Row("the order", ("three one", "one … three"), false),
        Row("not twice the same", ("one", "one … one"), false),
        Row("case", ("A", "a"), false),
        Row("anything", ("", "…"), true),
        Row("a repeated beginning", ("aab", "ab"), true),
    ]

    @Test(arguments: texts) func findsElidedText(_ row: Row) {
        #expect(ElidedText(row.input.1).occurs(in: row.input.0) == row.expected)
    }
}
