import Testing
import TroveTesting

/// Importing files again, with what changed since.
@Suite(.timeLimit(.minutes(20))) struct ImportUpdateTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
    }

    private static let header =
        "Title,Author,ISBN13,My Rating,Number of Pages,Exclusive Shelf,Bookshelves,"
        + "Date Read,Date Added,Read Count,My Review\n"

    private func write(_ rows: String) throws {
        try trove.scratch.write(Self.header + rows, to: "work/books.csv")
    }

    /// The rows about one book lose nothing, in either order.
    @Test(arguments: [false, true]) func rowsAboutOneBookAreMerged(_ isReversed: Bool) throws {
        let rows = [
            "Dune,Frank Herbert,,3,,to-read,owned,,2020/01/01,0,\n",
            "DUNE,Frank  Herbert,9780441013593,,412,read,sf,2024/05/06,2021/01/01,1,Great\n",
        ]
        try write((isReversed ? rows.reversed() : rows).joined())
        let run = try trove.run("import books.csv\nshow 1\nlist reads columns:title,on\n")
            .requiring(.success)
        #expect(
            run.lines[0].hasPrefix("Imported 1 book, 1 read from books.csv (Goodreads), 1 row "))
        for line in [
            "  isbn     978-0-441-01359-3", "  pages    412", "  rating   3",
            "  added    2020-01-01",
            "  shelves  owned, sf", "  note     Great",
        ] {
            #expect(run.lines.contains(line), "\(line)\n\(run)")
        }
        #expect(run.text.contains("DUNE   2024-05-06"), "\(run)")
    }

    /// A title that a file corrects is corrected in the read list, too.
    @Test func renamedBooksKeepTheirReadings() throws {
        try trove.prepare(
            """
            add book Orchard author:"E. Lind" pages:300 state:to-read
            read Orchard on:2026-05-01
            export s.csv books
            """)
        let table = try trove.scratch.read("work/s.csv")
        try trove.scratch.write(table.replacing("Orchard", with: "The Orchard"), to: "work/s.csv")
        let run = try trove.run("import s.csv --update\nreads\nstats reads year:2026\n")
            .requiring(.success)
        #expect(run.text.contains("The Orchard") && run.text.contains("(300 in all)"), "\(run)")
        #expect(try trove.run("read \"The Orchard\"").errorText.contains("on the read list"))
        try trove.prepare("undo")
        #expect(!(try trove.run("reads").requiring(.success).text.contains("The Orchard")))
    }

    /// A note that would become too long is not dropped silently.
    @Test func tooLongANoteIsRejected() throws {
        let words = (1...9000).map { "word\($0)" }.joined(separator: " ")
        try trove.prepare("add book Emma author:Austen note:\"first \(words.prefix(40_000))\"")
        try trove.scratch.write(
            "title,author,pages,note\nEmma,Austen,474,second \(words.prefix(40_000))\n",
            to: "work/books.csv")
        let run = try trove.run("import books.csv --update\ncount pages=474\n")
        #expect(run.errorText.contains("note is longer than 65536 bytes"), "\(run.lines)")
        #expect(run.lines.last == "0")
    }

    /// A paragraph of a private note may continue one of the note. It stays below its label, which
    /// keeps it out of pages to share.
    @Test func privateNotesStayPrivate() throws {
        try trove.prepare("add book Dune author:\"Frank Herbert\" note:Great.")
        for note in ["Lent by Ann\n\nGreat. But Bob must not know.", "Lent by Ann\n\nBob knows."] {
            try trove.scratch.write(
                "Title,Author,Exclusive Shelf,Private Notes\nDune,Frank Herbert,to-read,\"\(note)\"\n",
                to: "work/books.csv")
            let run = try trove.run(
                "import books.csv as:goodreads --update\nexport - as:markdown\n"
            )
            .requiring(.success)
            #expect(run.text.contains("Great.") && !run.text.contains("Bob"), "\(run)")
            #expect(!run.text.contains("Ann"), "\(run)")
        }
        let shown = try trove.run("show Dune").requiring(.success)
        #expect(shown.text.contains("must not know") && shown.text.contains("Bob knows"))
    }

    /// Only one book has a unique code.
    @Test func uniqueValuesStayUnique() throws {
        try trove.prepare(
            "kind add-field book code text unique:yes\nadd book Dune author:\"Frank Herbert\" code:A1"
        )
        try trove.scratch.write(
            "title,author,code\nEmma,Jane Austen,A1\nPersuasion,Jane Austen,B2\n",
            to: "work/books.csv")
        let run = try trove.run("import books.csv\ncount code=A1\n").requiring(.success)
        #expect(run.lines.first?.contains("1 was rejected") == true, "\(run)")
        #expect(run.lines.last == "1", "\(run)")
    }

    /// The dates of other countries, which could be read in two ways.
    @Test func aDateThatIsNotReadIsReported() throws {
        try trove.scratch.write(
            "Title,Author,Date Read\nEmma,Jane Austen,03/04/2020\nDune,Frank Herbert,soon\n",
            to: "work/books.csv")
        let run = try trove.run("import books.csv\n").requiring(.success)
        #expect(
            run.lines.contains(
                "Kept in the note: 2 values of Date Read, such as \"03/04/2020\" in line 2"),
            "\(run)")
    }

    /// A book in a list of owned books is owned, also if the library knows only its title.
    @Test func whatIsOwnedLeavesTheWishlist() throws {
        try trove.prepare("add book Dune author:\"Frank Herbert\"\nadd book Emma\nadd book Beloved")
        try trove.scratch.write(
            "title,author\nDune,Frank Herbert\nEmma,Jane Austen\n", to: "work/own.csv")
        let preview = try trove.prepare("import own.csv --preview").text
        #expect(preview.contains("state wish → to-read"), "\(preview)")
        let run = try trove.prepare("import own.csv")
        #expect(run.lines[0].contains("updated 2 books"), "\(run)")
        #expect(
            try trove.prepare("wishlist columns:title").text == "1 book\n#  title\n3  Beloved\n")
        #expect(try trove.prepare("count books author=\"Jane Austen\"").text == "1\n")
        #expect(try trove.prepare("import own.csv").lines[0].contains("2 were duplicates"))
        #expect(try trove.prepare("undo\nwishlist columns:title").text.contains("3 books"))
    }

    /// A file that says that a book is not owned leaves it on the wishlist, unless it was read.
    @Test(arguments: ["", " --update"])
    func whatIsNotOwnedStaysOnTheWishlist(_ option: String) throws {
        try trove.prepare("add book Dune\nadd book Emma\nadd book Beloved")
        try trove.scratch.write(
            """
            Title,Author,Exclusive Shelf,Owned Copies,Book Id,My Rating
            Dune,A B,to-read,0,1,0
            Emma,A B,to-read,1,2,0
            Beloved,A B,read,0,3,0

            """, to: "work/books.csv")
        try trove.prepare("import books.csv as:goodreads" + option)
        #expect(
            try trove.prepare("list books columns:title,state sort:number").lines.suffix(3)
                .map { $0 }
                == ["1  Dune     wish", "2  Emma     to-read", "3  Beloved  finished"])
    }

    /// Rows of one title with different creators, or years, are different items.
    @Test func aNamesakeIsOneRowsOnly() throws {
        try trove.prepare("add movie Dune\nadd book Emma")
        try trove.scratch.write("name,year\nDune,1984\nDune,2021\n", to: "work/m.csv")
        #expect(try trove.prepare("import m.csv kind:movie").text.contains("Imported 1 movie"))
        #expect(try trove.prepare("count movies").text == "2\n")
        try trove.scratch.write(
            "title,author\nEmma,Jane Austen\nEmma,Alexander McCall Smith\n", to: "work/b.csv")
        let run = try trove.prepare("import b.csv")
        #expect(run.text.contains("Imported 1 book from b.csv, updated 1 book"), "\(run)")
        #expect(
            try trove.prepare("list books columns:author").text.contains("Alexander McCall Smith"))
    }

    /// A later row may show that the item is owned; every row is counted once.
    @Test(arguments: [false, true]) func anyRowShowsThatAnItemIsOwned(_ isReversed: Bool) throws {
        try trove.prepare("add book Dune author:\"A. B.\"")
        let rows = ["Dune,A. B.,wish,412\n", "Dune,A. B.,finished,\n"]
        try trove.scratch.write(
            "title,author,state,pages\n" + (isReversed ? rows.reversed() : rows).joined(),
            to: "work/o.csv")
        let run = try trove.prepare("import o.csv kind:book")
        #expect(
            run.lines[0]
                == "Imported 1 read from o.csv, updated 1 book, 1 was a duplicate. `undo` reverts the import.",
            "\(run)")
        #expect(try trove.prepare("count books state=finished").text == "1\n")
    }

    /// `add` asks in the same case.
    @Test func aTitleAloneIsADuplicateOfTheLibrary() throws {
        try trove.prepare(
            "add book Dune author:\"Frank Herbert\" state:reading\nadd book Stand state:reading")
        try trove.scratch.write("title\nDune\nStand by Me\nDune\n", to: "work/t.csv")
        let preview = try trove.prepare("import t.csv kind:book --preview")
        #expect(preview.text.contains("one has no author"), "\(preview)")
        let run = try trove.prepare("import t.csv kind:book")
        #expect(run.text.contains("Imported 1 book from t.csv, 2 were duplicates"), "\(run)")
        #expect(try trove.titles() == ["Dune", "Stand", "Stand by Me"])
    }

    @Test func anUpdateBringsInWhatChanged() throws {
        try write(
            """
            Dune,Frank Herbert,,3,,currently-reading,,,2020/01/01,0,Slow
            Emma,Jane Austen,,4,,read,,2024/01/02,,1,

            """)
        try trove.prepare("import books.csv\nset 2 genre:classics pages:1\n")
        let before = try trove.json()
        try write(
            """
            Dune,Frank Herbert,,4,412,read,sf,2026/05/06,2020/01/01,1,"Slow, but good"
            Emma,Jane Austen,,4,500,to-read,,2024/01/02,,1,
            Kindred,Octavia E. Butler,,,,read,,,,1,

            """)
        let plain = try trove.run("import books.csv\n").requiring(.success)
        #expect(plain.text.contains("Imported 1 book, 1 read from"), "\(plain)")
        #expect(
            plain.text.contains(
                "The file has changes to 1 item. To bring them in: `import books.csv --update`"))
        try trove.prepare("undo\n")
        let preview = try trove.run("import books.csv --update --preview\n").requiring(.success)
        #expect(
            preview.text.contains(
                """
                Updates
                Dune (1)  pages (none) → 412, state reading → finished, note Slow → Slow, but good, rating 3 → 4, \
                shelves +sf, read 2026-05-06

                """), "\(preview)")
        #expect(preview.text.contains("1 book, 2 reads to import, 1 book to update, 1 unchanged"))
        #expect(try trove.json() == before)
        let run = try trove.run("import books.csv --update\nimport books.csv --update\n")
            .requiring(.success)
        #expect(
            run.lines == [
                "Imported 1 book, 2 reads from books.csv (Goodreads), updated 1 book, "
                    + "1 was unchanged. `undo` reverts the import.",
                "Imported nothing from books.csv (Goodreads), 3 were unchanged.",
            ])
        let after = try trove.json()
        #expect(try trove.run("undo\n").requiring().lines.count == 1)
        #expect(try trove.json() == before)
        try trove.prepare("redo\n")
        #expect(try trove.json() == after)
    }

    /// The counts in JSON add up to the rows of the file.
    @Test func everyRowIsCounted() throws {
        try write(
            """
            Dune,Frank Herbert,,3,,read,,2024/01/02,,1,
            Emma,Jane Austen,,,,to-read,,,,0,
            emma,Jane Austen,,5,,to-read,,,,0,
            ,Nobody,,,,read,,,,1,

            """)
        try trove.prepare("add book Dune author:\"Frank Herbert\" state:reading\n")
        let run = try trove.run("import books.csv --update --preview\n", ["--json"])
            .requiring(.success)
        for part in [
            #""rows":4,"#, #""imported":{"book":1},"entries":{"read":1},"updated":{"book":1}"#,
            #""merged":1,"#, #""unchanged":0,"duplicates":0,"differing":0,"#, #""rejected":1,"#,
            #""changed":{"state":{"before":"reading","after":"finished"}"#,
            #""on":"2024-01-02""#,
        ] {
            #expect(run.text.contains(part), "\(part)\n\(run)")
        }
    }

    /// Several copies of a book stay several in a file of Trove's own, also when it is imported
    /// twice.
    @Test func copiesWithIdentitiesStayApart() throws {
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" note:first
            add book Dune author:"Frank Herbert" note:second --yes
            export all.csv

            """)
        let other = try Trove()
        try other.scratch.write(try trove.scratch.read("work/all.csv"), to: "work/all.csv")
        let run = try other.run("import all.csv\nimport all.csv --update\ncount\n")
            .requiring(.success)
        #expect(
            run.lines == [
                "Imported 2 books from all.csv (Trove). `undo` reverts the import.",
                "Imported nothing from all.csv (Trove), 2 were unchanged.", "2",
            ])
    }

    /// A file that Trove wrote, edited elsewhere, brings the edits back.
    @Test func editsOfAnExportAreBroughtBack() throws {
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" genre:sci-fi pages:412 tags:desert
            set 1 rating:4 note:sand state:reading
            lend 1 to:Ann due:2030-01-01
            add gem Opal
            add gem Ruby
            export all.csv
            return 1
            lend 1 to:Bob
            rate 1 5
            set 1 isbn:9780441013593
            """)
        let text = try trove.scratch.read("work/all.csv")
        var edited = text
        // The commas keep the digits of the ids, which are random.
        for (old, new) in [
            ("Frank Herbert", "F. Herbert"), ("sci-fi", "classics"), (",412,", ",500,"),
            ("desert", "worm"), (",sand,", ",,"), (",Opal,", ",Onyx,"),
        ] {
            try #require(edited.contains(old), "\(old) in \(edited)")
            edited = edited.replacing(old, with: new)
        }
        try trove.scratch.write(edited, to: "work/edited.csv")
        let run = try trove.prepare("import edited.csv --update\nshow 1\nlist gems columns:name")
        #expect(run.lines[0].contains("updated 1 book, 1 gem"), "\(run)")
        for line in [
            "  author   F. Herbert", "  genre    classics", "  pages    500", "  tags     worm",
            "  note     sand", "  rating   4", "  isbn     978-0-441-01359-3",
        ] {
            #expect(run.lines.contains(line), "\(line)\n\(run)")
        }
        #expect(run.text.contains("Onyx"), "\(run)")
        #expect(
            run.text.contains("Bob") && !run.text.contains("Ann"), "no loan comes back:\n\(run)")
        #expect(
            try trove.prepare("import edited.csv --update").lines[0].contains("3 were unchanged"))
        // What breaks a rule is rejected; a state does not move back.
        let wrong = edited.replacing(",Onyx,", with: ",Ruby,").replacing(
            ",reading,", with: ",wish,")
        try trove.scratch.write(wrong, to: "work/wrong.csv")
        let refused = try trove.prepare("import wrong.csv --update --preview")
        #expect(refused.text.contains("the name \"Ruby\" is taken by gem 3"), "\(refused)")
        #expect(!refused.text.contains("wish"), "\(refused)")
        try trove.prepare("undo")
        #expect(try trove.prepare("show 1").text.contains("Frank Herbert"))
    }

    /// Exports the library, with other values in some cells.
    private func export(_ edits: [(String, String)], to name: String) throws {
        try trove.prepare("export \(name)")
        var text = try trove.scratch.read("work/\(name)")
        for (old, new) in edits {
            try #require(text.contains(",\(old),"), "\(old) in \(text)")
            text = text.replacing(",\(old),", with: ",\(new),")
        }
        try trove.scratch.write(text, to: "work/\(name)")
    }

    /// Names are compared with those that earlier rows have given.
    @Test func editedNamesStayUnique() throws {
        try trove.prepare("add gem Ruby\nadd gem Opal")
        try export([("Ruby", "Jade"), ("Opal", "Jade")], to: "jade.csv")
        let run = try trove.prepare("import jade.csv --update\nlist gems columns:name")
        #expect(run.lines[0].contains("updated 1 gem, 1 was rejected"), "\(run)")
        #expect(run.text.contains("1  Jade\n2  Opal"), "\(run)")
    }

    /// Without --update, an edited wish leaves the wishlist, and nothing else changes.
    @Test func anEditedWishIsOnlyOwned() throws {
        try trove.prepare("add book Dune pages:100")
        try export([("wish", "to-read"), ("100", "7")], to: "own.csv")
        let run = try trove.prepare("import own.csv\nlist books columns:title,pages,state")
        #expect(run.text.contains("Dune     100  to-read"), "\(run)")
    }

    /// What is imported is owned, unless the file says otherwise.
    @Test func importedBooksAreOwned() throws {
        try trove.scratch.write("kind,title,state\nbook,Dune,\nbook,Emma,wish\n", to: "work/a.csv")
        let run = try trove.run("import a.csv\nlist books columns:title,state\n")
            .requiring(.success)
        #expect(run.text.contains("Dune   to-read"), "\(run)")
        #expect(run.text.contains("Emma   wish"), "\(run)")
    }

    /// They would be entries that no file of Trove can bring back.
    @Test func futureReadingsAreRejected() throws {
        try trove.scratch.write(
            """
            Book Id,Title,Author,Date Read,Exclusive Shelf,My Rating,Bookshelves
            1,Dune,Frank Herbert,2099/01/02,read,0,
            2,Emma,Jane Austen,2024/01/02,read,0,
            """, to: "work/books.csv")
        let run = try trove.prepare("import books.csv --preview")
        #expect(run.text.contains("   2  on cannot be in the future"), "\(run)")
        try trove.prepare("import books.csv")
        #expect(try trove.prepare("count books").text == "1\n")
    }

    @Test func futureViewingsAreRejected() throws {
        try trove.scratch.write(
            "kind,name,watched\nmovie,Alien,2030-01-01\nmovie,Heat,2020-01-01\n",
            to: "work/a.csv")
        let run = try trove.run("import a.csv --preview\n").requiring(.success)
        #expect(run.text.contains("   2  watched cannot be in the future"), "\(run)")
    }

    @Test func duplicatesAreEitherAddedOrUpdated() throws {
        try write("Dune,Frank Herbert,,3,,read,,,,1,\n")
        let run = try trove.run("import books.csv duplicates:add --update\n")
        #expect(run.status == .exited(1))
        #expect(run.errorText.contains("leave out one of them"))
    }
}

