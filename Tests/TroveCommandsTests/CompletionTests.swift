import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

@Suite struct CompletionTests {
    /// The replaced range and the replacement.
    struct Offer: Sendable, Equatable {
        let replaced: String
        let insertions: [String]
    }

    typealias Row = Case<String, Offer>

    /// Creates a row; ^ marks the cursor, else it is at the end of the line.
    private static func row(_ line: String, _ replaced: String, _ insertions: String...) -> Row {
        Row(
            line.isEmpty ? "nothing typed" : line, line,
            Offer(replaced: replaced, insertions: insertions))
    }

    private static func complete(_ line: String, currentKind: KindIndex = 0) -> (
        String, Completer.Result
    ) {
        let parts = line.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.joined()
        let completer = Completer(
            CommandTable.vocabulary, kinds: .standard, currentKind: currentKind,
            source: SampleSource())
        return (text, completer.complete(text, at: parts[0].utf8.count))
    }

    static let verbs: [Row] = [
        row("ad", "ad", "add", "advance"), row("  ad", "ad", "add", "advance"),
        row("ad^d", "ad", "add", "advance"),
        row("rea", "rea", "read", "reads", "reading"), row("xyz", "xyz"),
        row("help se", "se", "set", "search", "settings"),
        row("xyzzy ", ""), row("quit ", ""),
        row("explain ad", "ad", "add", "advance"), row("explain add g", "g", "gem"),
        row("explain show dune", "dune", "Dune", "\"Dune: Messiah\""),
        row("explain list genre=f", "f", "fantasy"), row("watch 5 count bo", "bo", "book"),
        row("alias w delete --", "--", "--yes"), row("watch 5", "5"),
        row("alias ", ""), row("alias --", "--", "--remove"),
        row("alias --remove r", "r", "reading", "rm"), row("alias --remove sh", "sh"),
        row("watch 5 de", "de"), row("watch 5 sta", "sta", "stats", "status"),
    ]

    static let kinds: [Row] = [
        row("add g", "g", "gem"), row("list m", "m", "movie"),
        row("use ", "", "book", "gem", "movie", "read"),
        row("add gem g", "g"), row("count bo", "bo", "book"),
    ]

    static let results: [Row] = [
        row("take ", "", "r1", "r2", "r12"), row("take r1", "r1", "r1", "r12"),
        row("take r1 r1", "r1", "r12"), row("take r1 in", "in", "into:"),
        row("take hob", "hob", "r1"),
        row("take r1 into:du", "du", "Dune", "\"Dune: Messiah\""),
        row("take r1 state:f", "f", "finished"),
        // States only move forward.
        row("advance 2 to:", "", "abandoned", "finished"),
        row("set \"1984\" state:", "", "abandoned", "finished"),
        row("advance 1 2 to:", "", "wish", "to-read", "reading", "abandoned", "finished"),
        row("list books state=", "", "wish", "to-read", "reading", "abandoned", "finished"),
        row("show r", "r", "r1", "r2", "r12"), row("read r2", "r2", "r2"),
        row("read hob", "hob"), row("show 2", "2"), row("reread r", "r"),
    ]

