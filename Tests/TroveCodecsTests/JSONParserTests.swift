import Testing
import TroveCodecs
import TroveTesting

@Suite struct JSONParserTests {
    typealias Good = Case<String, JSON>
    typealias Bad = Case<[UInt8], JSON.Failure>

    static let numbers: [Good] = [
        Good("zero", "0", .integer(0)), Good("negative", "-12", .integer(-12)),
        Good("greatest", "9223372036854775807", .integer(.max)),
        Good("least", "-9223372036854775808", .integer(.min)),
        Good("above the greatest", "9223372036854775808", .number("9223372036854775808")),
        Good("below the least", "-9223372036854775809", .number("-9223372036854775809")),
        Good("beyond by a digit", "10000000000000000000", .number("10000000000000000000")),
        Good("negative zero", "-0", .number("-0")), Good("point", "1.50", .number("1.50")),
        Good("zero and point", "0.0", .number("0.0")), Good("exponent", "1e5", .number("1e5")),
        Good("all parts", "-0.5E+07", .number("-0.5E+07")),
        Good("negative exponent", "10e-2", .number("10e-2")),
        Good("beyond every double", "1e999", .number("1e999")),
    ]

    static let strings: [Good] = [
        Good("empty string", #""""#, .string("")), Good("plain", #""Dune""#, .string("Dune")),
        Good("short escapes", #""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
        Good("code units", #""\u0041\u00e9\u00E9\u20ac""#, .string("Aéé€")),
        Good("null by escape", #""a\u0000b""#, .string("a\u{0}b")),
        Good("surrogate pairs", #""\ud83d\ude00\uDBFF\uDFFF""#, .string("😀\u{10FFFF}")),
        Good("around the surrogates", #""\ud7ff\ue000""#, .string("\u{D7FF}\u{E000}")),
        Good("escape of a backslash and u", #""\\u0041""#, .string(#"\u0041"#)),
        Good("escapes among letters", #""a\nbc\td""#, .string("a\nbc\td")),
        Good("digits of every sort", #""\u09af\u09AF""#, .string("\u{9AF}\u{9AF}")),
        Good("other scripts", #""三 é 😀""#, .string("三 é 😀")),
        Good("other scripts and escapes", #""三\n😀""#, .string("三\n😀")),
        Good("delete, line separator", "\"\u{7F}\u{2028}\"", .string("\u{7F}\u{2028}")),
        Good("no character", "\"\u{FFFF}\u{FEFF}\"", .string("\u{FFFF}\u{FEFF}")),
    ]

    static let structures: [Good] = [
        Good("null", "null", .null), Good("true", "true", .bool(true)),
        Good("false", " false\r\n", .bool(false)),
        Good("empty array", "[ ]", .array([])), Good("empty object", "{\t}", .object([])),
        Good("array", "[1, [2], null]", .array([.integer(1), .array([.integer(2)]), .null])),
        Good(
            "two strings with escapes", #"["a\n","b\n"]"#,
            .array([.string("a\n"), .string("b\n")])),
        Good(
            "members in their order", #"{ "b" : 1 , "a" : [ ] }"#,
            .object([.init("b", .integer(1)), .init("a", .array([]))])),
        Good("empty name", #"{"":""}"#, .object([.init("", .string(""))])),
        Good(
            "names that differ in case", #"{"a":1,"A":2}"#,
            .object([.init("a", .integer(1)), .init("A", .integer(2))])),
        Good(
            "the same name in two objects", #"[{"a":1},{"a":{"a":2}}]"#,
            .array([
                .object([.init("a", .integer(1))]),
                .object([.init("a", .object([.init("a", .integer(2))]))]),
            ])),
        Good(
            "as deep as may be",
            String(repeating: "[", count: 16) + String(repeating: "]", count: 16),
            (0..<15).reduce(.array([])) { inner, _ in .array([inner]) }),
    ]

    static let bad: [Bad] = [
        bad("nothing", "", .endsEarly, 0), bad("white space", " \n ", .endsEarly, 3),
        bad("byte-order mark", "\u{FEFF}1", .isUnexpected, 0),
        bad("two values", "1 2", .goesOn, 2), bad("two objects", "{}{}", .goesOn, 2),
        bad("bracket too much", "[]]", .goesOn, 2), bad("NUL behind", "1\u{0}", .goesOn, 1),
        bad("other white space", "\u{A0}1", .isUnexpected, 0),
        bad("form feed", "\u{C}1", .isUnexpected, 0),
        bad("comma before the end", "[1,]", .isUnexpected, 3),
        bad("comma before the end of an object", #"{"a":1,}"#, .isUnexpected, 7),
        bad("comma at the beginning", "[,1]", .isUnexpected, 1),
        bad("two commas", "[1,,1]", .isUnexpected, 3), bad("no comma", "[1 1]", .isUnexpected, 3),
        bad("no comma in an object", #"{"a":1 "b":2}"#, .isUnexpected, 7),
        bad("no colon", #"{"a" 1}"#, .isUnexpected, 5),
        bad("no value", #"{"a":}"#, .isUnexpected, 5),
        bad("two colons", #"{"a"::1}"#, .isUnexpected, 5),
        bad("name alone", #"{"a"}"#, .isUnexpected, 4),
        bad("name without quotes", "{a:1}", .isUnexpected, 1),
        bad("number for a name", "{1:1}", .isUnexpected, 1),
        bad("other bracket", "[1}", .isUnexpected, 2), bad("other brace", "{]", .isUnexpected, 1),
        bad("comment", "[1/**/]", .isUnexpected, 2),
        bad("single quotes", "['a']", .isUnexpected, 1),
        bad("NaN", "NaN", .isUnexpected, 0), bad("Infinity", "-Infinity", .notANumber, 1),
        bad("capital", "True", .isUnexpected, 0), bad("other word", "nule", .isUnexpected, 3),
        bad("word that goes on", "nullx", .goesOn, 4),
        bad("zero before", "01", .notANumber, 1), bad("minus, zero before", "-01", .notANumber, 2),
        bad("two zeros", "[00]", .notANumber, 2), bad("minus alone", "-", .endsEarly, 1),
        bad("minus and blank", "[- 1]", .notANumber, 2), bad("plus", "+1", .isUnexpected, 0),
        bad("point first", ".5", .isUnexpected, 0), bad("point last", "[1.]", .notANumber, 3),
        bad("point and exponent", "1.e1", .notANumber, 2),
        bad("no exponent", "[1e]", .notANumber, 3), bad("no signed exponent", "1e+", .endsEarly, 3),
        bad("two signs", "1e+-1", .notANumber, 3), bad("two points", "1.2.3", .goesOn, 3),
        bad("hexadecimal", "0x10", .goesOn, 1), bad("underscore", "1_000", .goesOn, 1),
        bad("repeated name", #"{"a":1,"a":2}"#, .repeatsName, 7),
        bad("repeated name by escape", #"{"a":1,"b":1, "\u0061":2}"#, .repeatsName, 14),
        bad("repeated empty name", #"{"":1,"":2}"#, .repeatsName, 6),
        bad("too deep", String(repeating: "[", count: 17), .isTooDeep, 16),
        bad(
            "too deep in turns", String(repeating: #"{"a":["#, count: 9) + "]",
            .isTooDeep, 8 * 6),
    ]

    static let badStrings: [Bad] = [
        bad("no end", #""abc"#, .endsEarly, 4), bad("end by escape", #""abc\""#, .endsEarly, 6),
        bad("backslash at the end", #""a\"#, .endsEarly, 3),
        bad("line end in a string", "\"a\nb\"", .hasControlCharacter, 2),
        bad("tab in a string", "\"\tb\"", .hasControlCharacter, 1),
        bad("NUL in a string", "\"abcdefghijk\u{0}\"", .hasControlCharacter, 12),
        bad("control behind an escape", "\"\\n\u{1F}\"", .hasControlCharacter, 3),
        bad("unknown escape", #""a\x41""#, .unknownEscape, 2),
        bad("capital U", #""\U0041""#, .unknownEscape, 1),
        bad("escaped single quote", #""\'""#, .unknownEscape, 1),
        bad("three digits", #""\u004""#, .unknownEscape, 1),
        bad("no digits", #""\ug000""#, .unknownEscape, 1),
        bad("signed digits", #""\u+041""#, .unknownEscape, 1),
        bad("before the digits", #""\u00/0""#, .unknownEscape, 1),
        bad("behind the digits", #""\u00:0""#, .unknownEscape, 1),
        bad("before the capitals", #""\u00@0""#, .unknownEscape, 1),
        bad("behind the capitals", #""\u00G0""#, .unknownEscape, 1),
        bad("before the letters", #""\u00`0""#, .unknownEscape, 1),
        bad("behind the letters", #""\u00g0""#, .unknownEscape, 1),
        bad("digits end", #""\u00"#, .endsEarly, 5),
        bad("high surrogate alone", #""a\uD800""#, .hasLoneSurrogate, 2),
        bad("high surrogate and letter", #""\uD800a""#, .hasLoneSurrogate, 1),
        bad("high surrogate and escape", #""\uD800\n""#, .hasLoneSurrogate, 1),
        bad("two high surrogates", #""\uD800\uD800""#, .hasLoneSurrogate, 1),
        bad("high surrogate and other", #""\uDBFF\u0041""#, .hasLoneSurrogate, 1),
        bad("high surrogate and half an escape", #""\uD800\u12"#, .endsEarly, 11),
        bad("high surrogate and bad escape", #""\uD800\uXXXX""#, .unknownEscape, 7),
        bad("low surrogate alone", #""\uDC00""#, .hasLoneSurrogate, 1),
        bad("low before high", #""\uDC00\uD800""#, .hasLoneSurrogate, 1),
        bad("surrogate in a name", #"{"\uDEAD":1}"#, .hasLoneSurrogate, 2),
    ]

    /// Between quotes, after the letter a.
    static let badUTF8: [Case<[UInt8], Int>] = [
        Case("continuation alone", [0x80], 2), Case("no continuation", [0xC3], 2),
        Case("overlong slash", [0xC0, 0xAF], 2), Case("overlong in three", [0xE0, 0x80, 0xAF], 2),
        Case("overlong in four", [0xF0, 0x8F, 0xBF, 0xBF], 2),
        Case("surrogate", [0xED, 0xA0, 0x80], 2), Case("low surrogate", [0xED, 0xBF, 0xBF], 2),
        Case("beyond the last", [0xF4, 0x90, 0x80, 0x80], 2), Case("five bytes", [0xF8, 0x88], 2),
        Case("FE", [0xFE], 2), Case("FF", [0xFF], 2), Case("two of three", [0xE4, 0xB8], 2),
        Case("cut by an escape", [0xC3, 0x5C, 0x6E, 0xA9], 2),
        Case("behind an escape", [0x5C, 0x6E, 0x62, 0xA9], 5),
        Case("behind another script", [0xC3, 0xA9, 0xC3, 0xA9, 0xE9], 6),
    ]

    @Test(arguments: numbers + strings + structures)
    func reads(_ test: Good) throws {
        let value = try JSON(parsing: Array(test.input.utf8))
        #expect(value == test.expected)
        // Equal texts can have different bytes.
        #expect(value.bytes == test.expected.bytes)
    }

    @Test(arguments: bad + badStrings)
    func reportsErrors(_ test: Bad) {
        #expect(throws: test.expected) { try JSON(parsing: test.input) }
    }

    @Test(arguments: badUTF8)
    func reportsInvalidUTF8(_ test: Case<[UInt8], Int>) {
        #expect(throws: JSON.Failure(.isNotUTF8, at: test.expected)) {
            try JSON(parsing: Array("\"a".utf8) + test.input + Array("\"".utf8))
        }
        // Other values are not texts.
        #expect(throws: JSON.Failure(.isUnexpected, at: 0)) {
            try JSON(parsing: test.input.first == 0x5C ? [0x80] : test.input)
        }
    }

    private static func bad(
        _ name: String, _ text: String, _ reason: JSON.Failure.Reason, _ offset: Int
    ) -> Bad {
        Bad(name, Array(text.utf8), JSON.Failure(reason, at: offset))
    }
}
