import Testing
import TroveCodecs
import TroveTesting

@Suite struct JSONTextTests {
    static let strings: [Case<String, String>] = [
        Case("plain", "Dune", #""Dune""#), Case("empty", "", #""""#),
        Case("quote and backslash", #"a"b\c"#, #""a\"b\\c""#),
        Case("control characters", "\u{0}\n\t\u{1F}", #""\u0000\u000a\u0009\u001f""#),
        Case("other scripts", "三 e\u{301} 😀", "\"三 e\u{301} 😀\""),
        Case("delete and line separator", "\u{7F}\u{2028}", "\"\u{7F}\u{2028}\""),
        Case("slash", "a/b", #""a/b""#),
        Case("an escape behind a long text", "\(long)\"", "\"\(long)\\\"\""),
    ]

    private static let long = String(repeating: "Dune, ", count: 40)

    @Test(arguments: strings)
    func writesStrings(_ test: Case<String, String>) {
        var json = JSONText()
        json.append(string: test.input)
        #expect(json.bytes == Array(test.expected.utf8))
    }

    /// Strings are read and written eight bytes at a time.
    @Test func characterAtAnyPlaceIsEscapedIfNeeded() throws {
        for character in [
            "\u{0}", "\u{1F}", " ", "!", "\"", "#", "[", "\\", "]", "\u{7F}", "é", "三",
        ] {
            for (before, after) in (0..<20).flatMap({ place in (0..<10).map { (place, $0) } }) {
                let text =
                    String(repeating: "x", count: before) + character
                    + String(repeating: "\u{A2}", count: after)
                var json = JSONText()
                json.append(string: text)
                let escaped =
                    switch character {
                    case "\u{0}": #"\u0000"#
                    case "\u{1F}": #"\u001f"#
                    case "\"": #"\""#
                    case "\\": #"\\"#
                    default: character
                    }
                let expected =
                    String(repeating: "x", count: before) + escaped
                    + String(repeating: "\u{A2}", count: after)
                try #require(json.bytes == Array("\"\(expected)\"".utf8))
                try #require(try JSON(parsing: json.bytes).text == text)
            }
        }
    }

    @Test(arguments: [0, 7, -7, 10, 1980, .max, .min]) func writesIntegers(_ number: Int) {
        var json = JSONText()
        json.append("[" as Unicode.Scalar)
        json.append(number)
        #expect(json.bytes == Array("[\(number)".utf8))
    }
}