    static let fields: [Row] = [
        row("add Dune gen", "gen", "genre:"),
        row("add Dune p", "p", "publisher:", "pages:", "page:"),
        row("add gem Opal h", "h", "hardness:"), row("add gem Opal p", "p", "photo:"),
        row("set left h", "left h", "\"The Left Hand of Darkness\""),
        row("set solaris h", "h", "hardness:"), row("set dune: h", "h", "hardness:"),
        row("reads on", "on", "on="), row("reads ha", "ha"), row("reads sort:ha", "ha"),
        row("wishlist ha", "ha"), row("isbn 9780441013593 ha", "ha"),
        row("kind retire-field gem ha", "ha"),
        row("kind retire-field bo", "bo"), row("kind retire g", "g"), row("kind set g", "g"),
        row("kind show g", "g", "gem"), row("kind add-field g", "g", "gem"),
        row("import x.csv kind:g", "g", "gem"),
        row("set 3 gen", "gen", "genre:"), row("list gen", "gen", "genre="),
        row("list gems h", "h", "hardness="),
        row("list books sort:gen", "gen", "genre"),
        row("list sort:-pag", "-pag", "-pages", "-page"),
        row(
            "list gems sort:", "", "name", "description", "photo", "color", "hardness",
            "birthstone", "tags", "number"),
        row("list books columns:title,au", "title,au", "title,author"),
        row("list so", "so", "sort:"), row("list books sort:num", "num", "number"),
        row("list books sort:title,-nu", "title,-nu", "title,-number"),
        row("list books columns:num", "num"),
        row("list books year>=1970 an", "an", "and"), row("list books year>=1970 o", "o", "or"),
        row("list books not year=1970 no", "no", "note=", "not"),
        row("list books an", "an", "language="),
        row("list lim", "lim", "limit:"), row("advance 3 t", "t", "to:"),
        row("add \"Dune gen", "\"Dune gen"),
        row("delete wh", "wh", "where"), row("delete books ", "", "where"),
        row("delete where gen", "gen", "genre="), row("delete gems where h", "h", "hardness="),
        row("set books where genre=x gen", "gen", "genre=", "genre:"),
        row("set 1 h", "h"), row("set 7 h", "h", "hardness:"), row("set it h", "h", "hardness:"),
        row("set dune p", "p", "publisher:", "pages:", "page:"),
        row("set the left har", "har"), row("set \"Dune: Messiah\" h", "h"),
        row("set 1 2 h", "h"), row("set 1 7 har", "har", "hardness:"),
        row("set 99 har", "har", "hardness:"), row("set --yes 7 p", "p", "photo:"),
        row("set 7 color:red p", "p", "photo:"),
        row("list books sort:title,-gen", "title,-gen", "title,-genre"),
        row("count books by:gen", "gen", "genre"),
    ]

    static let values: [Row] = [
        row("add Dune genre:f", "f", "fantasy"), row("add Dune genre:s", "s", "sci-fi", "science"),
        row("add Dune gen:f", "f", "fantasy"),
        row("add Dune genre:\"hard s", "\"hard s", "\"hard sci-fi\""),
        row("add Dune genre:'hard s", "'hard s", "\"hard sci-fi\""),
        row("add Dune genre:HA", "HA", "\"hard sci-fi\""),
        row("list genre=sci-fi|f", "f", "fantasy"),
        row("list books columns:title,genre,gen", "title,genre,gen"),
        // Suggestions that no item has are for new values.
        row("list genre=sci-fi|", "", "sci-fi", "\"hard sci-fi\""),
        row("set 1 genre:", "", "sci-fi", "\"hard sci-fi\"", "fantasy", "science"),
        row("list genre=\"hard sci-fi\"|f", "f", "fantasy"), row("list genre!=f", "f", "fantasy"),
        row("list state=re", "re", "reading"), row("list not (state=re", "re", "reading"),
        row("advance 3 to:f", "f", "finished"),
        row("add gem Opal birthstone:ju", "ju", "june", "july"),
        row("set 1 shelves:t", "t", "\"top shelf\""), row("shelves t", "t", "\"top shelf\""),
        row("set 1 tags:+a", "+a", "+attic"), row("set 1 tags:x,-a", "x,-a", "x,-attic"),
        row("set 1 tags:x,attic,a", "x,attic,a"), row("set 1 tags:+Attic,-a", "+Attic,-a"),
        row("tag 1 with:x,a", "x,a", "x,attic"), row("delete where tags=a", "a", "attic"),
        row("delete books where genre=f", "f", "fantasy"),
        row("add Dune pages:3", "3"), row("list limit:3", "3"), row("add Dune wheels:f", "f"),
        row("add é genre:f", "f", "fantasy"),
        row("list ge^nre=f", "ge", "gem", "genre="),
    ]