/// Importing several files about the same films.
@Suite(.timeLimit(.minutes(20))) struct ImportFilmUpdateTests {
    private static let diary = """
        Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
        2024-01-03,Solaris,1972,https://boxd.it/d1,4,,,2024-01-02
        2025-01-03,Solaris,1972,https://boxd.it/d2,4.5,Yes,,2025-01-02
        2025-02-03,Rain,2001,https://boxd.it/d3,3,,,2025-02-02

        """
    private static let ratings = """
        Date,Name,Year,Letterboxd URI,Rating
        2025-01-03,Solaris,1972,https://boxd.it/s1,4.5
        2025-01-03,rain,2001,https://boxd.it/r2,2
        2025-01-03,Rain,2001,https://boxd.it/r1,3

        """

    /// Films are found again by their names to the letter, and several viewings are one film.
    @Test func filesAboutTheSameFilmsAreJoined() throws {
        let trove = try Trove()
        try trove.scratch.write(Self.diary, to: "work/diary.csv")
        try trove.scratch.write(Self.ratings, to: "work/ratings.csv")
        let run = try trove.run(
            """
            import ratings.csv
            import diary.csv --update
            import diary.csv --update
            import ratings.csv --update
            list movies columns:name,rating,watched
            show Solaris

            """
        ).requiring(.success)
        #expect(
            run.lines.prefix(4) == [
                "Imported 3 movies from ratings.csv (Letterboxd). `undo` reverts the import.",
                "Imported nothing from diary.csv (Letterboxd), updated 2 movies. "
                    + "`undo` reverts the import.",
                "Imported nothing from diary.csv (Letterboxd), 2 were unchanged.",
                "Imported nothing from ratings.csv (Letterboxd), 3 were unchanged.",
            ])
        let films = run.lines.filter { $0.lowercased().contains("rain") }
        #expect(
            films.map { $0.split(separator: " ").dropFirst() } == [
                ["rain", "4"], ["Rain", "6", "2025-02-02"],
            ], "\(run)")
        #expect(run.text.contains("Watched: 2024-01-02 (8)"))
        #expect(run.lines.contains("  watched  2025-01-02"))
    }
}

