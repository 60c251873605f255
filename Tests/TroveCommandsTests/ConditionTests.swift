import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

@Suite struct ConditionTests {
    static let conditions: [Case<String, String>] = [
        Case("comparison", "state=reading", "state=[reading]"),
        Case("any of", "genre=a|b", "genre=[a]|[b]"),
        Case("quoted values", #"genre="hard sci-fi"|x"#, "genre=[hard sci-fi]|[x]"),
        Case("with blanks", "pages > 300", "pages>[300]"),
        Case("with a blank", "pages>= 300 or hardness< 3", "(pages>=[300] or hardness<[3])"),
        Case("behind where", "where pages > 300", "pages>[300]"),
        Case("with blanks, two characters", "pages >= 300", "pages>=[300]"),
        Case("with blanks, contains", "title ~ left", "title~[left]"),
        Case("has none", "genre=", "genre=[]"),
        Case("with blanks, any of", "genre = a|b", "genre=[a]|[b]"),
        Case("has some", "genre!=", "genre!=[]"), Case("a word", "dune", "[dune]"),
        Case("two words", "left hand", "([left] and [hand])"),
        Case("quoted words", #""left hand""#, "[left hand]"),
        Case("side by side", "a=1 b=2", "(a=[1] and b=[2])"),
        Case("and", "a=1 and b=2", "(a=[1] and b=[2])"),
        Case("or", "a=1 or b=2", "(a=[1] or b=[2])"),
        Case("and before or", "a=1 b=2 or c=3 d=4", "((a=[1] and b=[2]) or (c=[3] and d=[4]))"),
        Case("parentheses first", "a=1 (b=2 or c=3)", "(a=[1] and (b=[2] or c=[3]))"),
        Case("three of or", "a=1 or b=2 or c=3", "(a=[1] or b=[2] or c=[3])"),
        Case("not", "not a=1", "not a=[1]"),
        Case("not binds first", "not a=1 b=2", "(not a=[1] and b=[2])"),
        Case("not of all", "not (a=1 b=2)", "not (a=[1] and b=[2])"),
        Case("not not", "not not a=1", "not not a=[1]"),
        Case("nested", "((a=1))", "a=[1]"),
        Case("close together", "(a=1)or(b=2)", "(a=[1] or b=[2])"),
        Case("quoted or is a word", #""or""#, "[or]"),
        Case("quoted not", #"a=1 "not" b=2"#, "(a=[1] and [not] and b=[2])"),
        Case("capital letters", "a=1 OR NOT b=2", "(a=[1] or not b=[2])"),
        Case("one capital letter is a word", "a=1 Or b=2", "(a=[1] and [Or] and b=[2])"),
        Case("value with parentheses", "note~(lent)", "note~[(lent)]"),
        Case("negative value", "count<-3", "count<[-3]"),
        Case("dates", "due<2026-11-20", "due<[2026-11-20]"),
    ]

    @Test(arguments: conditions)
    func reads(_ test: Case<String, String>) throws {
        #expect(try Spelling.command("filter " + test.input) == "list " + test.expected)
    }

    @Test func limitsNesting() throws {
        func nested(_ depth: Int) -> String {
            "list " + String(repeating: "(", count: depth) + "a=1"
                + String(repeating: ")", count: depth)
        }
        #expect(try Spelling.command(nested(99)) == "list a=[1]")
        let error = #expect(throws: LanguageError.self) { try Spelling.command(nested(100)) }
        #expect(error?.problem == .tooDeep)
        let nots = "list " + String(repeating: "not ", count: 5000) + "a=1"
        #expect(throws: LanguageError.self) { try Spelling.command(nots) }
        let open = "list " + String(repeating: "(", count: 100_000)
        #expect(throws: LanguageError.self) { try Spelling.command(open) }
    }

    @Test func acceptsManySideBySide() throws {
        let many = (0..<5000).map { "a=\($0)" }
        #expect(
            try Spelling.command("list " + many.joined(separator: " or "))
                == "list (" + (0..<5000).map { "a=[\($0)]" }.joined(separator: " or ") + ")")
    }
}
