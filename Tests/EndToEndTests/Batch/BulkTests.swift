import Testing
import TroveCodecs
import TroveTesting

/// Changing items by condition, tags, and counting by field (rows X7, X8 and V5).
@Suite(.timeLimit(.minutes(20))) struct BulkTests {
    private let trove: Trove

    init() throws {
        trove = try Trove()
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" genre:scfi year:1965 tags:desert
            add book "The Left Hand of Darkness" author:"Ursula K. Le Guin" genre:scfi year:1969
            add book "Good Omens" author:"Terry Pratchett;Neil Gaiman" genre:fantasy year:1990
            add movie Alien rating:2
            add movie Blade rating:1
            add movie Up rating:9
            """)
    }

    /// The number of items does not follow from the command, so a program gets a list of any
    /// length.
    @Test(arguments: [("none", 0), ("fantasy", 1), ("scfi", 2)])
    func itemsOfAConditionAreAnArray(_ genre: String, _ count: Int) throws {
        for command in [
            "set books where genre=\(genre) year:2000 --yes", "show books where genre=\(genre)",
        ] {
            let run = try trove.program.run(["--json", "-c", command]).requiring()
            let array = try JSON(parsing: Array(run.text.utf8), depthLimit: 8).array
            #expect(array?.count == count, "\(command)\n\(run)")
        }
        let csv = try trove.program.run(
            ["--output", "csv", "-c", "delete books where genre=none --yes"]).requiring()
        #expect(csv.text == "")
        for format in ["table", "lines", "markdown"] {
            let none = try trove.program.run(
                ["--output", format, "-c", "delete books where genre=none --yes"]).requiring()
            #expect(none.text == "No item meets the condition.\n", "\(format)")
        }
    }

    @Test func anUnknownFieldIsAnErrorWithoutAnyItem() throws {
        let run = try trove.run("set movies where rating>9 nosuch:1", errors: .merged)
        #expect(run.text.contains("a movie has no field \"nosuch\""), "\(run)")
    }

    /// One of several items breaks a rule.
    @Test func anErrorNamesTheItem() throws {
        let run = try trove.run(
            "set movies where rating<9 rating:1\nset 4 5 6 watched:2999 --yes\nset 1 2 pages:9\nset 2 page:5\nset 1 2 3 pages:4",
            errors: .merged)
        #expect(run.text.contains("movie 4: Alien: watched"), "\(run)")
        #expect(run.text.contains("book 2: The Left Hand of Darkness: "), "\(run)")
    }

    @Test func aScriptNeedsYesForMoreThanOneItem() throws {
        let refused = try trove.run("set books where genre=scfi genre:sci-fi", errors: .merged)
        #expect(refused.status == .exited(1))
        #expect(
            refused.text == """
                -:1:5: error: set needs confirmation: 2 items meet the condition
                  set books where genre=scfi genre:sci-fi
                      ^~~~~~~~~~~~~~~~~~~~~~
                  "Dune", "The Left Hand of Darkness"; add --yes to confirm
                1 of 1 commands failed

                """)
        let done = try trove.prepare("set books where genre=scfi genre:sci-fi --yes")
        #expect(
            done.text == """
                Changed book 1: Dune
                  genre  scfi → sci-fi
                Changed book 2: The Left Hand of Darkness
                  genre  scfi → sci-fi

                """)
        #expect(try trove.prepare("count books genre=sci-fi").text == "2\n")
        let undone = try trove.prepare("undo\ncount books genre=scfi")
        #expect(
            undone.text
                == "Undone: changed book 1: Dune, genre scfi → sci-fi, and 1 more item\n2\n")
        // One item needs no confirmation, and the program's own --yes counts, too.
        try trove.prepare("set books where genre=fantasy genre:humor")
        let titles = try trove.program.run([
            "--yes", "--json", "-c", "delete movies where rating<3",
        ])
        #expect(titles.status == .success, "\(titles)")
        #expect(try trove.prepare("count movies").text == "1\n")
    }

    /// Items of a range that a command does not apply to are skipped and named.
    @Test func aRangeSkipsOtherKinds() throws {
        try trove.prepare("read Dune\nadd gem Ruby")
        let run = try trove.run(
            """
            shelve 1-4 on:hall
            tag 6-8 with:new
            set 2-5 genre:classics
            read 2-4 7
            """
        ).requiring(.exited(1))
        #expect(
            run.errorText.contains(
                "warning: skipped movie 4: Alien (shelve does not apply to a movie)"))
        #expect(
            run.errorText.contains("warning: skipped read 7: Dune (tag does not apply to a read)"))
        #expect(
            run.errorText.contains(
                #"skipped movie 4: Alien (a movie has no field "genre"), movie 5: Blade"#))
        // A number on its own is not skipped.
        #expect(run.errorText.contains("\"Dune\" is already on the read list"))
        #expect(try trove.prepare("count shelves=hall\ncount tags=new").text == "3\n2\n")
        let none = try trove.run("shelve 4-6 on:hall\nset 1-3 gnre:x").requiring(.exited(1))
        #expect(none.errorText.contains("error: shelve does not apply to a movie"))
        #expect(none.errorText.contains("did you mean genre?"))
    }

    @Test func noMatchIsSuccess() throws {
        let run = try trove.run("delete books where genre=scify\necho done")
        #expect(run.status == .success)
        #expect(run.text == "No item meets the condition.\ndone\n")
        #expect(run.errorText == "warning: no book has the genre \"scify\"; did you mean scfi?\n")
    }

    @Test func thePromptShowsTheItemsAndAsksOnce() throws {
        try trove.prepare(
            (1...12).map { "add gem \"Gem \($0)\" color:red" }.joined(separator: "\n"))
        let session = try trove.openTrove()
        try session.enter("set gems where color=red color:blue")
        try session.waitUntil(cursorFollows: "Change these 12 items? [y/N] ")
        #expect(session.screen.contains("12 items match:\n  gem 7: Gem 1\n"))
        #expect(session.screen.contains("\n  gem 16: Gem 10\n  and 2 more\n"))
        #expect(!session.screen.contains("Gem 11"))
        try session.type("n\r")
        try session.waitForTrove()
        #expect(session.screen.contains("Nothing was changed."))
        try session.enter("set gems where color=red color:blue")
        try session.waitUntil(cursorFollows: "Change these 12 items? [y/N] ")
        try session.type("y\r")
        try session.waitForTrove()
        #expect(session.screen.contains("Changed gem 16: Gem 10"))
        #expect(session.screen.contains("\nand 2 more, 12 items in all\n"))
        try session.enter("undo")
        try session.waitUntil("the undo") { $0.screen.contains("Undone: changed gem 7") }
        #expect(try trove.prepare("count gems color=red").text == "12\n")
    }

    @Test func tagsAreAddedRemovedAndCounted() throws {
        let run = try trove.prepare(
            """
            tag books where year<1980 with:classic,Desert --yes
            set 3 tags:+funny
            untag 1-3 with:classic
            count by:tags
            """)
        #expect(
            run.text == """
                Changed book 1: Dune
                  tags  desert → classic, desert
                Changed book 2: The Left Hand of Darkness
                  tags  (none) → classic, desert
                Changed book 3: Good Omens
                  tags  (none) → funny
                Changed book 1: Dune
                  tags  classic, desert → desert
                Changed book 2: The Left Hand of Darkness
                  tags  classic, desert → desert
                Nothing changed: book 3: Good Omens does not have the tag "classic"
                kind   tags    count
                book   desert      2
                book   funny       1
                movie  (none)      3

                """)
    }

    @Test func countsByFieldInEveryFormat() throws {
        #expect(
            try trove.prepare("count books by:author").text == """
                author             count
                Neil Gaiman            1
                Frank Herbert          1
                Ursula K. Le Guin      1
                Terry Pratchett        1

                """)
        #expect(
            try trove.program.run(["--json", "-c", "count by:genre"]).text == """
                [{"kind":"book","genre":"scfi","count":2},
                 {"kind":"book","genre":"fantasy","count":1}]

                """)
        #expect(
            try trove.program.run(["--output", "csv", "-c", "count by:genre"]).lines
                == ["kind,genre,count", "book,scfi,2", "book,fantasy,1"])
        #expect(
            try trove.prepare("count books year<1980 by:year").text
                == "year  count\n1965      1\n1969      1\n")
        let unknown = try trove.run("count by:ganre", errors: .merged)
        #expect(unknown.status == .exited(1))
        #expect(unknown.text.contains("did you mean genre?"), "\(unknown)")
    }

    @Test func itemsAreSortedByNumber() throws {
        let trove = try Trove()
        try trove.prepare("add book A genre:x\nadd book B genre:y\nadd gem G\nadd book C genre:x")
        func titles(_ sort: String) throws -> [String] {
            try trove.run("list books sort:\(sort) columns:title", ["--output", "tsv"])
                .requiring().lines.dropFirst().map { String($0.suffix(1)) }
        }
        #expect(try titles("-number") == ["C", "B", "A"])
        #expect(try titles("genre,-number") == ["C", "A", "B"])
        #expect(try titles("number,genre") == ["A", "B", "C"])
    }

    @Test func peopleAreSortedByFamilyNameAndFoundByName() throws {
        #expect(
            try trove.prepare("list books sort:genre,author columns:author").text == """
                3 books
                #  author
                3  Terry Pratchett; Neil Gaiman
                1  Frank Herbert
                2  Ursula K. Le Guin

                """)
        #expect(
            try trove.prepare("list books sort:-genre,-author columns:title limit:2").lines
                .dropFirst(2)
                == ["2  The Left Hand of Darkness", "1  Dune"])
        #expect(try trove.prepare("count author=\"neil gaiman\"").text == "1\n")
        #expect(try trove.prepare("count author=Gaiman").text == "0\n")
    }

    @Test func aStateOfOneKindExcludesTheOthers() throws {
        #expect(try trove.prepare("count state=wish").text == "3\n")
        #expect(try trove.prepare("count state=watched").text == "3\n")
        let run = try trove.run("count state=lost", errors: .merged)
        #expect(run.status == .exited(1))
    }

    @Test func offlineNothingOfASelectionChanges() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare("add book Dune\nadd gem Ruby color:red\nadd gem Opal color:red")
        // Gems may be deleted offline, but not changed; books neither.
        let run = try laptop.run(
            """
            net off
            set where color=red color:blue --yes
            tag where title~u or name~u with:a --yes
            delete gems where color=red --yes
            """, errors: .merged)
        #expect(run.status == .exited(1))
        #expect(run.text.contains("2 of 4 commands failed"), "\(run)")
        #expect(run.text.contains("Deleted gem 2: Ruby\nDeleted gem 3: Opal\n"), "\(run)")
        #expect(!run.text.contains("Changed"), "\(run)")
    }
}