/// Values of other programs that are easily damaged.
@Suite(.timeLimit(.minutes(20))) struct ImportedValueTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
    }

    @discardableResult
    private func imports(_ text: String, _ options: String = "") throws -> ProgramRun {
        try trove.scratch.write(text, to: "work/a.csv")
        return try trove.prepare("import a.csv \(options)")
    }

    /// Names compare regardless of case, but not of marks.
    @Test func namesWithOtherMarksStayApart() throws {
        let run = try imports("Title,Author\nハハ,A\nパパ,A\nМой,B\nМои,B\nAño,C\nAno,C\nANO,C\n")
        #expect(run.lines[0].hasPrefix("Imported 6 books from a.csv, 1 row was merged"), "\(run)")
        try trove.prepare("read ハハ on:2024-03-01\nread パパ on:2024-04-01")
        #expect(try trove.prepare("count reads").text == "2\n")
    }

    @Test func tabSeparatedTablesHaveQuotes() throws {
        try imports("Title\tAuthor\tNote\n\"Dune, \"\"x\"\"\"\tA\t\"two\nlines\"\n")
        let run = try trove.prepare("list books columns:title,note")
        #expect(run.text.contains(#"Dune, "x""#), "\(run)")
        #expect(try trove.prepare("count books").text == "1\n")
    }

    /// Periods with commas, and the number of users behind a genre.
    @Test func readDatesOfAnotherToolArePeriods() throws {
        try imports(
            """
            Book Id,Title,Author,ISBN13,My Rating,Date Read,Exclusive Shelf,Read Count,read_dates,genres
            1,Dune,F H,,5,2020/02/02,read,2,"2018-01-01,2018-02-01;2020-01-02,2020-02-02","Sci-Fi|50;Fiction,Classics|3"

            """)
        let reads = try trove.prepare("list reads columns:started,on")
        #expect(reads.text.contains("2018-01-01  2018-02-01"), "\(reads)")
        #expect(try trove.prepare("count reads").text == "2\n")
        #expect(try trove.prepare("show 1").text.contains("Classics, Fiction, Sci-Fi"))
    }

    @Test func aReadingWithATimeIsARead() throws {
        try imports(
            """
            title,subtitle,author,status,rating,my_review,readings,date_added,date_modified
            One,,F H,finished,,,2020-01-01T00:00:00.000|2020-02-01T00:00:00.000|7200000,,

            """)
        let reads = try trove.prepare("list reads columns:started,on")
        #expect(reads.text.contains("2020-01-01  2020-02-01"), "\(reads)")
    }

    /// The rating of a kind of the user's own may have any bounds.
    @Test(arguments: ["number", "decimal range:0..0.5", "decimal", "number range:0..0"])
    func ratingsHaveAnyBounds(_ type: String) throws {
        try trove.prepare("kind new vinyl\nkind add-field vinyl score \(type) role:rating")
        try trove.scratch.write(
            "title,score\nA,1\nB,9300000\nC,999999999\nD,0\n", to: "work/a.csv")
        // What is not a rating has no place in the kind, and rejects its row.
        let run = try trove.run("import a.csv as:table kind:vinyl\ncount vinyls\n")
        #expect(run.status == .success && run.text.hasPrefix("Imported "), "\(run)")
    }

    /// A spreadsheet turns an ISBN into a number.
    @Test func aMangledISBNIsRejected() throws {
        let run = try imports(
            """
            kind,title,isbn,id
            book,A,9.78044E+12,01a21d23-6045-771e-b83e-d9a408377999
            book,B,9780441013593,01a21d23-6045-771e-b83e-d9a408377998

            """)
        #expect(
            run.lines[0].hasPrefix("Imported 1 book from a.csv (Trove), 1 was rejected"), "\(run)")
    }

    @Test func aVolumeNeedsNoSeries() throws {
        try imports("Title,Volume\nT,1.5\n")
        #expect(try trove.prepare("show 1").lines.contains("  volume  1.5"))
    }

    /// The readings of several items follow them, once each, and those of a namesake stay.
    @Test func eachReadingFollowsItsBook() throws {
        try trove.prepare(
            """
            add book Résumé author:B state:finished
            add book Resume author:B state:finished --yes
            delete Resume --yes
            set Résumé author:C
            """)
        let namesake = try trove.prepare("list reads columns:title,author").text
        #expect(namesake.contains("Résumé  C\n") && namesake.contains("Resume  B\n"), "\(namesake)")
        // The command changes the reading itself, too.
        let run = try trove.prepare("set 1 2 title:Emma --yes\nundo\nshow 2")
        #expect(run.text.contains("read 2: Résumé"), "\(run)")
    }

    /// Only what Goodreads calls genres has counts.
    @Test func namesKeepWhatIsNoCount() throws {
        try imports("Title,Author,Tags\nA,B,\"sf|2020, x\"\n")
        #expect(try trove.prepare("show 1").text.contains("sf|2020, x"))
    }

    /// A corrected title is that of its readings, too.
    @Test func readingsFollowTheirBook() throws {
        let run = try trove.run(
            """
            add book Typpo author:Z pages:100
            read 1 on:2024-03-01
            set 1 title:Typo author:Y
            list reads columns:title,author
            read 1 on:2024-03-01
            undo
            list reads columns:title,author

            """)
        #expect(run.text.contains("Typo   Y"), "\(run)")
        #expect(run.errorText.contains("already on the read list"), "\(run)")
        #expect(run.text.hasSuffix("2  Typpo  Z\n"), "\(run)")
    }
}