    static let titles: [Row] = [
        row("unread Kin", "Kin", "Kindred"), row("unread Dun", "Dun"), row("read Kin", "Kin"),
        row("show dune", "dune", "Dune", "\"Dune: Messiah\""),
        row("show \"dune: m", "\"dune: m", "\"Dune: Messiah\""),
        row("show 'dune: m", "'dune: m", "\"Dune: Messiah\""),
        row("show Ender's", "Ender's", "\"Ender's Game\""),
        row("show \"The Left", "\"The Left", "\"The Left Hand of Darkness\""),
        row("show say", "say", "\"say \\\"x\\\"\""),
        row("show \"say \\\"", "\"say \\\"", "\"say \\\"x\\\"\""),
        row("show \"say \\", "\"say \\", "\"say \\\"x\\\"\""),
        row("show 三", "三", "三体", "三國"), row("show 三^体", "三", "三体", "三國"),
        row("show 19", "19", "\"1984\""), row("show 1", "1", "1", "\"1984\""),
        row("show 1 ", ""), row("page 1 ", ""),
        row("show i", "i", "\"it\""), row("show 3 du", "du"),
        row("show 3 \"du", "\"du", "Dune", "\"Dune: Messiah\""),
        row("show the le", "the le", "\"The Left Hand of Darkness\""),
        row("page du", "du", "Dune", "\"Dune: Messiah\""), row("page 3 du", "du"),
        row("delete --", "--", "--yes"),
        row("lend solaris", "solaris", "5"), row("show solaris", "solaris", "5", "12"),
        row("cover du", "du", "Dune", "\"Dune: Messiah\""), row("page solaris", "solaris", "5"),
        row("note du", "du", "Dune", "\"Dune: Messiah\""), row("echo du", "du"),
        row("show # du", ""),
    ]

    static let others: [Row] = [
        row("snapshot re", "re", "restore"), row("snapshot restore b", "b", "\"before spring\""),
        row("snapshot save b", "b"), row("mark t", "t", "tidy"),
        row("mark b", "b", "\"before spring\""),
        row("as-of ", "", "\"before spring\"", "tidy", "today", "yesterday"),
        row("as-of ti", "ti", "tidy"), row("undo to:t", "t", "tidy"),
        row("diff s", "s", "since:"), row("diff since:y", "y", "yesterday"),
        row("log since:b", "b", "\"before spring\""), row("settings o", "o", "output"),
        row("settings output j", "j", "json", "jsonl"),
        row("kind add-field book x d", "d", "decimal", "date"), row("kind add-field book d", "d"),
        row("kind add-field book x number r", "r", "range:", "rank:", "role:"),
        row("kind add-field book x text rank:1 r", "r", "role:"),
        row("kind add-field book x number role:", "", "progress", "rating", "volume", "year"),
        row("kind add-field book x date initial:", "", "today"),
        row("kind add-field book x text unique:y", "y", "yes"),
        row("kind add-field book x text description:y", "y"),
        row("birthstones Ju", "Ju", "june", "july"), row("source my", "my", "\"my file.trove\""),
        row("source s", "s", "seeds/"),
        row("demo ", "", "conflicts", "library"), row("demo lib", "lib", "library"),
        row("demo r", "r", "record:"), row("demo see", "see", "seeds/"),
        row("tutorial 4", "4", "4-undo"),
        row("tutorial tim", "tim", "10-time-travel"), row("tutorial my", "my", "\"my file.trove\""),
        row("tutorial --check ", "", "\"my file.trove\"", "seeds/"),
    ]

    /// In a command that runs another one.
    static let inner: [Row] = [
        row("as-of tidy li", "li", "list"), row("as-of tidy sta", "sta", "stats"),
        row("as-of tidy rea", "rea", "reads", "reading"),
        row("as-of tidy list books genre=f", "f", "fantasy"),
        row("as-of \"3 days ago\" show dune", "dune", "Dune", "\"Dune: Messiah\""),
        row("watch 5 as-of ti", "ti", "tidy"), row("watch 5 as-of tidy cou", "cou", "count"),
        row("explain watch 5 list books genre=f", "f", "fantasy"),
        row("explain rm", "rm", "rm"),
    ]

