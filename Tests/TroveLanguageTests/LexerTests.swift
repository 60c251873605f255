import Testing
import TroveLanguage
import TroveTesting

@Suite struct LexerTests {
    /// Formats a token as text: `word`, `«quoted»`, `(`, `)`, `field‹=›value|value`.
    private static func spell(_ token: Token) -> String {
        switch token.kind {
        case .open: return "("
        case .close: return ")"
        case .word: break
        }
        let text =
            token.pair.map { pair in
                "\(pair.name.value)‹\(pair.operator.rawValue)›"
                    + pair.alternatives.map(\.value).joined(separator: "|")
            } ?? token.text
        return token.isQuoted ? "«\(text)»" : text
    }

    private static func tokens(_ line: String) throws -> [Token]? {
        guard case .complete(let tokens) = try Lexer.tokens(of: line) else { return nil }
        return tokens
    }

    /// A space and a tab separate words alike, but only before a space is a word read in one pass.
    @Test func bothWaysToReadAWordAgree() throws {
        try SeededRandom.run { random in
            for _ in 0..<500 {
                let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (0..<Int.random(in: 0...7, using: &random)).map { _ in
                        let signs =
                            ["a", "Z", "0", "-", ".", ":", ":", "\"", "'", "\\", "é"]
                            + ["|", "=", ";", "#", "(", ")", ",", "\u{301}", "n"]
                        return signs[Int.random(in: signs.indices, using: &random)]
                    }.joined()
                }
                let spaced = words.map { $0 + " " }.joined()
                let tabbed = words.map { $0 + "\t" }.joined()
                #expect(
                    Self.description(spaced) == Self.description(tabbed),
                    "\(random.hint) \(spaced)")
            }
        }
    }

    /// Describes the tokens of a line with their spans, or the place of its error, with spaces for
    /// tabs.
    private static func description(_ line: String) -> String {
        do throws(LanguageError) {
            guard case .complete(let tokens) = try Lexer.tokens(of: line) else { return "open" }
            let text = tokens.map { token in
                let value = token.pair.map { "\($0.name.span) \($0.value.span)" } ?? ""
                return "\(spell(token)) \(token.span) \(value)"
            }.joined(separator: "\n")
            return String(
                String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\t" ? " " : $0 }))
        } catch {
            return "\(error.span)"
        }
    }

    typealias Row = Case<String, [String]>

    static let words: [Row] = [
        Row("nothing", "", []), Row("blanks", " \t ", []),
        Row("words", "add book  Dune\t1", ["add", "book", "Dune", "1"]),
        Row("other scripts", "add 三体 łódź 😀", ["add", "三体", "łódź", "😀"]),
        Row("no-break space is no blank", "a\u{A0}b", ["a\u{A0}b"]),
        Row("NUL is a character", "a\u{0}b", ["a\u{0}b"]),
        Row("end of line", "a b\n", ["a", "b"]), Row("CRLF", "a b\r\n", ["a", "b"]),
        Row("two lines", "a\nb", ["a", "b"]),
        Row("combining mark alone", "\u{301}", ["\u{301}"]),
        Row(
            "punctuation", "a, b; c! d? e% f& g* h/i @j",
            ["a,", "b;", "c!", "d?", "e%", "f&", "g*", "h/i", "@j"]),
    ]

    static let quotes: [Row] = [
        Row("double", #"add "The Left Hand""#, ["add", "«The Left Hand»"]),
        Row("single", "add 'The Left Hand'", ["add", "«The Left Hand»"]),
        Row("empty", #""" ''"#, ["«»", "«»"]),
        Row("escapes", #""a\"b\\c\nd\te""#, ["«a\"b\\c\nd\te»"]),
        Row("no escapes in single", #"'a\n\"b'"#, [#"«a\n\"b»"#]),
        Row("the other quote inside", #""Ender's" 'say "x"'"#, ["«Ender's»", #"«say "x"»"#]),
        Row("in the middle of a word", #"hard" sci-fi"x"#, ["«hard sci-fix»"]),
        Row("apostrophe in a word", "add Ender's Game", ["add", "Ender's", "Game"]),
        Row("two apostrophes in a word", "rock'n'roll", ["rock'n'roll"]),
        Row("apostrophe at the end", "the dogs' bowl", ["the", "dogs'", "bowl"]),
        Row("single in a value", "genre:'hard sci-fi'", ["«genre‹:›hard sci-fi»"]),
        Row("apostrophes after a comma", "tags:a,'b c'", ["«tags‹:›a,b c»"]),
        Row("apostrophe after a comma in a title", "Hush,'tis", ["Hush,'tis"]),
        Row("apostrophe in a value", "title:Ender's", ["title‹:›Ender's"]),
        Row("line end inside", "\"a\nb\"", ["«a\nb»"]),
        Row("CRLF inside", "\"a\r\nb\"", ["«a\r\nb»"]),
        Row("joined lines inside", "\"a\\\nb\"", ["«ab»"]),
        Row("hash and parentheses inside", #""a # (b)""#, ["«a # (b)»"]),
        Row("operators inside", #""Dune: Messiah" "a=b""#, ["«Dune: Messiah»", "«a=b»"]),
        Row("NUL inside", "\"\u{0}\"", ["«\u{0}»"]),
    ]

    static let comments: [Row] = [
        Row("whole line", "# add book", []), Row("behind", "list # all", ["list"]),
        Row("inside a word", "C# a#b", ["C#", "a#b"]),
        Row("in a value", "color:#ff0000", ["color‹:›#ff0000"]),
        Row("behind a quote", "\"a\"#b", ["«a#b»"]),
        Row("up to the end of the line", "a # b\nc", ["a", "c"]),
        Row("no quote opens in it", "a # it's \"", ["a"]),
        Row("behind a parenthesis", "(#a", ["("]),
    ]

    static let pairs: [Row] = [
        Row("set", "genre:sci-fi", ["genre‹:›sci-fi"]), Row("clear", "genre:", ["genre‹:›"]),
        Row("equal", "a=b", ["a‹=›b"]), Row("not equal", "a!=b", ["a‹!=›b"]),
        Row("less", "a<b", ["a‹<›b"]), Row("less or equal", "a<=b", ["a‹<=›b"]),
        Row("greater", "a>b", ["a‹>›b"]), Row("greater or equal", "a>=b", ["a‹>=›b"]),
        Row("contains", "a~b", ["a‹~›b"]), Row("no value", "a=", ["a‹=›"]),
        Row("dashes and digits in a name", "lent-to2:x", ["lent-to2‹:›x"]),
        Row("capitals in a name", "Genre:x", ["Genre‹:›x"]),
        Row("first operator counts", "note:a=b:c", ["note‹:›a=b:c"]),
        Row("equal behind equal", "a==b", ["a‹=›=b"]),
        Row("exclamation mark alone", "a!b", ["a!b"]), Row("no name", ":a =b", [":a", "=b"]),
        Row("name with a digit first", "3:a", ["3:a"]),
        Row("name with a dash first", "-a:b", ["-a:b"]),
        Row("name of another script", "titre-é:b", ["titre-é:b"]),
        Row("quoted name", "\"genre\":x", ["«genre:x»"]),
        Row("address", "https://a.b/c", ["https‹:›//a.b/c"]),
        Row("address in a value", "cover:https://a.b/?c=d", ["cover‹:›https://a.b/?c=d"]),
        Row("operators alone", "pages > 300", ["pages", ">", "300"]),
    ]

    static let bars: [Row] = [
        Row("two", "genre=a|b", ["genre‹=›a|b"]), Row("three", "genre=a|b|c", ["genre‹=›a|b|c"]),
        Row("empty ones", "genre=|a||", ["genre‹=›|a||"]),
        Row("in a word", "a|b", ["a|b"]),
        Row("with quotes", #"genre=a|"b c"|'d e'"#, ["«genre‹=›a|b c|d e»"]),
    ]

    static let parentheses: [Row] = [
        Row("around", "(a)", ["(", "a", ")"]),
        Row("close to words", "x(a)y", ["x", "(", "a", ")", "y"]),
        Row("nested", "((a) b)", ["(", "(", "a", ")", "b", ")"]),
        Row("behind a value", "(state=reading)", ["(", "state‹=›reading", ")"]),
        Row("of a value's own", "(note~(lent))", ["(", "note‹~›(lent)", ")"]),
        Row("two behind a value", "((a=b))", ["(", "(", "a‹=›b", ")", ")"]),
        Row("behind a quoted value", "(a=\"b\")", ["(", "«a‹=›b»", ")"]),
    ]

    static let continued: [Row] = [
        Row("between words", "add \\\nbook", ["add", "book"]),
        Row("ends a word", "add\\\nbook", ["add", "book"]),
        Row("with CRLF", "add \\\r\nbook", ["add", "book"]),
        Row("twice", "a \\\n\\\nb", ["a", "b"]),
        Row("backslash elsewhere", "a\\b \\c", ["a\\b", "\\c"]),
        Row("behind it a blank", "a\\ b", ["a\\", "b"]),
    ]

    @Test(arguments: words + quotes + comments + pairs + bars + parentheses + continued)
    func splitsLines(_ test: Row) throws {
        #expect(try Self.tokens(test.input)?.map(Self.spell) == test.expected)
    }

    @Test func distinguishesQuotedAndUnquotedBars() throws {
        let token = try #require(try Self.tokens(#"genre="a|b"|c"#)?.first)
        #expect(token.pair?.alternatives.map(\.value) == ["a|b", "c"])
        #expect(token.pair?.value.value == "a|b|c")
    }

    static let incomplete: [Case<String, Range<Int>?>] = [
        Case("open double quote", "add \"Dune", 4..<5),
        Case("open single quote", "add 'Dune", 4..<5),
        Case("open in a word", "é genre:\"x", 9..<10), Case("escaped quote", #""a\""#, 0..<1),
        Case("backslash at the end of a quote", "\"a\\", 0..<1),
        Case("backslash at the end", "add book \\", nil),
        Case("and a line end", "add \\\nbook \\", nil),
    ]

    @Test(arguments: incomplete)
    func continuesOnTheNextLine(_ test: Case<String, Range<Int>?>) throws {
        guard case .incomplete(let quote) = try Lexer.tokens(of: test.input) else {
            Issue.record("it was complete")
            return
        }
        #expect(quote?.span == test.expected)
        if let quote { #expect(MarkedLine.text(test.input, at: quote.span) == String(quote.value)) }
    }

    @Test func spansAreCorrect() throws {
        let line = #"ą "三 b" genre:"é"|x (t~ü)"#
        let tokens = try #require(try Self.tokens(line))
        #expect(
            tokens.map { MarkedLine.text(line, at: $0.span) }
                == ["ą", #""三 b""#, #"genre:"é"|x"#, "(", "t~ü", ")"])
        let pair = try #require(tokens[2].pair)
        #expect(MarkedLine.text(line, at: pair.name.span) == "genre")
        #expect(MarkedLine.text(line, at: pair.value.span) == #""é"|x"#)
        #expect(pair.alternatives.map { MarkedLine.text(line, at: $0.span) } == [#""é""#, "x"])
    }

    static let escapes = [
        "echo \"a‹\\q›b\"", "echo \"‹\\é›\"", "echo \"‹\\😀›\"", "echo \"‹\\0›\"", "x \"‹\\'›\"",
    ]

    @Test(arguments: escapes)
    func rejectsUnknownEscapes(_ text: String) {
        let marked = MarkedLine(text)
        let error = #expect(throws: LanguageError.self) { try Lexer.tokens(of: marked.line) }
        #expect(error?.span == marked.span)
        #expect(error?.problem == .unknownEscape(MarkedLine.text(marked.line, at: marked.span)))
    }
}
