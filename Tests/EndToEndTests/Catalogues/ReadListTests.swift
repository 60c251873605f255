import Testing
import TroveStandIn
import TroveTesting

/// The read list: one entry for each finished reading (rows R2 to R6).
@Suite(.timeLimit(.minutes(20))) struct ReadListTests {
    private let catalogues: CatalogueStandIn
    private let trove: Trove

    init() throws {
        catalogues = try CatalogueStandIn()
        trove = try Trove(catalogues: catalogues)
    }

    @Test func acceptsResultsAndItems() throws {
        let run = try trove.run(
            """
            add book Emma author:"Jane Austen" isbn:9780141439587 rating:4.5 state:reading
            search dune by:title
            read r1 r2 on:2024-05
            read Emma
            reads columns:title,author,on,rating
            count books state=finished
            undo
            count reads
            count books state=finished
            redo
            count reads
            """
        ).requiring()
        #expect(run.lines.contains("Added read 2: Dune"))
        #expect(run.lines.contains("Changed book 1: Emma"))
        #expect(run.lines.contains("  state  reading → finished"))
        #expect(run.lines.contains("Added read 4: Emma"))
        #expect(run.lines.contains("4  Emma          Jane Austen    2026-11-20     4.5"))
        #expect(run.lines.contains { $0.hasPrefix("2  Dune          Frank Herbert  2024-05") })
        #expect(run.lines.suffix(6).filter { $0.first?.isNumber ?? false } == ["1", "2", "0", "3"])
    }

    /// A finished book is rated after it was finished, and a second reading is rated again.
    @Test func eachReadingHasItsOwnRatingAndNote() throws {
        let run = try trove.run(
            """
            add book Emma author:"Jane Austen" state:reading
            advance Emma
            rate Emma 5
            note Emma "Loved it."
            reads columns:rating,note
            undo
            undo
            reads columns:rating,note
            redo
            redo
            reread Emma
            advance Emma
            rate Emma 2
            note Emma "Tedious."
            reads columns:rating,note
            read Emma on:2020-05 --again
            reads columns:rating,note sort:on
            """
        ).requiring()
        #expect(run.lines.contains("Changed read 2: Emma"), "\(run)")
        let tables = run.text.split(separator: "1 read\n").dropFirst()
        #expect(tables.first?.contains("5  Loved it.") == true, "\(run)")
        #expect(tables.last?.hasPrefix("#  rating  note\n2\n") == true, "\(run)")
        let last = try trove.run("reads columns:rating,note sort:on").lines.suffix(3)
        #expect(Array(last) == ["4", "2       5  Loved it.", "3       2  Tedious."], "\(run)")
    }

    /// What is given while a book is read again is about that reading, and a record that was rated
    /// by itself keeps its rating.
    @Test func ratingsBelongToTheReadingTheyWereGivenIn() throws {
        try trove.run(
            """
            add book Emma state:reading rating:4
            advance Emma
            reread Emma
            rate Emma 3
            advance Emma
            rate 3 1
            rate Emma 5
            """
        ).requiring()
        let reads = try trove.run("reads columns:rating").lines.suffix(2)
        #expect(Array(reads) == ["2       4", "3       1"])
    }

    private func ratings() throws -> [String] {
        try trove.run("reads columns:rating sort:number").lines.filter {
            $0.first?.isNumber == true && !$0.contains("read")
        }
    }

    /// An undone rating, and a mistaken end of a reading, leave no traces.
    @Test func undoneRatingsDoNotCount() throws {
        try trove.prepare(
            """
            add book Emma state:reading
            advance Emma
            rate Emma 5
            reread Emma
            rate Emma 3
            undo
            advance Emma
            """)
        #expect(try ratings() == ["2       5", "3"])
        try trove.prepare("reread Emma\nrate Emma 4\nadvance Emma\nundo\nadvance Emma")
        #expect(try ratings() == ["2       5", "3", "5       4"])
    }

    /// `read` finishes a book that was started over, as `advance` does, but only once.
    @Test func aBookIsReadAgain() throws {
        let run = try trove.prepare(
            """
            add book Emma state:finished rating:5
            reread Emma
            read Emma on:today
            reread Emma
            rate Emma 2
            read Emma on:today
            """)
        #expect(!run.text.contains("--again"), "\(run)")
        #expect(try trove.prepare("show Emma").text.contains("finished"))
        #expect(try ratings() == ["2       5", "3", "4       2"])
        let again = try trove.run("read Emma")
        #expect(again.errorText.contains("already on the read list"), "\(again)")
        // Undone, the book is not being reread.
        let undone = try trove.run("undo\nundo\nundo\nread Emma")
        #expect(undone.errorText.contains("already on the read list"), "\(undone)")
    }

    /// A command that rates the book and its latest entry leaves the earlier one alone.
    @Test func anEarlierEntryKeepsItsRating() throws {
        try trove.prepare(
            """
            add book Emma state:reading rating:5
            advance Emma
            reread Emma
            advance Emma
            rate 1 3 2 --yes
            """)
        #expect(try ratings() == ["2       5", "3       2"])
    }

    /// Of two books with one title, an entry without an author may be that of either.
    @Test func namesakesKeepTheirRatings() throws {
        try trove.prepare(
            """
            add book Emma author:"Jane Austen" state:reading
            advance 1
            add book Emma state:reading --yes
            advance 3
            rate 1 5
            """)
        #expect(try ratings() == ["2       5", "4"])
    }

    /// `search` marks the book that the library has without an author, so `read` means that book.
    @Test func aBookWithoutAnAuthorIsTheMarkedOne() throws {
        let run = try trove.run(
            """
            add book Dune state:reading
            search dune by:title
            read r1
            show 1
            read r1
            read 1
            """)
        #expect(run.text.contains("have 1"), "\(run)")
        #expect(run.text.contains("state  reading → finished"), "\(run)")
        #expect(run.errorText.contains("\"Dune\" is already on the read list"), "\(run)")
        #expect(try trove.run("count reads").text == "1\n")
    }

    /// A result with the ISBN of a book of the library, or with its title and no other author,
    /// finishes it; one undo takes both back.
    @Test(arguments: [
        (#"author:"Frank Herbert" isbn:9780441013593"#, true), (#"author:"frank  herbert""#, true),
        ("isbn:9780441013593", true), ("", true), ("author:Someone", false),
    ])
    func aResultFinishesItsBook(_ fields: String, _ isSame: Bool) throws {
        let run = try trove.run(
            """
            add book Dune \(fields) pages:500 state:reading
            search dune by:title
            read r1 on:2024
            count books state=finished
            undo
            count reads
            count books state=reading
            """
        ).requiring()
        #expect(run.lines.contains("  state  reading → finished") == isSame, "\(run)")
        #expect(run.lines.contains("Added read 2: Dune"))
        #expect(run.lines.suffix(4).first == (isSame ? "1" : "0"))
        #expect(run.lines.suffix(2) == ["0", "1"])
    }

    /// The last page does not finish a book.
    @Test func theLastPageSaysHowToFinish() throws {
        let run = try trove.run(
            """
            add book Dune pages:500 state:reading
            page Dune 100%
            page Dune 500
            page Dune 99%
            list books state=reading
            advance Dune
            page Dune 500
            """
        ).requiring()
        let hint = "That is the last page. `advance 1 to:finished` finishes it."
        #expect(run.lines.filter { $0 == hint }.count == 2, "\(run)")
        let json = try trove.program.run(["--json", "-c", "page Dune 500"]).requiring()
        #expect(!json.text.contains("last page"))
    }

    /// It works offline and persists across restarts.
    @Test func worksOffline() throws {
        try trove.prepare("search dune by:title\nread r1")
        catalogues.stop()
        let run = try trove.run("reads").requiring()
        #expect(run.lines.contains { $0.hasPrefix("1  Dune   Frank Herbert") })
        #expect(run.errorText == "")
    }

    @Test func aBookThatWasReadNeedsAgain() throws {
        let run = try trove.run(
            """
            search dune by:title
            read r1 on:2024
            read r1
            add book "DUNE" author:"Frank  Herbert"
            read 2
            read 2 --again
            read r1 --again on:2025
            count reads
            """
        ).requiring(.exited(1))
        let error = #""Dune" is already on the read list: read 2024"#
        #expect(run.errorText.occurrences(of: error) == 2)
        #expect(run.errorText.contains("`read 2 --again` adds another reading; `unread 1` takes"))
        #expect(run.lines.last == "3")
        #expect(try trove.run("count books state=finished").requiring().lines == ["1"])
    }

    @Test func removesTheLatestEntry() throws {
        let run = try trove.run(
            """
            add book Emma author:Austen
            read Emma on:2020
            read Emma on:2024-03 --again
            read Emma on:2022 --again
            unread emma
            unread 1
            unread Emma
            unread Emma
            search dune by:title
            read r1
            unread r1
            unread Dune
            show Emma
            """
        ).requiring(.exited(1))
        #expect(
            run.lines.filter { $0.hasPrefix("Deleted") } == [
                "Deleted read 3: Emma (the latest of 3 readings; book 1 stays finished)",
                "Deleted read 4: Emma (the latest of 2 readings; book 1 stays finished)",
                "Deleted read 2: Emma (book 1 stays finished)", "Deleted read 5: Dune",
            ])
        #expect(run.errorText.contains(#""Emma" is not on the read list"#))
        #expect(run.errorText.contains(#""Dune" is not on the read list"#))
        #expect(run.lines.contains("  state   finished (completed reading)"))
    }

    /// Of two books with one title and author, such as two editions, each has readings of its own.
    @Test func namesakesHaveReadingsOfTheirOwn() throws {
        let run = try trove.run(
            """
            add book Poems author:Blake isbn:9780441172719
            add book Poems author:Blake isbn:9780441013593 --yes
            read 1 on:2020
            read 2 on:2021 --again
            unread 1
            add book Monster author:Urasawa volume:1
            add book Monster author:Urasawa volume:2 --yes
            advance 5 to:finished
            advance 6 to:finished
            """
        ).requiring()
        let changes = run.lines.filter { $0.hasPrefix("Added read") || $0.hasPrefix("Deleted") }
        #expect(
            changes == [
                "Added read 3: Poems", "Added read 4: Poems",
                "Deleted read 3: Poems (book 1 stays finished)",
                "Added read 7: Monster", "Added read 8: Monster",
            ])
    }

    @Test func undoRestoresIt() throws {
        let run = try trove.run("search dune by:title\nread r1\nundo\ncount reads").requiring()
        #expect(run.lines.last == "0")
    }

    @Test func rejectsWhatIsNotRead() throws {
        let run = try trove.run(
            "add gem Ruby\nread Ruby\nadd book Emma\nread Emma on:2031\nreread Emma"
        )
        .requiring(.exited(1))
        #expect(run.errorText.contains("read does not apply to a gem"))
        #expect(run.errorText.contains("on cannot be in the future: 2031"))
        #expect(run.errorText.contains(#""Emma" is wish: it was neither finished nor set aside"#))
        #expect(run.lines.count == 2)
    }

    // MARK: Finishing

    /// A reading gets what is added to the note, without the note that the book had before.
    @Test func aReadingGetsWhatIsAppendedToTheNote() throws {
        let run = try trove.run(
            """
            add book Emma note:"from the library" state:to-read
            read Emma on:2026-05
            set 2 note:
            note Emma --append "Otto laughed"
            show 2
            show Emma
            """
        ).requiring()
        #expect(run.lines.contains("  note  (none) → Otto laughed"), "\(run)")
        // A note that only begins with the former one is another note.
        let other = try trove.run("set 2 note:\nset 1 note:\"from the library of Otto\"")
            .requiring()
        #expect(other.lines.last?.contains("Otto laughed") == false)
        #expect(run.text.contains("Finished once: 2026-05."), "\(run)")
    }

    /// Every verb that finishes a book adds an entry, and one undo takes both back.
    @Test(arguments: [
        "advance 1", "advance 1 to:finished", "set 1 state:finished", "set Emma state:read",
        #"set 1 state:"completed reading""#, "set 1 state:done page:474", "read 1",
    ])
    func everyWayOfFinishingAddsAnEntry(_ command: String) throws {
        try trove.prepare("add book Emma author:Austen pages:474\nset 1 state:reading")
        let run = try trove.run(
            "\(command)\nreads\nundo\ncount reads\ncount books state=reading\nredo\ncount reads"
        )
        .requiring()
        #expect(run.lines.contains("Added read 2: Emma"))
        #expect(run.lines.contains("2  Emma   Austen  2026-11-20"))
        #expect(run.lines.filter { ["0", "1"].contains($0) } == ["0", "1", "1"])
        #expect(try trove.sqlite("SELECT started FROM reading") == "2026-11-20")
    }

    @Test func aBookAddedAsFinishedHasNoDate() throws {
        let run = try trove.run(
            """
            add book Emma state:finished
            set 2 on:2019
            read Dune
            add book Dune author:Herbert state:wish
            read Dune on:2018
            add book Dune author:Herbert state:finished --yes
            """
        ).requiring(.exited(1))
        #expect(
            run.lines.prefix(2) == [
                "Added book 1: Emma", "Added read 2: Emma (no date; `set 2 on:2024` adds one)",
            ])
        #expect(run.lines.last == "Added book 5: Dune (already on the read list as 4, 2018)")
    }

    @Test func aBookCanBeReadAgain() throws {
        let run = try trove.run(
            """
            add book Emma pages:474
            read Emma on:2020
            reread Emma
            page Emma 200
            advance Emma
            reread Emma
            show Emma
            advance Emma to:abandoned
            advance Emma to:reading
            reread Emma
            reads columns:on
            """
        ).requiring(.exited(1))
        #expect(run.lines.filter { $0.hasPrefix("Added read") }.count == 2)
        #expect(run.lines.contains("  state    finished → reading"))
        #expect(run.lines.contains("  started  (none) → 2026-11-20"))
        #expect(run.lines.contains("  page   200 → (none)"))
        #expect(run.errorText.contains("it cannot go from abandoned back to reading"))
        #expect(run.lines.contains("  state  abandoned → reading"))
        #expect(run.lines.suffix(3) == ["#  on", "2  2020", "3  2026-11-20"])
    }

    @Test func advancePassesOverAbandoned() throws {
        let run = try trove.run(
            """
            add book Emma state:to-read
            advance 1
            advance 1
            add book Kim state:dnf
            filter state=dnf columns:title
            filter state="set aside" columns:title
            set Kim state:droped
            """
        ).requiring(.exited(1))
        #expect(run.lines.contains("  state  reading → finished"))
        #expect(run.lines.filter { $0 == "3  Kim" }.count == 2)
        #expect(run.errorText.contains("did you mean dropped?"))
    }

    // MARK: References

    @Test func titlesOfEntriesNameNothingElse() throws {
        let run = try trove.run(
            """
            add book Emma
            read Emma
            show Emma
            rate Emma 4
            rate 2 5
            search dune by:title
            read r1
            rate Dune 3
            show 3
            note Emma fine
            """
        ).requiring(.exited(1))
        #expect(run.lines.contains("Changed book 1: Emma"))
        #expect(run.lines.contains("Changed read 2: Emma"))
        #expect(
            run.errorText.contains(
                #""Dune" is only on the read list, whose entries cannot be named by title"#)
        )
        #expect(run.errorText.contains("use its number, 3"))
        #expect(run.lines.contains("read 3: Dune"))
    }

    // MARK: Statistics

    @Test func statisticsComeFromTheList() throws {
        try trove.prepare(
            """
            add book Dune author:"Frank Herbert" pages:412
            read Dune on:2024-03-05
            reread Dune
            advance Dune
            search children by:title
            read r1 on:2024
            """)
        let run = try trove.run("settings goal 2\nstats year:2024\nstats books").requiring()
        #expect(run.lines.contains("2 of 2 finished in 2024: goal reached"))
        #expect(run.lines.contains { $0.hasPrefix("  2024-03  ▓") && $0.hasSuffix(" 412") })
        #expect(run.lines.contains { $0.hasPrefix("  2026-11  ▓") && $0.hasSuffix(" 412") })
        #expect(run.lines.last?.hasPrefix("1 of 2 finished in 2026") == true)
        let films = try trove.run(
            "add movie Alien watched:1979 rating:9\nadd movie Brazil rating:3\n"
                + "stats movies year:1979"
        ).requiring()
        #expect(films.lines.contains("1 movie in 1979") && films.lines.contains("rating (mean 9)"))
        #expect(films.lines.last == "1 watched in 1979")
    }

    /// Copies of a book are finished together, and are one reading, in any order.
    @Test(arguments: ["1 2 1", "2 1"]) func copiesAreReadTogether(_ books: String) throws {
        let run = try trove.run(
            """
            add book Emma author:"Jane Austen" note:mine
            add book Emma author:"Jane Austen" rating:4 --yes
            read \(books)
            reads columns:title,rating,note
            count books state=finished
            """
        ).requiring()
        #expect(run.lines.suffix(4).first == "1 read" && run.lines.last == "2", "\(run)")
        let entry = run.lines.dropLast().last?.split(separator: " ") ?? []
        #expect(entry.suffix(3) == ["Emma", "4", "mine"], "\(run)")
    }

    /// Books that only may be the same, and copies that are rated differently, have readings of
    /// their own.
    @Test(arguments: [
        ("author:\"Jane Austen\"", "author:Other"), ("author:\"Jane Austen\"", ""),
        ("rating:3 author:A", "rating:4 author:A"),
        ("state:reading started:2026-01 author:A", "state:reading started:2026-03 author:A"),
        ("isbn:9780141439587", "isbn:9780441013593"),
    ])
    func otherBooksHaveReadingsOfTheirOwn(_ first: String, _ second: String) throws {
        for books in ["1 2", "2 1"] {
            let run = try trove.run(
                """
                add book Emma \(first)
                add book Emma \(second) --yes
                read \(books)
                count reads
                """, ["--ephemeral"]
            ).requiring()
            #expect(run.lines.last == "2", "\(run)")
        }
    }
}
