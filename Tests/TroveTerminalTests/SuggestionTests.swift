import Testing
import TroveTerminal

@Suite struct SuggestionTests {
    private func line(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    @Test func isTypedThrough() {
        var suggestion = LineSuggestion()
        #expect(suggestion.isDue(for: line("li")))
        suggestion.set("st books", for: line("li"))
        #expect(!suggestion.isDue(for: line("li")))
        suggestion.show()
        #expect(suggestion.rest(of: line("li")) == "st books")
        suggestion.follow(line("list"))
        #expect(suggestion.rest(of: line("list")) == " books")
        #expect(!suggestion.isDue(for: line("list")))
        suggestion.follow(line("list b"))
        #expect(suggestion.rest(of: line("list b")) == "ooks")
    }

    @Test func isHiddenUntilItIsShown() {
        var suggestion = LineSuggestion()
        suggestion.set("st books", for: line("li"))
        #expect(suggestion.isHidden)
        #expect(suggestion.rest(of: line("li")) == "")
        suggestion.follow(line("lis"))
        #expect(suggestion.isHidden)
        #expect(suggestion.rest(of: line("lis")) == "")
        suggestion.show()
        #expect(!suggestion.isHidden)
        #expect(suggestion.rest(of: line("lis")) == "t books")
        suggestion.set(nil, for: line("lisp"))
        #expect(!suggestion.isHidden)
    }

    @Test(arguments: ["lis", "listx", "list books", "", "xlist"])
    func anotherKeyDropsIt(_ next: String) {
        var suggestion = LineSuggestion()
        suggestion.set(" books", for: line("list"))
        suggestion.show()
        suggestion.follow(line(next))
        #expect(suggestion.rest(of: line(next)) == "")
        #expect(suggestion.isDue(for: line(next)) == !next.isEmpty)
    }

    @Test func noSuggestionIsNotAskedForAgain() {
        var suggestion = LineSuggestion()
        suggestion.set(nil, for: line("list"))
        #expect(!suggestion.isDue(for: line("list")))
        suggestion.follow(line("list"))
        #expect(!suggestion.isDue(for: line("list")))
        suggestion.follow(line("list "))
        #expect(suggestion.isDue(for: line("list ")))
    }
}
