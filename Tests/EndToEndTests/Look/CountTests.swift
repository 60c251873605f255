import Testing
import TroveTesting

/// Queries with unknown names: the answer is never just a number.
@Suite(.timeLimit(.minutes(20))) struct CountTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" genre:sci-fi lent-to:Anna
            add book "The Book of Boks" genre:humour
            add gem Ruby
            """)
    }

    @Test func showsISBNsWithHyphens() throws {
        try trove.prepare("set Dune isbn:9780441172719")
        #expect(try run("count books isbn!= by:isbn").lines.last == "978-0-441-17271-9      1")
        let data = try trove.program.run(["--json", "-c", "count books isbn!= by:isbn"])
        #expect(data.text.contains("\"9780441172719\""), "\(data)")
    }

    private func run(_ command: String) throws -> ProgramRun {
        try trove.program.run(["-c", command], errors: .merged)
    }

    static let unknown: [Case<String, String>] = [
        .init("a kind", "count bookss", "did you mean books or book?"),
        .init("a kind, and a condition", "count gens hardness>3", "did you mean gem"),
        .init("a field", "count ganre=sci-fi", "did you mean genre?"),
        .init("equal signs", "count genre==sci-fi", "write genre=sci-fi"),
        .init("equal signs, apart", "count pages == 3", "write pages=3"),
        .init("equal signs in a list", "filter genre==sci-fi", "write genre=sci-fi"),
        .init("a turned sign", "count pages=>3", "write pages>=3"),
        .init("a turned sign, apart", "list pages =< 3", "write pages<=3"),
        .init("a sign of SQL", "filter genre<>sci-fi", "write genre!=sci-fi"),
        .init("a sign of Perl", "count author=~herb", "write author~herb"),
        .init("a word for the state", "count status=wish", "did you mean state?"),
        .init("a word for the creator", "list writer~Herbert", "did you mean author or director?"),
        .init("a word for the borrower", "count borrower=Ann", "did you mean lent-to?"),
        .init("a word for the rating", "list books sort:score", "did you mean rating?"),
        .init("no colon", "set Dune pages 300", "write pages:300"),
        .init("a sign of both", "list books pages:>=300", "write pages>=300"),
        .init(
            "no colon, several fields", "set 1 genre a b year 1966", "write genre:\"a b\" year:1966"
        ),
        .init("no colon behind a field", "set 1 genre:a year 1966", "write year:1966"),
        .init("an equal sign", "set 1 note = a b", "write note:\"a b\""),
        .init(
            "no colon, quoted", "set 1 author \"Frank Herbert\"", "write author:\"Frank Herbert\""),
        .init("a field in a title", "set A Year in Provence rating 3", "write rating:3"),
        .init("no condition", "list books ()", "a condition is missing after ("),
        .init("no value", "set A Year in Provence", "usage: set"),
        .init("another sign", "set 1 pages > 300", "usage: set"),
        .init("no colon, several words", "set Dune note a b", "write note:\"a b\""),
        .init("no colon, and quotes", #"set 1 note a "b" c"#, #"write note:"a \"b\" c""#),
        .init("no colon, a word for the state", "set 1 status finished", "write state:finished"),
        .init("a word for the colon", "set Dune state to finished", "write state:finished"),
        .init("a word for a date", "set 1 read twice", "usage: set"),
        .init(
            "an apostrophe in quotes", "count author~'O'Brien' year>3",
            #"in double quotes: "O'Brien""#),
        .init("words around quotes", #"set 1 foo "x" bar"#, #"does not take "foo""#),
        .init("no where", "delete genre=sci-fi", "delete takes a condition only after `where`"),
        .init("no where after a kind", "tag books pages>3 with:long", "only after `where`"),
        .init("a field behind a number", "advance 1 on:2020", #"does not take "on:2020""#),
        .init("a sign for the colon", "list limit=3", "did you mean `limit:`?"),
        .init("no colon behind a name", "lend 1 to:Bob due 2026-12", "write due:2026-12"),
        .init("no colons", "lend 1 to Bob Ross due 2026-12", "to:\"Bob Ross\" due:2026-12"),
        .init("a name without a value", "lend 1 to:Bob due", #"does not take "due""#),
        .init("a number of several words", "set 1 rating:5 stars", #"does not take "stars""#),
        .init("a field of another kind", "list gems pages>4", "but a book has"),
        .init("no comparison", "delete where wish", "as in where state=reading"),
    ]

    @Test(arguments: ["count books Dune zzzz", "list Dune zzzz", "filter zzzz genre=sci-fi"])
    func warnsOfTheTextThatNoItemContains(_ command: String) throws {
        let text = try run(command).requiring().text
        #expect(
            text.contains(#""zzzz" was searched for as text, and no item contains it"#), "\(text)")
    }

    /// A table of nothing says so itself; other formats do not.
    @Test(arguments: ["list zzzz", "filter größe=3", "export - zzzz as:jsonl"])
    func programsAreWarnedToo(_ command: String) throws {
        let run = try trove.program.run(["--json", "-c", command]).requiring()
        #expect(run.errorText.contains("was searched for as text, and no item contains it"))
    }

    @Test(arguments: unknown) func unknownNamesAreErrors(_ row: Case<String, String>) throws {
        let run = try run(row.input)
        #expect(run.status == .exited(1), "\(run)")
        #expect(run.text.contains("error: "), "\(run)")
        #expect(run.text.contains(row.expected), "\(run)")
    }

    static let values: [Case<String, String>] = [
        .init("a genre", "genre=scfi", #"no book has the genre "scfi"; did you mean sci-fi?"#),
        .init("with others", "genre=scfi or genre=humour", #"no book has the genre "scfi""#),
        .init("one like none", "genre=zzz", #"no book has the genre "zzz""#),
        .init("an author", "author=Nobody", #"no book has the author "Nobody""#),
        .init(
            "another accent", #"author="frank herbért""#,
            #"no book has the author "frank herbért"; did you mean Frank Herbert?"#),
        .init("a borrower", "lent-to=Ana", #"no book has "Ana" in lent-to; did you mean Anna?"#),
        .init(
            "a part of a name", "author~Herbrt",
            #"no book contains "Herbrt"; did you mean "Herbert"?"#),
        .init("a title", "Dnue", #"contains "Dnue"; did you mean "Dune"?"#),
        .init(
            "a name", "frank herbrt",
            #"contains "frank herbrt"; did you mean "Frank Herbert"?"#),
        .init(
            "a state", "to-read",
            #""to-read" was searched for as text; did you mean state=to-read?"#),
        .init(
            "no sign", "state wish",
            #""state wish" was searched for as text; did you mean state=wish?"#),
        .init(
            "a word for a sign", "genre is sci-fi",
            #""genre is sci-fi" was searched for as text; did you mean genre=sci-fi?"#),
        .init("a pattern", #"title like "Du%""#, "did you mean title~Du?"),
        .init(
            "a range", "pages 300-400",
            #""pages 300-400" was searched for as text; did you mean pages>=300 pages<=400?"#),
        .init("commas", "genre=sci-fi,humour", "did you mean sci-fi|humour?"),
        .init(
            "two bounds", "pages between 500 and 100",
            #""pages between 500 and 100" was searched for as text; did you mean pages>=500 pages<=100?"#
        ),
        .init("an excluded value", "genre not crime", "did you mean genre!=crime?"),
        .init("keywords between words", "pages and zzz", "to compare the field, write pages=VALUE"),
        .init("one space beside a sign", "pages >300", "did you mean pages>300?"),
        .init("one value of a list", "genre in crime", "did you mean genre=crime?"),
        .init("a beginning", "author starts with J", "did you mean author~J?"),
        .init("several words", "genre not space opera", #"did you mean genre!="space opera"?"#),
        .init("several words, and a sign", "author is Ann Lee year>3", #"author="Ann Lee"?"#),
        .init("a quoted value", #"title like "Du%" zzz"#, "did you mean title~Du?"),
        .init("a year", "1965", "did you mean year=1965?"),
        .init("a number", "3", "`show 3` shows the item with that number"),
        .init("no value", "rating is null", "did you mean `rating=`?"),
        .init("any value", "rating is not null", #""rating is not null" was"#),
        .init("another value", "state is not wish", "did you mean state!=wish?"),
        .init("items without", "without rating", "did you mean `rating=`?"),
        .init("items with", "with rating", "did you mean `not rating=`?"),
        .init("words for a sign", "with pages more than 300", "did you mean pages>300?"),
        .init("words for two signs", "pages at most 3", "did you mean pages<=3?"),
        .init("a word for a sign of dates", "year before 1970", "did you mean year<1970?"),
        .init(
            "a field", "pages",
            #""pages" was searched for as text; to compare the field, write pages=VALUE"#),
        .init("and of C", "pages>3 && zzz", #""&&" was searched for as text; did you mean and?"#),
        .init("or of C", "pages>3 || zzz", #""||" was searched for as text; did you mean or?"#),
        .init("a text", "zzz", #""zzz" was searched for as text, and no item contains it"#),
    ]

    /// `find` takes a text, so it suggests no parts of conditions.
    @Test(arguments: [
        Case("a kind", "movies", #"no item contains "movies"; did you mean `list movies`?"#),
        Case(
            "a state", "to-read", #"no item contains "to-read"; did you mean `list state=to-read`?"#
        ),
        Case("a number", "3", #"no item contains "3"; did you mean `show 3`?"#),
        Case(
            "a condition", "author~herbert",
            #"no item contains "author~herbert"; did you mean `filter author~herbert`?"#),
        Case("a title", "dnue", #"no item contains "dnue"; did you mean "Dune"?"#),
    ])
    func findSuggestsOtherCommands(_ row: Case<String, String>) throws {
        let run = try run("find \(row.input)")
        #expect(run.text == "Nothing found.\nwarning: \(row.expected)\n")
    }

    /// A keyword of another program may even be found, as a part of a text.
    @Test func aForeignKeywordCausesAWarning() throws {
        try trove.prepare("add book \"Left && Hand\" pages:300")
        let run = try run("list books pages>3 && title~Hand")
        #expect(run.text.contains("Left && Hand"))
        #expect(run.text.contains(#"warning: "&&" was searched for as text; did you mean and?"#))
        let refused = try self.run("delete books where pages>3 && title~Hand --yes")
        #expect(refused.text.contains(#"error: "&&" was searched for as text; did you mean and?"#))
        #expect(try trove.titles().contains("Left && Hand"))
    }

    @Test(arguments: [
        ("list books pages≥400", "pages>=400"), ("list books genre!~sci", "not genre~sci"),
        ("list books !genre=crime", "not genre=crime"),
        ("list books -genre=crime", "not genre=crime"),
        ("list books 400<=pages", "pages>=400"), ("list books 2<rating", "rating>2"),
        ("list books genre= sci-fi", "genre=sci-fi"),
        ("list books genre＝sci-fi", "genre=sci-fi"),
    ])
    func aMistypedComparisonHasAHint(_ command: String, _ meant: String) throws {
        let run = try run(command)
        #expect(run.text.contains("did you mean \(meant)?"), "\(run)")
    }

    @Test(arguments: [
        ("books rating=99", "rating must be 0.25 to 5"), ("books pages=-1", "pages must be"),
    ])
    func aValueThatNoItemCanHaveCausesAWarning(_ query: String, _ warning: String) throws {
        #expect(try run("count \(query)").text.contains("warning: \(warning)"))
    }

    @Test func anEmptyValueIsOneOfSeveral() throws {
        #expect(try run("count books genre=\"\"|sci-fi").text == "1\n")
        try trove.prepare("add book Envy")
        #expect(try run("count books genre=\"\"|sci-fi").text == "2\n")
        #expect(try run("count books genre!=sci-fi|\"\"").text == "1\n")
        // A bar too many means nothing.
        #expect(try run("count books genre=sci-fi|").text == "1\n")
    }

    @Test func findTakesALimit() throws {
        try trove.prepare("add book Dunes")
        let run = try run("find dune limit:1")
        #expect(run.text.contains("1 book, and there are more"), "\(run)")
    }

    @Test func keywordsMayHaveCapitals() throws {
        try trove.prepare("add book \"Left Hand\" pages:300\nadd book Envy pages:100")
        #expect(try run("count books pages>200 AND title~hand").text == "1\n")
        #expect(try run("count books pages>200 OR title~envy").text == "2\n")
        #expect(try run("count books NOT title~envy").text == "3\n")
    }

    /// `not reading` leaves out items that contain the word, which are mostly none.
    @Test(arguments: [
        Case("a state", "wish", "state=wish"), Case("a value", "genre humour", "genre=humour"),
    ])
    func anExcludedWordCausesAWarning(_ row: Case<String, String>) throws {
        try trove.prepare(#"add book "The humour of it""#)
        let run = try run("list books not \(row.input)")
        #expect(run.text.contains("humour"))
        let fact = #"warning: "\#(row.input)" was searched for as text"#
        #expect(run.text.contains("\(fact); did you mean \(row.expected)?"), "\(run)")
    }

    @Test func aValueOfSeveralWordsNeedsQuotes() throws {
        try trove.prepare(#"add book Raptor genre:"space opera""#)
        let warning = #""opera" was searched for as text; did you mean genre="space opera"?"#
        #expect(
            try run("list books genre=space opera").text
                == "Nothing found.\nwarning: \(warning)\n")
    }

    /// A title is suggested as it must be typed.
    @Test func aSuggestedTitleCanBeTyped() throws {
        try trove.prepare(#"add book "He said \"hi\" there""#)
        #expect(
            try run(#"show "he said \"ho\" there""#).text.contains(
                #"did you mean "He said \"hi\" there"?"#))
    }

    /// Words of SQL that order a list.
    @Test(arguments: [
        Case("a field", "order by pages", "sort:pages"),
        Case("a direction", "order by pages DESC", "sort:-pages"),
        Case("another word", "sort by pages asc", "sort:pages"),
        Case("two fields", "order by author, title", "sort:author,title"),
        Case("a direction of the last field", "sort by author, pages desc", "sort:author,-pages"),
        Case("a direction of the first field", "order by pages desc, title", "sort:-pages,title"),
    ])
    func ordersInWordsAreArguments(_ row: Case<String, String>) throws {
        let run = try run("list books \(row.input)")
        let warning = "\"\(row.input)\" was searched for as text; did you mean \(row.expected)?"
        #expect(run.text == "Nothing found.\nwarning: \(warning)\n")
    }

    @Test(arguments: [
        "find AND", "find where", "find zzz", "list rq", "list zzz", "list gems dune",
        "list books not author~Herbrt year>2900",
    ])
    func otherTextsHaveNoHint(_ command: String) throws {
        #expect(try run(command).text == "Nothing found.\n")
    }

    /// Words of a condition that other commands, or other places, take.
    @Test(arguments: [
        Case("a word of SQL", "where left", #""where" was searched for as text; leave it out"#),
        Case("a star", "pages>5 *", #""*" was searched for as text; leave it out"#),
        Case(
            "a file", "pages>5 > books.csv",
            #"> was searched for as text; `export FILE` writes items to a file"#),
        Case(
            "a kind behind a condition", "genre=sci-fi books",
            #""books" was searched for as text; the kind comes first: `VERB books …`"#),
        Case(
            "a kind in the singular", "genre=sci-fi Book",
            #""Book" was searched for as text; the kind comes first: `VERB books …`"#),
    ])
    func misplacedWordsCauseAWarning(_ row: Case<String, String>) throws {
        for verb in ["count", "filter", "list"] {
            let run = try run("\(verb) \(row.input)")
            let expected = row.expected.replacing("VERB", with: verb)
            #expect(run.status == .success)
            #expect(run.text.contains("warning: \(expected)\n"), "\(run)")
        }
    }

    /// As in `set books where …`.
    @Test(arguments: ["where pages>400", "WHERE pages>400", "where (pages>400)"])
    func whereBeginsACondition(_ condition: String) throws {
        let run = try run(
            "add book Emma pages:474\ncount books pages>400\ncount books \(condition)")
        #expect(run.lines == ["Added book 4: Emma", "1", "1"], "\(run)")
    }

    /// A title may contain the word, so the list need not be empty.
    @Test(arguments: ["list all", "list everything", "list books all pages>0"])
    func wordsForAllAreLeftOut(_ command: String) throws {
        let run = try run("add book \"All About Eve\" pages:3\n\(command)")
        #expect(run.text.contains(#"" was searched for as text; leave it out"#), "\(run)")
    }

    /// A condition may be a range, but a value that is set may not.
    @Test func onlyConditionsCanAskForARange() throws {
        for (command, conditions) in [
            ("list year=1990-2000", "year>=1990 year<=2000"),
            ("count books year=1990..2000", "year>=1990 year<=2000"),
            ("list started=2014..2016-05", "started>=2014 started<=2016-05"),
            ("list books started=2014-2016", "started>=2014 started<=2016"),
            ("count books rating=3.5..4", "rating>=3.5 rating<=4"),
        ] {
            let text = try run(command).text
            #expect(text.contains("write two conditions: \(conditions)"), "\(command): \(text)")
        }
        #expect(!(try run("list started=2016-13").text.contains("conditions")))
        let run = try run("add book Emma year:1990-2000")
        #expect(run.text.contains("from -5000 to 2999") && !run.text.contains("range"), "\(run)")
    }

    @Test(arguments: values) func unknownValuesCauseAWarning(_ row: Case<String, String>) throws {
        for verb in row.name == "a text" ? ["count"] : ["count", "filter", "list books"] {
            let run = try run("\(verb) \(row.input)")
            #expect(run.status == .success)
            #expect(run.text.contains("warning: ") && run.text.contains(row.expected), "\(run)")
        }
    }

    static let known: [Case<String, String>] = [
        .init("a text", "count dune", "1\n"),
        .init("a text like a kind", "count boks", "1\n"),
        .init("a kind", "count books", "2\n"),
        .init("a value", "count genre=SCI-FI", "1\n"),
        .init("a number that none has", "count pages=999", "0\n"),
        .init("a semicolon", "count books;", "2\n"),
        .init("several, apart", "count books ;; # yes", "2\n"),
        .init("behind a value", "count genre=sci-fi;", "1\n"),
        .init("alone", ";", ""),
        .init("of a title", "add gem Opal;", "Added gem 4: Opal\n"),
        .init("in quotes", "echo \"a;\"", "a;\n"),
        .init("in the middle", "echo a; b", "a; b\n"),
    ]

    @Test(arguments: ["\"a b\"", "\"#x\"", "\"it's\"", "-x"])
    func theNameOfAnAliasIsOneWord(_ name: String) throws {
        let run = try run("alias \(name) count")
        #expect(run.status == .exited(1))
        #expect(run.text.contains("an alias cannot be called"), "\(run)")
    }

    @Test(arguments: known) func existingItemsAreCounted(_ row: Case<String, String>) throws {
        let run = try run(row.input)
        #expect(run.text == row.expected, "\(run)")
    }

    // MARK: The log

    @Test func theLogReportsFurtherEntries() throws {
        try trove.prepare((1...30).map { "add gem \"Gem \($0)\"" }.joined(separator: "\n"))
        let log = try run("log")
        #expect(log.lines.count == 21)
        #expect(log.lines.last == "20 of 33 commands; `log limit:33` shows all")
        #expect(try run("log limit:33").lines.count == 33)
        #expect(try run("log limit:2").lines.last == "2 of 33 commands; `log limit:33` shows all")
        try trove.prepare("set 1 pages:3\nset 1 pages:4")
        #expect(
            try run("log 1 limit:1").lines.last == "1 of 3 commands; `log 1 limit:3` shows all")
        #expect(try run("log Dune").lines.count == 3)
    }

    @Test func theLogNamesTheUserWithoutAnEnvironment() throws {
        var trove = trove
        trove.environment["USER"] = nil
        try trove.prepare("add gem Topaz")
        let name = try trove.tool("id", ["-un"]).text.filter { !$0.isNewline }
        #expect(try trove.run("log limit:1").lines.first?.contains("  \(name)  added") == true)
    }
}
