import Testing
import TroveCommands
import TroveLanguage
import TroveTesting

/// References to items, as `show` reads them.
@Suite struct ReferenceTests {
    static let references: [Case<String, String>] = [
        Case("number", "3", "#3"), Case("zero", "0", "#0"), Case("padded number", "007", "#7"),
        Case("several", "3 5 7-9", "#3 #5 #7-9"), Case("range of one", "4-4", "#4-4"),
        Case("widest range", "1-1000000", "#1-1000000"), Case("it", "it", "it"),
        Case("it and others", "it 3", "it #3"), Case("It is a title", "It", "[It]"),
        Case("quoted it is a title", #""it""#, "[it]"),
        Case("quoted number is a title", #""1984""#, "[1984]"),
        Case("word", "dune", "[dune]"), Case("words", "left  hand", "[left hand]"),
        Case("quoted words", #""Left  Hand""#, "[Left  Hand]"),
        Case("two quoted titles", #""Dune" "Emma""#, "[Dune] [Emma]"),
        Case("quoted title and number", #""Dune" 3"#, "[Dune] #3"),
        Case("number first in a title", "2001 A Space Odyssey", "[2001 A Space Odyssey]"),
        Case("number last in a title", "Catch 22", "[Catch 22]"),
        Case("years in a title", "The War 1939-45", "[The War 1939-45]"),
        Case("it in a title", "It happened", "[It happened]"),
        Case("it inside", "do it", "[do it]"),
        Case("minus is a title", "-3", "[-3]"), Case("open range is a title", "3-", "[3-]"),
        Case("three parts are a title", "1-2-3", "[1-2-3]"),
        Case("beyond 64 bits", "99999999999999999999", "[99999999999999999999]"),
        Case("digits of another script", "３", "[３]"), Case("number with a comma", "3,", "[3,]"),
        Case("other scripts", "三体", "[三体]"),
        Case("parentheses", "Solaris (1961)", "[Solaris (1961)]"),
        Case("condition", "where rating<3", "{rating<[3]}"),
        Case("condition of a kind", "books where rating<3", "{books rating<[3]}"),
        Case("condition of a kind, text", "books where herbert", "{books [herbert]}"),
        Case(
            "condition with parentheses", "where (a=1 or b=2) dune",
            "{((a=[1] or b=[2]) and [dune])}"),
        Case("condition with spaces", "where a > 1", "{a>[1]}"),
        Case("where in a title", "where the wild things are", "[where the wild things are]"),
        Case("Where is a title", "Where a=1", "[Where a=1]"),
        Case("quoted where is a title", #""where" 3"#, "[where] #3"),
        Case("where inside", "nowhere where to go", "[nowhere where to go]"),
        Case("empty title", #""""#, "[]"),
    ]

    @Test(arguments: references)
    func reads(_ test: Case<String, String>) throws {
        #expect(try Spelling.command("show " + test.input) == "show " + test.expected)
    }

    @Test func spansAreCorrect() throws {
        let line = #"show é b"#
        let references: [Spanned<Reference>] = try #require(Spelling.properties(line)["items"])
        #expect(references.map { MarkedLine.text(line, at: $0.span) } == ["é b"])
        let numbers = #"show 3 "三" 7-9"#
        let several: [Spanned<Reference>] = try #require(Spelling.properties(numbers)["items"])
        #expect(several.map { MarkedLine.text(numbers, at: $0.span) } == ["3", #""三""#, "7-9"])
    }
}
