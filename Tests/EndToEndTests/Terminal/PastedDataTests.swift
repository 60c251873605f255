import Testing
import TroveStandIn
import TroveTesting

/// Pasted lines that are not commands.
@Suite(.timeLimit(.minutes(20))) struct PastedDataTests {
    /// Pastes lines, presses Enter, and waits for the question. The library may not be loaded then,
    /// so later prompts may lack the number of items.
    private func paste(_ text: String, _ session: TerminalSession, question: String) throws {
        try session.press(.paste(text))
        let last = text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        try session.waitUntil("the last word") { $0.unspaced.contains(last) }
        try session.press(.enter)
        try session.waitUntil(cursorFollows: question)
    }

    /// Pastes ISBNs, has their books looked up, and waits for the question about the last one,
    /// which no catalogue has.
    private func lookUp(_ codes: [String], _ session: TerminalSession) throws {
        try paste(
            (codes + ["9780000000002"]).joined(separator: "\n"), session,
            question:
                "\(codes.count + 1) lines are ISBNs. Look up the books and add them? [y/N] ")
        try session.enter("y")
        try session.waitUntil(
            cursorFollows: "Title of 978-0-00-000000-2 (leave empty to skip it): ")
    }

    @Test func fiftyLinesBecomeFiftyBooks() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        let lines = (1...50).map { "\($0). Title \($0)'s name: part \($0)" }
        try paste(
            lines.joined(separator: "\n"), session,
            question: "50 lines are not commands. Add them as books? [y/N/edit] ")
        // The first titles are shown without their numbers.
        #expect(session.screen.contains("\n  Title 1's name: part 1\n"))
        #expect(session.screen.contains("\n  … and 47 more\n"))
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("`undo` reverts all 50."))
        let titles = try trove.output(of: "list", ["--output", "jsonl"])
        #expect(titles.contains("\"title\":\"Title 50's name: part 50\""))
        try session.run("undo")
        #expect(try trove.output(of: "count") == "0\n")
    }

    /// ISBNs are looked up, not added as titles.
    @Test func codesAreLookedUp() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        let session = try trove.openTrove()
        let codes = "978-0-441-01359-3 # Dune\n\n9780441172696"
        let question = "2 lines are ISBNs. Look up the books and add them? [y/N] "
        try paste(codes, session, question: question)
        try session.enter("")
        try session.waitForTrove()
        #expect(catalogues.requests.isEmpty)
        try paste(codes, session, question: question)
        try session.enter("y")
        try session.waitUntil("the first book") { $0.screen.contains("Added book 1: Dune") }
        try session.waitForTrove()
        #expect(try trove.output(of: "count") == "2\n")
        try session.run("undo")
        #expect(try trove.output(of: "count") == "0\n")
        try session.run("redo")
        // Without a connection, nothing is asked about each of them.
        try session.run("net off")
        try paste("9780553293357\n9780553293371", session, question: question)
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("2 codes were not added"), "\(session.screen)")
        // A line that is not an ISBN is reported.
        try paste(
            "9780553293357\n9780553293371\n9780553293358", session,
            question: "2 of 3 lines are ISBNs. Look up the books and add them? [y/N] ")
        try session.enter("y")
        try session.waitForTrove()
        #expect(
            session.terminal.unspaced.contains("warning:9780553293358isnotanISBN"),
            "\(session.screen)")
        // If most lines are not ISBNs, all of them are titles.
        try paste(
            "9780441013593\nEmma", session,
            question: "2 lines are not commands. Add them as books? [y/N/edit] ")
    }

    /// The same book twice, a book that the library has, one from the wishlist, and one that no
    /// catalogue has and the user skips.
    @Test func codesOfOneBookAreAddedOnce() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        try trove.prepare(
            "add book Dune author:\"Frank Herbert\" state:to-read\nadd book \"Dune Messiah\" state:wish"
        )
        let session = try trove.openTrove()
        try lookUp(["9780441013593", "9780441172696", "978-0-441-17269-6"], session)
        try session.enter("")
        try session.waitForTrove()
        let screen = session.screen
        #expect(screen.contains("978-0-441-17269-6 was pasted twice"), "\(screen)")
        #expect(
            screen.contains(
                "0 books added, 1 moved from the wishlist, 2 already there, 1 skipped."),
            "\(screen)")
        #expect(!screen.contains("error"), "\(screen)")
        #expect(catalogues.requests.count > 3)
    }

    /// A book that is entered by hand, and is the same as one before it.
    @Test func aTypedTitleIsComparedWithTheBooksBeforeIt() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        let session = try trove.openTrove()
        try lookUp(["9780441013593"], session)
        try session.enter("Dune")
        try session.waitUntil(cursorFollows: "Author: ")
        try session.enter("")
        try session.waitForTrove()
        let screen = session.screen
        #expect(screen.contains("you already have book 1: Dune by Frank"), "\(screen)")
        #expect(screen.contains("1 book added, 1 already there."), "\(screen)")
        #expect(try trove.output(of: "count") == "1\n")
        #expect(!catalogues.requests.isEmpty)
    }

    /// Ctrl-C at a question about one code adds none of the others, either.
    @Test func ctrlCAddsNoneOfTheBooks() throws {
        let catalogues = try CatalogueStandIn()
        let trove = try Trove(catalogues: catalogues)
        let session = try trove.openTrove()
        try lookUp(["9780441013593"], session)
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(session.screen.contains("interrupted"), "\(session.screen)")
        #expect(try trove.output(of: "count") == "0\n")
        #expect(!catalogues.requests.isEmpty)
    }

    /// A session as a terminal or a document shows it, with prompts and output.
    @Test func aPastedSessionRunsItsCommands() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try session.press(
            .paste("trove> add book Dune\nAdded book 1\ntrove 1> add book Emma\nok"))
        try session.waitUntil(cursorFollows: "ok")
        try session.press(.enter)
        try session.waitForTrove()
        #expect(try trove.output(of: "count") == "2\n")
    }

    /// Data are not highlighted as unknown commands; commands are highlighted.
    @Test func dataAreNotHighlighted() throws {
        let session = try Trove().openTrove()
        try session.press(.paste("Solaris by Lem\nThe Handmaid's Tale"))
        try session.waitUntil(cursorFollows: "Tale")
        #expect(session.terminal.style(of: "Solaris") == .plain)
        try session.press(.ctrl("u"))
        try session.press(.paste("count\nSolaris by Lem"))
        try session.waitUntil(cursorFollows: "Lem")
        #expect(session.terminal.style(of: "count")?.isBold == true)
    }

    @Test func noChangesNothingAndKeepsTheLines() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try paste(
            "Dune\nThe Handmaid's Tale", session,
            question: "2 lines are not commands. Add them as books? [y/N/edit] ")
        try session.enter("")
        try session.waitForTrove()
        #expect(session.screen.contains("Nothing was changed."))
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> Dune⏎The Handmaid's Tale")
        try session.press(.enter)
        try session.waitUntil(cursorFollows: "[y/N/edit] ")
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(Set(try trove.historyLines()) == [#"Dune\nThe Handmaid's Tale"#])
    }

    /// The current kind, duplicates, and editing first.
    @Test func theLinesCanBeEditedFirst() throws {
        var trove = try Trove()
        trove.environment["EDITOR"] = try trove.writeTool(
            "editor", "cp \"$1\" lines; sed -i 's/Opla/Opal/' \"$1\"")
        try trove.prepare("add gem Ruby")
        let session = try trove.openTrove()
        try session.run("use gems")
        try paste(
            "- Opla\n- ruby", session,
            question: "2 lines are not commands. Add them as gems? [y/N/edit] ")
        try session.enter("edit")
        try session.waitForTrove()
        #expect(session.screen.contains("Added gem 2: Opal"))
        #expect(session.screen.contains("warning: 1 duplicate was not added: \"ruby\""))
        #expect(
            try trove.scratch.read("work/lines")
                == "# Each line becomes a gem. Delete all lines to add none.\nOpla\nruby\n")
    }

    /// The lines are in the editor's file from the beginning.
    @Test func leavingTheEditorWithoutSavingAddsNothing() throws {
        var trove = try Trove()
        trove.environment["EDITOR"] = "true"
        let session = try trove.openTrove()
        try paste(
            "Dune\nThe Handmaid's Tale", session,
            question: "2 lines are not commands. Add them as books? [y/N/edit] ")
        try session.enter("edit")
        try session.waitForTrove()
        #expect(session.screen.contains("Nothing was changed: the text was not saved."))
        #expect(try trove.output(of: "count") == "0\n")
    }

    @Test func aTableIsImportedAfterAPreview() throws {
        let trove = try Trove()
        try trove.prepare("add book Dune author:\"Frank Herbert\" state:to-read")
        let session = try trove.openTrove()
        try paste(
            "Title\tAuthor\tPages\nKindred\tOctavia Butler\t300\nDune\tFrank Herbert\t\n\tNobody\t",
            session, question: "This looks like a table with 3 rows. Import it? [y/N/preview] ")
        try session.enter("preview")
        try session.waitUntil("the preview") { $0.count(of: "[y/N/preview]") == 2 }
        #expect(session.screen.contains("This is a preview of the pasted text."))
        #expect(try trove.output(of: "count") == "1\n")
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("Imported 1 book from the pasted text, 1 was a duplicate"))
        #expect(try trove.scratch.read("work/pasted.rejects.csv").contains("Nobody"))
        try session.run("undo")
        #expect(try trove.output(of: "count") == "1\n")
    }

    /// The kind in use takes what may be of several kinds, and a year after a title is a year.
    @Test func theKindInUseIsPreferred() throws {
        let trove = try Trove()
        try trove.prepare("add movie Alien year:1979")
        let session = try trove.openTrove()
        try session.run("use movie")
        try paste(
            "Title\tYear\tRating\nHeat\t1995\t9\nRan\t1985\t8", session,
            question: "This looks like a table with 2 rows. Import it? [y/N/preview] ")
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("Imported 2 movies from"), "\(session.screen)")
        try paste(
            "Alien (1979)\nBrazil (1985)", session,
            question: "2 lines are not commands. Add them as movies? [y/N/edit] ")
        try session.enter("y")
        try session.waitForTrove()
        let movies = try trove.output(of: "list movies columns:name,year", ["--output", "csv"])
        #expect(movies.contains("Brazil,1985"), "\(movies)")
        #expect(movies.split(separator: "\n").count == 5, "\(movies)")
    }

    /// Trove prints such tables, too.
    @Test func aTableInMarkdownIsImported() throws {
        let trove = try Trove()
        try trove.prepare(
            "add book \"A \\\"b\\\" | c\" author:\"Ann, B.\"\nadd book Dune pages:412")
        let table = try trove.output(
            of: "list books columns:title,author,pages", ["--output", "markdown"])
        try trove.prepare("delete books where title~e --yes\ndelete 1 --yes")
        let session = try trove.openTrove()
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("|") }
        try paste(
            rows.joined(separator: "\n"), session,
            question: "This looks like a table with 2 rows. Import it? [y/N/preview] ")
        try session.enter("y")
        try session.waitForTrove()
        let books = try trove.output(of: "list", ["--output", "jsonl"])
        #expect(books.contains(#""title":"A \"b\" | c","author":"Ann, B.""#), "\(books)")
        #expect(books.contains(#""title":"Dune","pages":412"#), "\(books)")
    }

    /// Some terminals pass on the line ends of the clipboard as they are.
    @Test(arguments: ["\n", "\r", "\r\n"])
    func lineEndsAreNotDoubled(_ end: String) throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        let lines = ["Title,Note", "Foo,\"first", "second\"", "Bar,x"]
        try session.type("\u{1B}[200~" + lines.joined(separator: end) + "\u{1B}[201~")
        try session.waitUntil(cursorFollows: "> Title,Note⏎Foo,\"first⏎second\"⏎Bar,x")
        try session.press(.enter)
        try session.waitUntil(cursorFollows: "with 2 rows. Import it? [y/N/preview] ")
        try session.enter("y")
        try session.waitForTrove()
        let books = try trove.output(of: "list", ["--output", "jsonl"])
        #expect(books.contains(#""note":"first\u000asecond""#), "\(books)")
    }

    /// The path of a folder that was deleted has no beginning.
    @Test func aFolderThatWasDeletedHoldsUpNothing() throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        trove.scratch.remove("work")
        try paste(
            "Title\tAuthor\nKindred\tOctavia Butler\n\tNobody", session,
            question: "This looks like a table with 2 rows. Import it? [y/N/preview] ")
        try session.enter("y")
        try session.waitForTrove()
        #expect(session.screen.contains("Imported 1 book from the pasted text"))
    }

    /// Rows from the middle of a table have no header.
    @Test(arguments: [
        "Dune\tFrank Herbert\nEmma\tJane Austen",
        "Dune,Frank Herbert,412\nEmma,\"Jane Austen\",474",
    ])
    func aTableWithoutAHeaderIsImportedAsItsColumnsAreNamed(_ rows: String) throws {
        let trove = try Trove()
        let session = try trove.openTrove()
        try paste(rows, session, question: "Columns: ")
        #expect(session.screen.contains("2 rows with"))
        // Names that are no columns are asked for again.
        try session.enter("what, ever")
        try session.waitUntil("the question") { $0.count(of: "Columns:") == 2 }
        #expect(session.screen.contains("\"what, ever\" does not name the columns; separate"))
        try session.enter("n")
        try session.waitForTrove()
        try paste(rows, session, question: "Columns: ")
        try session.enter("title, author, pages")
        try session.waitUntil(cursorFollows: "with 2 rows. Import it? [y/N/preview] ")
        try session.enter("y")
        try session.waitForTrove()
        let books = try trove.output(of: "list", ["--output", "jsonl"])
        #expect(books.contains("\"title\":\"Emma\",\"author\":\"Jane Austen\""), "\(books)")
        // They may still be titles.
        try paste(rows, session, question: "Columns: ")
        try session.enter("titles")
        try session.waitUntil(cursorFollows: "Add them as books? [y/N/edit] ")
        try session.enter("n")
        try session.waitForTrove()
        #expect(try trove.output(of: "count") == "2\n")
    }

    /// A tab among several lines is shown as a mark, and separates words as a space does.
    @Test func aTabAmongCommandsIsASpace() throws {
        let session = try Trove().openTrove()
        try session.press(.paste("echo\tone\necho two\tthree"))
        try session.waitUntil(cursorFollows: "> echo⇥one⏎echo two⇥three")
        #expect(try session.submit().first == "one")
        try session.press(.up)
        try session.waitUntil(cursorFollows: "> echo two⇥three")
    }

    /// A title that begins with a verb in capitals does not run.
    @Test func aTitleLikeACommandIsATitle() throws {
        let trove = try Trove()
        try trove.prepare("add book Emma\nadd book \"of the King\"")
        let session = try trove.openTrove()
        try paste(
            "Delete Me\nReturn of the King\nNotes from Underground", session,
            question: "3 lines are not commands. Add them as books? [y/N/edit] ")
        try session.enter("y")
        try session.waitUntil(shows: "Added book 5: Notes from Underground")
    }
}

