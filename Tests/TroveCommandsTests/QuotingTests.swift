import Testing
import TroveCommands
import TroveLanguage
import TroveTesting

@Suite struct QuotingTests {
    static let arguments: [Case<String, String>] = [
        Case("word", "Dune", "Dune"), Case("blank", "Left Hand", #""Left Hand""#),
        Case("empty", "", #""""#),
        Case("colon", "Dune:", #""Dune:""#), Case("equal", "a=b", #""a=b""#),
        Case("bar", "a|b", #""a|b""#),
        Case("quote", #"a"b"#, #""a\"b""#), Case("backslash", #"a\b"#, #""a\\b""#),
        Case("line end", "a\nb", #""a\nb""#), Case("tab", "a\tb", #""a\tb""#),
        Case("apostrophe", "Ender's", #""Ender's""#),
        Case("parenthesis", "(a)", #""(a)""#), Case("hash", "#1", "\"#1\""),
        Case("hash inside", "C#", "C#"),
        Case("option", "--yes", #""--yes""#), Case("dash", "-3", "-3"), Case("CJK", "三体", "三体"),
        Case("semicolon", "Emma;", #""Emma;""#), Case("semicolon inside", "a;b", "a;b"),
        Case("number", "1984", "1984"),
    ]

    @Test(arguments: arguments)
    func quotesWhatNeedsIt(_ test: Case<String, String>) {
        #expect(Quoting.argument(test.input) == test.expected)
    }

    static let titles: [Case<String, String>] = [
        Case("word", "Dune", "Dune"), Case("number", "1984", #""1984""#),
        Case("it", "it", #""it""#),
        Case("number first", "2001x", #""2001x""#), Case("It", "It", "It"),
        Case("blank", "a b", #""a b""#),
    ]

    @Test(arguments: titles)
    func quotesTitlesThatCouldBeNumbers(_ test: Case<String, String>) {
        #expect(Quoting.title(test.input) == test.expected)
    }

    @Test func everyTextSurvivesTheLexer() throws {
        try SeededRandom.run { random in
            for _ in 0..<5000 {
                let text = RandomText.next(using: &random)
                for (spelling, what) in [
                    (Quoting.argument(text), "argument"), (Quoting.title(text), "title"),
                    (Quoting.quoted(text), "quoted"),
                ] {
                    guard case .complete(let tokens) = try Lexer.tokens(of: "x " + spelling) else {
                        Issue.record("\(what) of \(text.debugDescription) is open\n\(random.hint)")
                        continue
                    }
                    let bytes = tokens.dropFirst().map { Array($0.text.utf8) }
                    #expect(
                        bytes == [Array(text.utf8)],
                        "\(what) of \(text.debugDescription)\n\(random.hint)")
                    #expect(tokens.last?.pair == nil, "\(text.debugDescription)\n\(random.hint)")
                    guard case .complete(let pairs) = try Lexer.tokens(of: "note:" + spelling)
                    else { continue }
                    #expect(
                        pairs.first.map { Array(($0.pair?.value.value ?? "").utf8) }
                            == Array(text.utf8),
                        "\(what) of \(text.debugDescription)\n\(random.hint)")
                }
            }
        }
    }

    @Test func everyTitleIsAReference() throws {
        try SeededRandom.run { random in
            for _ in 0..<2000 {
                let text = RandomText.next(using: &random)
                let command = try Spelling.command("show " + Quoting.title(text))
                #expect(
                    Array(command.utf8) == Array("show [\(text)]".utf8),
                    "\(text.debugDescription)\n\(random.hint)")
            }
        }
    }
}