    static let sync: [Row] = [
        row("login ", ""), row("login a@b.org ", "", "file:"), row("login f", "f"),
        row("login a@b.org file:s", "s", "seeds/"),
        row("login a@b.org file:my", "my", "\"my file.trove\""),
        row("login a@b.org file:x ", ""),
        row("signup a@b.org ", "", "name:", "code:", "file:"), row("signup a@b.org name:A", "A"),
        row("password ", "", "file:", "new-file:"), row("password n", "n", "new-file:"),
        row("password file:x ", "", "new-file:"),
        row("password new-file:s", "s", "seeds/"),
        row("devices ", "", "forget"), row("devices forget --", "--", "--yes"),
        row("devices forget 1 ", ""),
        row("queue ", "", "retry", "drop"), row("queue drop ", "", "4"),
        row("queue drop 3 ", ""), row("queue dr", "dr", "drop"),
        row("resolve ", "", "3", "12", "all"), row("resolve 1", "1", "12"),
        row("resolve 3 ", "", "mine", "theirs", "kept", "lost", "both"),
        row("resolve 3 t", "t", "theirs"),
        row("policy ", "", "book", "gem", "movie", "read", "all", "reset"),
        row("policy all ", "", "queue", "refuse"),
        row("policy re", "re", "read", "reset"),
        row("policy gem ", "", "create", "update", "delete"),
        row("policy gems u", "u", "update"), row("policy reset ", ""),
        row("policy gem add ", "", "queue", "refuse"), row("policy gem add q", "q", "queue"),
        row("net ", "", "auto", "off", "slow", "flaky"), row("net s", "s", "slow"),
        row("net off ", ""), row("net slow 3 s", "s"), row("net flaky 30 ", "", "seed:"),
        row("net flaky 30 seed:", ""), row("sy", "sy", "sync"),
    ]

    /// What begins with the typed text is offered alone; else what has words that begin with the
    /// typed words; else what contains them.
    static let middles: [Row] = [
        row("show left h", "left h", "\"The Left Hand of Darkness\""),
        row("show dark", "dark", "\"The Left Hand of Darkness\""),
        row("show hand left", "left"), row("show m", "m", "\"Dune: Messiah\""),
        row("show ess", "ess", "\"Dune: Messiah\"", "\"The Left Hand of Darkness\""),
        row("show nd rkn", "nd rkn", "\"The Left Hand of Darkness\""), row("show z", "z"),
        row("show \"left h", "\"left h", "\"The Left Hand of Darkness\""),
        row("set 3 \"mess", "\"mess", "\"Dune: Messiah\""),
        row("add Dune genre:fi", "fi", "sci-fi", "\"hard sci-fi\""),
        row("add Dune genre:h s", "s", "series:", "state:", "started:", "shelves:"),
        row("add Dune genre:\"h s", "\"h s", "\"hard sci-fi\""),
        row("add Dune genre:ienc", "ienc", "science"),
        row("set 1 tags:x,-she", "x,-she", "\"x,-top shelf\""),
        row("tone", "tone", "birthstones"), row("add Dune to", "to", "lent-to:"),
        row("set 3 enre", "enre", "genre:"), row("delete 3 --es", "--es", "--yes"),
        row("settings utpu", "utpu", "output"), row("advance 3 to:r", "r", "reading"),
        row("advance 3 to:read", "read", "reading"), row("show WHE", "WHE"),
        row("delete books h", "h"),
    ]

