import Testing
import TroveStandIn
import TroveTesting

/// Tables on a terminal: columns align by cells, and rows fit the width.
@Suite(.timeLimit(.minutes(20))) struct TableFittingTests {
    @Test func columnsLineUpForEveryScript() throws {
        let trove = try Trove()
        let titles = ["三体", "łódź", "😀 smile", "ABCDEFGHIJ", "cafe\u{301}", "ก็", "한글", "Ω"]
        for (index, title) in titles.enumerated() {
            try trove.prepare("add book \"\(title)\" author:Author\(index) pages:\(100 + index)")
        }
        let session = try trove.openTrove()
        try session.run("list")
        let columns = titles.indices.map { session.terminal.column(of: "Author\($0)") }
        #expect(columns.allSatisfy { $0 != nil && $0 == columns[0] }, "\(session.screen)")
        #expect(session.terminal.column(of: "author") == columns[0])
        let pages = titles.indices.map { session.terminal.column(of: "\(100 + $0)") }
        #expect(pages.allSatisfy { $0 != nil && $0 == pages[0] }, "\(session.screen)")
    }

    private static let long =
        "It was the best of times it was the worst of times "
        + "it was the age of wisdom it was the age of foolishness"

    private static let twoLongTitles = """
        add book "\(long)" author:"Charles Dickens"
        add book "三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体三体"
        """

    @Test(arguments: [50, 60, 80, 120]) func rowsAreTruncatedToTheWidth(_ width: Int) throws {
        let trove = try Trove()
        try trove.prepare(Self.twoLongTitles)
        let session = try trove.openTrove(size: WindowSize(columns: width, rows: 24))
        let list = try session.run("list")
        // A heading, the column names, and a row per book: nothing has wrapped.
        #expect(list.count == 4, "\(session.screen)")
        #expect(list.dropFirst(2).allSatisfy { $0.contains("…") }, "\(session.screen)")
        // The full width is used.
        let columns = (0..<24).compactMap { row in
            (0..<width).last { session.terminal.cell(.init(row: row, column: $0)).text != " " }
        }
        #expect(columns.contains { $0 >= width - 2 }, "\(session.screen)")
    }

    @Test func aNarrowTerminalShowsTwoLinesForEachItem() throws {
        let trove = try Trove()
        try trove.prepare(Self.twoLongTitles)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 24))
        #expect(
            try session.run("list") == [
                "2 books",
                "1  It was the best of times it was the …", "   Charles Dickens · wish",
                "2  三体三体三体三体三体三体三体三体三体…", "   wish",
            ])
    }

    @Test func aNarrowTerminalNamesWhatItHides() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book "\(Self.long)" author:"Charles Dickens" pages:500 page:20 rating:4 \\
            genre:classics
            """)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 24))
        #expect(
            try session.run("list") == [
                "1 book",
                "1  It was the best of times it was the …",
                "   Charles Dickens · wish · rating 4",
                "hidden: genre pages page",
                "(columns:title,genre,pages,page)",
            ])
        #expect(
            try session.run("list columns:pages,genre").last == "   pages 500 · classics")
    }

    /// Values are hidden for some items, and shown for others.
    @Test func aNarrowTerminalNamesWhatItHidesInSomeItems() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" state:to-read rating:5
            add book Robinson author:"Daniel Defoe, born" state:to-read rating:4
            """)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 24))
        let list = try session.run("list")
        #expect(list.contains("   Frank Herbert · to-read · rating 5"), "\(list)")
        #expect(
            list.suffix(2).joined(separator: " ")
                == "hidden in some: rating (columns:title,rating)", "\(list)")
    }

    /// Of a loan, a narrow terminal shows when the item is due, and who has it.
    @Test func aNarrowTerminalShowsWhenALoanIsDue() throws {
        let trove = try Trove()
        try trove.prepare("add book \"\(Self.long)\"\nlend 1 to:Anna due:2020-01-01")
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 24))
        let loans = try session.run("loans")
        #expect(loans[2] == "     due 2020-01-01 · Anna (overdue)", "\(session.screen)")
        #expect(loans[1].hasPrefix("1 »  It was"), "\(session.screen)")
        #expect(loans[3] == "» overdue", "\(session.screen)")
        #expect(loans[4].hasPrefix("hidden: lent-on"), "\(session.screen)")
        try session.resize(to: WindowSize(columns: 25, rows: 24))
        #expect(try session.run("loans")[2] == "     due 2020-01-01")
        try session.resize(to: WindowSize(columns: 50, rows: 24))
        #expect(try session.run("loans")[1].words == ["#", "title", "due"])
    }

    /// The color alone would say that the loan is overdue.
    @Test(arguments: [40, 60]) func aLongNameIsCutBeforeItsNote(columns: Int) throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book "Les Misérables"
            lend 1 to:"Bartholomew Maximilian Fotheringay-Smythe" due:2020-01-01
            """)
        let session = try trove.openTrove(size: WindowSize(columns: columns, rows: 24))
        for command in ["loans", "list"] {
            let shown = try session.run(command)
            #expect(
                shown.contains { $0.contains("Barth") && $0.contains("… (overdue)") }, "\(shown)")
        }
    }

    /// A command given with -c fits the terminal, too; what goes to a pipe is complete.
    @Test func oneCommandFitsTheTerminal() throws {
        let trove = try Trove()
        try trove.prepare("add book \"\(Self.long)\" author:\"Charles Dickens\"")
        let session = try trove.program.openTerminal(
            ["-c", "list"], size: WindowSize(columns: 40, rows: 24))
        try session.waitForExit()
        let rows = (0..<3).map { session.terminal.row($0) }
        #expect(rows[1] == "1  It was the best of times it was the …")
        #expect(rows[2] == "   Charles Dickens · wish")
        #expect(try trove.program.run(["-c", "list"]).requiring().text.contains(Self.long))
    }

    @Test func fitsAgainAfterAResize() throws {
        let trove = try Trove(environment: ["XTERM_VERSION": "XTerm(379)"])
        try trove.prepare("add book \"\(Self.long)\"")
        let session = try trove.openTrove(size: WindowSize(columns: 60, rows: 24))
        #expect(try session.run("list")[2].contains("…"))
        try session.resize(to: WindowSize(columns: 160, rows: 24))
        #expect(try session.run("list")[2].contains(Self.long))
        try session.resize(to: WindowSize(columns: 40, rows: 24))
        let narrow = try session.run("list")
        #expect(narrow.count == 3)
        #expect(narrow[1].contains("…") && narrow[2] == "   wish")
    }

    @Test func aPipeGetsWholeRows() throws {
        let trove = try Trove()
        try trove.prepare("add book \"\(Self.long)\"")
        let session = try trove.program.openShell(size: WindowSize(columns: 60, rows: 24))
        try session.enter("\"$PROGRAM\" -c list | grep -o 'age of fool[a-z]*'")
        try session.waitUntil(shows: "\nage of foolishness")
        #expect(try trove.output(of: "list").contains(Self.long))
    }

    // MARK: What does not fit

    private static let full = """
        add book "The Left Hand of Darkness and Other Stories" author:"Ursula K. Le Guin" \
        genre:"hard science fiction" pages:304 page:12 state:reading rating:4.5 shelves:attic,blue
        """

    @Test func theLeastImportantColumnsAreLeftOut() throws {
        let trove = try Trove()
        try trove.prepare(Self.full)
        let session = try trove.openTrove(size: WindowSize(columns: 76, rows: 24))
        let list = try session.run("list books")
        #expect(list[1].words == ["#", "title", "author", "page", "state", "rating"])
        #expect(list.last == "hidden: genre pages shelves (columns:title,genre,pages,shelves)")
        // A field that the query compares is shown, unless all items have the value.
        let asked = try session.run("list books pages>200 state=reading")
        #expect(asked[1].words == ["#", "title", "author", "pages", "page", "state", "rating"])
        // What the last line says works, in the place where it can be typed.
        let rest = try session.run("list books columns:title,genre,pages,shelves")
        #expect(rest[1].words == ["#", "title", "genre", "pages", "shelves"])
        #expect(rest.count == 3, "\(session.screen)")
        // A command without `columns:` names another one.
        #expect(
            try session.run("find darkness").last
                == "hidden: genre pages shelves (`show 1` shows every field)")
    }

    /// The fields by which a list is sorted come right after the title.
    @Test(arguments: [40, 50]) func theSortedFieldIsShown(_ columns: Int) throws {
        let trove = try Trove()
        try trove.prepare(Self.full)
        let session = try trove.openTrove(size: WindowSize(columns: columns, rows: 24))
        let list = try session.run("list books sort:genre,pages").joined(separator: "\n")
        #expect(list.contains("hard sc"), "\(session.screen)")
        #expect(!(try session.run("list books").joined().contains("hard sc")))
    }

    @Test func filmsShowTheirDirector() throws {
        let trove = try Trove()
        try trove.prepare("add movie Heat director:\"Michael Mann\" year:1995 rating:9 tags:crime")
        let session = try trove.openTrove(size: WindowSize(columns: 60, rows: 24))
        let list = try session.run("list movies")
        let columns = ["#", "name", "year", "director", "state", "rating", "watched"]
        #expect(list[1].words == columns, "\(session.screen)")
    }

    @Test func chosenColumnsTakeMoreLinesInANarrowTerminal() throws {
        let trove = try Trove()
        try trove.prepare(Self.full)
        let session = try trove.openTrove(size: WindowSize(columns: 40, rows: 24))
        #expect(try session.run("list books").contains { $0.hasPrefix("hidden: ") })
        let chosen = try session.run("list columns:genre,pages,state")
        for value in ["hard science fiction", "pages 304", "reading"] {
            #expect(chosen.contains { $0.contains(value) }, "\(session.screen)")
        }
        #expect(!chosen.contains { $0.hasPrefix("hidden: ") }, "\(session.screen)")
    }

    @Test func chosenColumnsKeepTheirOrder() throws {
        let trove = try Trove()
        try trove.prepare(Self.full)
        let session = try trove.openTrove(size: WindowSize(columns: 52, rows: 24))
        let list = try session.run("list columns:pages,genre,title,state")
        #expect(list[1].words == ["#", "pages", "genre", "title"])
        #expect(list.last == "hidden: state (columns:title,state)")
    }

    /// Returns random words, and the cells that they take.
    private static func words(_ most: Int, _ random: inout SeededRandom) -> (String, cells: Int) {
        let words = (0..<Int.random(in: 1...most, using: &random)).map { _ in
            [("a", 1), ("Wort", 4), ("三体", 4), ("e\u{301}t", 2)].randomElement(using: &random)
                ?? ("a", 1)
        }
        return (words.map(\.0).joined(separator: " "), words.reduce(-1) { $0 + 1 + $1.1 })
    }

    /// Random items on terminals of random widths: no row wraps, and titles stay readable.
    @Test func titlesHaveTheirCells() throws {
        try SeededRandom.run { random in
            let trove = try Trove()
            var widest = 0
            var script = ""
            for number in 0..<12 {
                let title = Self.words(12, &random)
                widest = max(widest, title.cells + 3)
                script += "add book \"\(title.0) \(10 + number)\""
                for field in ["author", "genre", "shelves", "lent-to"] {
                    guard Bool.random(using: &random) else { continue }
                    script += " \(field):\"\(Self.words(6, &random).0)\""
                }
                if Bool.random(using: &random) { script += " pages:1234 page:567" }
                script += Bool.random(using: &random) ? " rating:4.25\n" : "\n"
            }
            try trove.prepare(script)
            for _ in 0..<6 {
                let width = Int.random(in: 50...130, using: &random)
                let session = try trove.openTrove(size: WindowSize(columns: width, rows: 40))
                let list = try session.run("list books")
                // The heading, the names of the columns, the rows, and the notes.
                #expect(
                    list.dropFirst(2).prefix(12).allSatisfy { $0.contains { $0.isNumber } },
                    "\(random.hint) \(width): \(session.screen)")
                let isComplete = !list.contains { $0.contains("hidden:") }
                #expect(
                    list.count == 14 || !isComplete || list.contains { $0.contains("→ lent") },
                    "\(random.hint) \(width): \(session.screen)")
                let header = list[1]
                let title = try #require(header.firstRange(of: "title")).lowerBound
                let rest = header[title...].dropFirst(5)
                let next = try #require(rest.firstIndex { $0 != " " })
                #expect(
                    header.distance(from: title, to: next) - 2 >= min(24, widest),
                    "\(random.hint) \(width): \(session.screen)")
            }
        }
    }

    /// The results of a search have a title, too.
    @Test func resultsKeepTheirTitles() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(environment: catalogues.environment)
        let session = try trove.openTrove(size: WindowSize(columns: 60, rows: 40))
        let results = try session.run("search \"le guin\" by:author")
        #expect(results.contains { $0.hasPrefix("r10  The Left Hand of Darkness  ") })
    }

    // MARK: Long texts

    private static let note = "A first paragraph that is longer than the terminal is wide."

    @Test func notesAreFoldedToOneLine() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune note:\"\(Self.note)\\n\\nA second paragraph.\"")
        let session = try trove.openTrove(size: WindowSize(columns: 60, rows: 24))
        #expect(
            try session.run("list columns:title,note") == [
                "1 book", "#  title  note",
                "1  Dune   A first paragraph that is longer than the termina…",
            ])
        let wide = try session.run("list columns:note")
        #expect(wide.count == 3)
        #expect(
            try session.run("show 1").suffix(4) == [
                "  note   A first paragraph that is longer than the terminal",
                "         is wide.", "", "         A second paragraph.",
            ])
    }

    @Test(arguments: [20, 40, 80]) func aHeadingBreaksBetweenWords(_ width: Int) throws {
        let trove = try Trove()
        try trove.prepare("add book \"\(Self.long)\"")
        let session = try trove.openTrove(size: WindowSize(columns: width, rows: 24))
        let shown = try session.run("show 1")
        let heading = shown.prefix { !$0.hasPrefix(" ") }
        #expect(heading.allSatisfy { $0.count <= width }, "\(session.screen)")
        #expect(heading.joined(separator: " ") == "book 1: \(Self.long)", "\(session.screen)")
        #expect(session.terminal.style(of: "foolishness")?.isBold == true)
    }

    // MARK: Colors

    @Test func statesAndRatingsHaveColors() throws {
        let trove = try Trove()
        try trove.prepare(
            """
            add book One
            add book Two state:to-read
            add book Three state:reading
            add book Four state:abandoned rating:1.5
            add book Five state:finished rating:4.75
            add movie Six state:to-watch
            lend Two to:Anna due:2020-01-01
            """)
        let session = try trove.openTrove(size: WindowSize(columns: 100, rows: 40))
        try session.run("list books")
        let terminal = session.terminal
        #expect(terminal.style(of: "wish")?.foreground == .palette(5))
        #expect(terminal.style(of: "to-read")?.foreground == .palette(6))
        #expect(terminal.style(of: "reading")?.isBold == true)
        #expect(terminal.style(of: "abandoned")?.isDim == true)
        #expect(terminal.style(of: "finished")?.foreground == .palette(2))
        #expect(terminal.style(of: "1.5")?.isDim == true)
        #expect(terminal.style(of: "4.75")?.foreground == .palette(2))
        // The text says it, too.
        #expect(terminal.style(of: "Anna (overdue)")?.foreground == .palette(1))
        try session.run("list movies")
        #expect(session.terminal.style(of: "to-watch")?.foreground == .palette(5))
    }

    // MARK: Pages

    @Test func aPageIsShownAsABar() throws {
        let trove = try Trove()
        try trove.prepare("add book One\nadd book Two\nadd book Three pages:412")
        let session = try trove.openTrove()
        let shown = try session.run("page 3 120")
        #expect(shown == ["Three: page 120 of 412  ▓▓▓▓▓░░░░░░░░░░░░░░░ 29 %"])
    }

    /// The bar is as wide as the terminal allows; below that, the share stands alone.
    @Test(arguments: [
        (80, "  page     412  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 100 %"),
        (40, "  page     412  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 100 %"),
        (24, "  page     412  100 %"),
    ])
    func aBarFitsTheTerminal(_ width: Int, _ row: String) throws {
        let trove = try Trove()
        try trove.prepare("add book Three pages:412 page:412 lent-to:Anna")
        let session = try trove.openTrove(size: WindowSize(columns: width, rows: 24))
        let shown = try session.run("show 1")
        #expect(shown.contains(row), "\(session.screen)")
    }
}

extension String {
    /// The words between spaces.
    fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