/// The line that says how to revert a change of several items.
@Suite(.timeLimit(.minutes(20))) struct SeveralChangesTests {
    @Test(arguments: [
        "set 1 2 3 genre:x", "tag 1-3 with:x", "untag 1-3 with:old", "shelve 1-3 on:x",
        "unshelve 1-3 from:here", "advance 1-3", "advance 1-3 to:finished",
        "set where pages>1 rating:3", "delete 1-3",
    ])
    func oneUndoTakesThemBack(_ command: String) throws {
        let trove = try Trove()
        try trove.prepare(
            (1...3).map { "add book B\($0) pages:9 tags:old shelves:here state:to-read" }
                .joined(separator: "\n"))
        let before = try trove.json()
        let session = try trove.openTrove()
        try session.typeOut(command)
        try session.press(.enter)
        try session.waitUntil("a prompt or a question") {
            $0.isAtPrompt || $0.textBeforeCursor.hasSuffix("[y/N] ")
        }
        if !session.terminal.isAtPrompt {
            try session.enter("y")
            try session.waitForTrove()
        }
        #expect(session.screen.contains("`undo` reverts all 3."))
        #expect(try trove.json() != before)
        try session.run("undo")
        #expect(try trove.json() == before)
    }

    /// A record of a finished book may have changed because of the book, or because it was named.
    @Test func changedRecordsAreNotCounted() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune")
        try session.run("add book Emma")
        try session.run("advance 1 to:finished")
        let output = try session.run("set 1-3 rating:4")
        #expect(output.count { $0.hasPrefix("Changed") } == 3, "\(output)")
        #expect(output.contains("`undo` reverts all."), "\(output)")
    }

    @Test func oneItemNeedsNoHint() throws {
        let session = try Trove().openTrove()
        try session.run("add book Dune")
        let output = try session.run("advance 1 to:finished")
        #expect(output.count { $0.hasPrefix("Changed") || $0.hasPrefix("Added") } == 2)
        #expect(!output.contains { $0.contains("`undo` reverts") })
    }
}