    @Test(
        arguments: verbs + kinds + results + fields + values + titles + middles + others + inner
            + sync)
    func offers(_ test: Row) {
        let (text, result) = Self.complete(test.input)
        #expect(
            Offer(
                replaced: MarkedLine.text(text, at: result.replaced),
                insertions: result.suggestions.map(\.insertion))
                == test.expected)
    }

    @Test func offersAllVerbsAndAliasesAtFirst() {
        let (_, result) = Self.complete("")
        #expect(result.total == CommandTable.vocabulary.all.count + 2)
        #expect(result.suggestions.first?.note == CommandTable.vocabulary.all.first?.summary)
    }

    @Test func offersTheFieldsOfTheKindInUse() {
        let (_, result) = Self.complete("add Opal h", currentKind: 1)
        #expect(result.suggestions.map(\.insertion) == ["hardness:"])
    }

    @Test func marksUnfinishedArguments() {
        #expect(Self.complete("add Dune gen").1.suggestions.map(\.isFinal) == [false])
        #expect(Self.complete("add Dune genre:f").1.suggestions.map(\.isFinal) == [true])
        #expect(Self.complete("source s").1.suggestions.map(\.isFinal) == [false])
        #expect(Self.complete("source my").1.suggestions.map(\.isFinal) == [true])
    }

    @Test func showsLabelsWithoutQuotes() {
        let result = Self.complete("show \"dune: m").1
        #expect(result.suggestions == [Suggestion("\"Dune: Messiah\"", label: "Dune: Messiah")])
    }

    /// A title that several items have would name none of them.
    @Test(arguments: ["show sol", "set 3 \"sol", "show laris"])
    func offersTheNumbersOfItemsWithOneTitle(_ line: String) {
        let result = Self.complete(line).1
        #expect(
            result.suggestions == [
                Suggestion("5", label: "Solaris", note: "book 5"),
                Suggestion("12", label: "Solaris", note: "movie 12"),
            ])
        #expect(result.total == 2 && result.suggestions.allSatisfy(\.isNumber))
    }

    @Test func countsTheItemsThatHaveAValue() {
        let notes = Self.complete("add Dune genre:").1.suggestions.map(\.note)
        #expect(notes == ["12 books", "1 book", nil, nil])
        let several = Self.complete("filter tags=").1.suggestions.map(\.note)
        #expect(several == ["6 items", "3 items"])
    }

    @Test func saysHowItMatches() {
        #expect(Self.complete("show dune").1.match == .beginning)
        #expect(Self.complete("show left").1.match == .wordBeginnings)
        #expect(Self.complete("show essia").1.match == .inside)
    }

    /// What a suggestion behind the end of the line adds; empty for none.
    static let continuations: [Case<String, String>] = [
        Case("a verb", "ad", "d"), Case("the best verb", "s", "et"),
        Case("a whole verb", "add", ""), Case("nothing", "", ""),
        Case("after a space", "add ", ""), Case("a kind", "add bo", "ok"),
        Case("a field", "add Dune gen", "re:"), Case("a value", "add Dune genre:s", "ci-fi"),
        Case("the most frequent value", "list genre=", "sci-fi"),
        Case("in quotes", "add Dune genre:\"h", "ard sci-fi\""),
        Case("a value that needs quotes", "add Dune genre:h", ""),
        Case("another alternative", "list genre=x|fan", "tasy"),
        Case("a state", "advance 3 to:rea", "ding"), Case("a title", "show dun", "e"),
        Case("a title of several words", "show the le", "ft Hand of Darkness"),
        Case("in single quotes", "show 'the le", ""),
        Case("a title in quotes", "show \"the le", "ft Hand of Darkness\""),
        Case("one word before a text", "note the", ""),
        Case("an apostrophe", "show Ender", "'s Game"),
        Case("a title that is a number", "show 19", ""),
        Case("a match in the middle", "show left", ""), Case("a comment", "list # ti", ""),
        Case("a set", "set 1 tags:x,a", "ttic"), Case("an option", "delete 3 --", "yes"),
        Case("no verb", "xyz Dun", ""),
        Case("a value in other case", "add Dune genre:S", ""),
        Case("a compared value in other case", "list genre=S", "ci-fi"),
        Case("a field that the verb does not take", "delete 3 genre:", ""),
        Case("a value to set instead of one to compare", "count genre:", ""),
        Case("a value to compare instead of one to set", "add Dune genre=", ""),
        Case("behind a parenthesis", "list books (genre=classic)", ""),
        Case("capitals", "SHOW D", ""), Case("a file", "source see", "ds/"),
    ]

    @Test(arguments: continuations)
    func continues(_ test: Case<String, String>) {
        let completer = Completer(
            CommandTable.vocabulary, kinds: .standard, currentKind: 0, source: SampleSource())
        #expect(completer.continuation(of: test.input) ?? "" == test.expected)
    }

    /// On the second line of a command, the words of the first still count.
    @Test(arguments: ["add Dune \\\ngen", "add Dune \\\n gen"])
    func completesInAContinuedLine(_ line: String) {
        let (text, result) = Self.complete(line)
        #expect(MarkedLine.text(text, at: result.replaced) == "gen")
        #expect(result.suggestions.map(\.insertion) == ["genre:"])
    }

    @Test(arguments: ["add Dune \\\n", "list # ", "list # titles", "echo \"bad \\q "])
    func replacesOnlyTheWordAtTheCursor(_ line: String) {
        let (text, result) = Self.complete(line)
        let replaced = MarkedLine.text(text, at: result.replaced)
        #expect(replaced == "" || result.suggestions.isEmpty, "it would replace \(replaced)")
        #expect(!result.suggestions.map(\.insertion).contains("add"))
    }
}
