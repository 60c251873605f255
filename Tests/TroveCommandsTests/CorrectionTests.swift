import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTerminal
import TroveTesting

/// The corrected command that goes with an error.
@Suite struct CorrectionTests {
    static let lines: [Case<String, String?>] = [
        Case("a verb", "lst books", "list books"),
        Case("a habit", "rm 3", "delete 3"),
        Case("a habit that resembles another verb", "exit", "quit"),
        Case("a verb without a resemblance", "xyzzy 3", nil),
        Case("a kind", "use boks", "use books"),
        Case("a kind of a condition", "delete boks where pages=3", "delete books where pages=3"),
        Case("an option", "delete 1 --yess", "delete 1 --yes"),
        Case("a choice", "list sort:title limit:x", nil),
        Case("a word among a few", "snapshot sav x", "snapshot save x"),
        Case(
            "a title with a colon", "add book Batman: Year One genre:comics",
            #"add book "Batman: Year One" genre:comics"#),
        Case(
            "a title with a colon and a quote", #"add Say hi: "twice""#,
            #"add "Say hi: twice""#),
        Case(
            "a title with a colon after set", "set The Batman: Year One rating:5",
            #"set "The Batman: Year One" rating:5"#),
        Case(
            "a title with a colon after tag", "tag Batman: Year One with:x",
            #"tag "Batman: Year One" with:x"#),
        Case(
            "a title that begins with a field", "add book Note: A Life pages:3",
            #"add book "Note: A Life" pages:3"#),
        Case("a title with a colon and no space", "add Dune:Messiah", #"add "Dune:Messiah""#),
        Case("a field of a new item", "add Foo gnre:x", "add Foo genre:x"),
        Case("two equals signs", "list pages==3", "list pages=3"),
        Case("two equals signs between spaces", "list pages == 3", "list pages = 3"),
        Case("a colon that compares", "list genre:sci-fi", "list genre=sci-fi"),
        Case(
            "another name for a name of the verb", "list books order:-rating",
            "list books sort:-rating"),
        Case("a misspelled field and a colon", "list ganre:sci-fi", "list genre=sci-fi"),
        Case("an unknown field and a colon", "list xyzzy:3", nil),
        Case("an equals sign that sets", "set 1 pages=300", "set 1 pages:300"),
        Case("two equals signs that set", "set 1 pages==300", "set 1 pages:300"),
        Case("another comparison that sets", "add Dune pages>=300", "add Dune pages:300"),
        Case(
            "a value of several words", "add The genre:hard sci-fi pages:3",
            #"add The genre:"hard sci-fi" pages:3"#),
        Case(
            "a day in a condition", "filter added>=3 days ago pages>3",
            #"filter added>="3 days ago" pages>3"#),
        Case("a day after a space", "list due< 3 days ago", #"list due< "3 days ago""#),
        Case("a day between spaces", "list due < in 2 weeks", #"list due < "in 2 weeks""#),
        Case("a day after a name", "log since:2 weeks ago", #"log since:"2 weeks ago""#),
        Case("an ISBN alone", "978-0-441-17269-6", "isbn 978-0-441-17269-6"),
        Case("a colon behind a value", "add book Foo author:Ann Lee: Poems", nil),
        Case("a value after a space", "set 1 rating: 5", "set 1 rating:5"),
        Case("a name of several words", "lend 3 to:Ann Lee", #"lend 3 to:"Ann Lee""#),
        Case("a borrower without to:", "lend Dune Anna", "lend Dune to:Anna"),
        Case(
            "to without its colon", "lend Dune to Anna Lee due:tomorrow",
            #"lend Dune to:"Anna Lee" due:tomorrow"#),
        Case("a tag without with:", "tag Dune sea,red", "tag Dune with:sea,red"),
        Case("a tag with a sign", "tag Dune +sea", "tag Dune with:sea"),
        Case(
            "a shelf without on:", "shelve books where pages>3 top",
            "shelve books where pages>3 on:top"),
        Case("from without its colon", "unshelve 1 3-5 from desk", "unshelve 1 3-5 from:desk"),
        Case("only items", "tag 1 2", nil),
        Case("more items than the verb takes", "lend 1 2 Anna", nil),
        Case("only a name", "lend to Anna", nil),
        Case(
            "an apostrophe at the start", "add 'Tis Pity She's a Whore",
            #"add "'Tis Pity She's a Whore""#),
        Case("wide characters before it", "set 三体 rating=5", "set 三体 rating:5"),
        Case("a missing title", "add", nil),
        Case("what may be a password", "logn ann@example.org hunter2", nil),
        Case("a password with a colon", "login ann@example.org name:a b", nil),
    ]

    @Test(arguments: lines)
    func correctsTheLine(_ line: Case<String, String?>) {
        var corrected: String?
        do throws(LanguageError) {
            _ = try CommandTable.parse(line.input, in: Spelling.context)
            Issue.record("\(line.input) is not an error")
        } catch {
            corrected = error.correction?.applied(to: line.input)
        }
        #expect(corrected == line.expected)
    }

    /// Errors that depend on the library.
    @Test(arguments: [
        Case("a title", "show Dunee", "show Dune"),
        Case("a title that needs quotes", "show 198", nil),
        Case("a title that is a number", "show 1984", #"show "1984""#),
        Case("a state", "set 1 state:raeding", "set 1 state:reading"),
        Case(
            "a state of several words", "advance 1 to:\"want to raed\"",
            #"advance 1 to:"want to read""#),
        Case("a state of a condition", "list state=raeding", "list state=reading"),
        Case("a state without to:", "advance Dune to reading", "advance Dune to:reading"),
        Case("a state without to: behind a number", "advance 1 to read", "advance 1 to:read"),
        Case(
            "a state of several words without to:", "advance 1 to want to read",
            #"advance 1 to:"want to read""#),
        Case("a title with to", "advance Journey to Mars", nil),
        Case("a field", "set 1 ratng:5", "set 1 rating:5"),
        Case("a field of a condition", "list ratng=5", "list rating=5"),
        Case("a shelf", "shelves favorits", "shelves favorites"),
        Case("a setting", "settings colr never", "settings color never"),
        Case("a value of a setting", "settings color nevr", "settings color never"),
        Case("a topic of the help", "help lst", "help list"),
        Case("the command of an alias", "alias l lst books", "alias l list books"),
        Case("an alias in quotes", #"alias lx "list books""#, "alias lx list books"),
        Case("an alias as in a shell", "alias ll=list books", "alias ll list books"),
        Case("an alias as in a shell, in quotes", "alias ll='list books'", "alias ll list books"),
        Case("an alias of one word as in a shell", "alias ll=list", "alias ll list"),
    ])
    func correctsTheCommand(_ line: Case<String, String?>) throws {
        let context = try FakeContext(
            "add book Dune shelves:favorites", "add book \"1984\"")
        let error = #expect(throws: (any Error).self) { try context.run(line.input) }
        let report = ErrorReport(try #require(error))
        #expect(report.correction?.applied(to: line.input) == line.expected)
    }

    /// Words behind a number are searched for.
    @Test func aNumberIsNotADay() throws {
        _ = try Spelling.command("list pages>3 days ago")
        _ = try Spelling.command("list added>2020 long ago")
    }

    @Test func namesTheComparisonThatWasTyped() throws {
        let error = #expect(throws: LanguageError.self) {
            try Spelling.command("add book Foo pages>3")
        }
        let report = ErrorReport(try #require(error))
        #expect(report.text.rendered == "\">\" compares; it does not set a field")
        #expect(report.advice?.rendered == "to set it, write pages:3")
    }

    @Test func showsTheCommandWithTheMissingName() throws {
        let error = #expect(throws: LanguageError.self) {
            try Spelling.command("lend Dune to Anna")
        }
        let report = ErrorReport(try #require(error))
        #expect(report.advice?.rendered == "usage: lend REF to:NAME [due:DATE] [--yes], as in")
        #expect(report.showsCorrection)
        #expect(report.correction?.applied(to: "lend Dune to Anna") == "lend Dune to:Anna")
    }

    @Test func theHelpSuggestsOnlyTheVerbOfAHabit() throws {
        let context = try FakeContext()
        let error = #expect(throws: (any Error).self) { try context.run("help exit") }
        let report = ErrorReport(try #require(error))
        #expect(report.advice?.rendered == "did you mean quit?")
    }

    /// A title is suggested for its spelling or the beginning of a word, not for a part of one.
    @Test(arguments: [
        Case("all items", "delete all", nil),
        Case("all items, as in a shell", "delete *", nil),
        Case("the inside of a word", "show par", nil),
        Case("the beginning of a word", "show fall", #"show "Things Fall Apart""#),
        Case("the spelling", "show Alli", "show Ali"),
        Case("no where", "delete books genre=a", "delete books where genre=a"),
    ])
    func suggestsNoTitleForAPartOfAWord(_ line: Case<String, String?>) throws {
        let context = try FakeContext("add book \"Things Fall Apart\"", "add book Ali")
        let error = #expect(throws: (any Error).self) { try context.run(line.input) }
        let report = ErrorReport(try #require(error))
        #expect(report.correction?.applied(to: line.input) == line.expected)
    }

    /// Any short title is similar to a text of one or two letters.
    @Test(arguments: ["delete 1-", "delete qq", "delete z"])
    func aShortTextSuggestsNoTitle(_ line: String) throws {
        let context = try FakeContext("add book q1", "add book X", "add book Ali")
        let error = #expect(throws: (any Error).self) { try context.run(line) }
        #expect(ErrorReport(try #require(error)).correction == nil)
    }

    @Test func allItemsAreNamedByAConditionOrARange() throws {
        let context = try FakeContext("add book \"Things Fall Apart\"")
        let error = #expect(throws: (any Error).self) { try context.run("delete all") }
        let report = ErrorReport(try #require(error))
        #expect(report.text.rendered == "there is no item called \"all\"")
        let advice = try #require(report.advice?.rendered)
        #expect(advice.contains("7-9") && advice.contains("where"), "\(advice)")
        #expect(try context.fields(1)["title"] == "Things Fall Apart")
    }

    /// The place of a mistake in an alias is the word that is wrong.
    @Test(arguments: ["alias r ‹reading› x", #"alias r ‹"list books"›"#, "alias r‹=›list books"])
    func showsThePlaceInAnAlias(_ line: String) throws {
        let marked = MarkedLine(line)
        let context = try FakeContext()
        let error = #expect(throws: (any Error).self) { try context.run(marked.line) }
        let report = ErrorReport(try #require(error))
        #expect(report.span == marked.span)
    }

    @Test func aValueThatNoItemHasIsCorrected() throws {
        let context = try FakeContext("add book Dune genre:sci-fi")
        try context.run("list genre=scfi")
        #expect(
            context.session.command.correction?.applied(to: "list genre=scfi")
                == "list genre=sci-fi")
    }

    /// Words that were searched for as text, but name an argument of the verb.
    @Test(arguments: [
        Case("a limit", "list books limit 3", "list books limit:3"),
        Case("an order", "list books sort rating", "list books sort:rating"),
        Case("an order with by", "list books sort by rating", "list books sort:rating"),
        Case("a group", "count books by state", "count books by:state"),
        Case("a direction", "list books sort:rating desc", "list books sort:-rating"),
        Case(
            "the direction of the last field", "list books sort:-author,rating asc limit:3",
            "list books sort:-author,rating limit:3"),
        Case(
            "the direction of a field in quotes", #"list books sort:"-author" asc"#,
            "list books sort:author"),
        Case("a name in quotes", #"list books "limit" 3"#, nil),
        Case("a name and a value far from it", "list books limit pages>1 3", nil),
        Case("a name of another verb", "count books limit 3", nil),
    ])
    func correctsAnArgumentWithoutAColon(_ line: Case<String, String?>) throws {
        let context = try FakeContext("add book Dune rating:5 pages:412")
        try context.run(line.input)
        #expect(context.session.command.correction?.applied(to: line.input) == line.expected)
    }

    @Test func replacesNoMoreThanItsSpan() {
        #expect(Correction(5..<5, "x").applied(to: "ab") == "abx")
        #expect(Correction(1..<9, "x").applied(to: "ab") == "ax")
        #expect(Correction(0..<3, "x").applied(to: "三体") == "x体")
    }
}
