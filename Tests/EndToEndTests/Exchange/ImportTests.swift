import Testing
import TroveTesting

/// Importing files of other programs, from the preview to the undo.
@Suite(.timeLimit(.minutes(20))) struct ImportTests {
    private static let header = "Title,Author,ISBN13,Bookshelves,Exclusive Shelf,Number of Pages"
    private static let small = """
        Title,Author,Exclusive Shelf,Bookshelves,Average Rating,mood
        Kindred,Octavia E. Butler,read,owned,4.3,calm
        Dune,Frank Herbert,read,,4.2,
        kindred,OCTAVIA E.  BUTLER,to-read,,4.1,
        ,Somebody,read,,3.9,

        """

    private func trove(_ text: String, _ name: String = "books.csv") throws -> Trove {
        let trove = try Trove()
        try trove.prepare("add book Dune author:\"Frank Herbert\" state:reading\n")
        _ = try trove.scratch.write(text, to: "work/\(name)")
        return trove
    }

    private func rows(_ count: Int, from first: Int = 0) -> String {
        Self.header + "\n"
            + (first..<first + count).map { "Book \($0),Author \($0),,sea,read,100\n" }.joined()
    }

    /// A pipe can be read only once.
    @Test func aPipeCanBeImported() throws {
        let trove = try Trove()
        let run = try trove.program.run(
            ["-c", "import /dev/stdin"], input: .text("title,author\nKindred,Octavia E. Butler\n"))
        #expect(run.status == .success, "\(run.errorText)")
        // A plain table is from no program.
        #expect(run.text.hasPrefix("Imported 1 book from /dev/stdin. "), "\(run.text)")
        #expect(try trove.run("count books").text == "1\n")
    }

    @Test func standardInputIsImported() throws {
        let trove = try Trove()
        func importInput(_ options: [String]) throws -> ProgramRun {
            try trove.program.run(
                ["-c", "import -"] + options, input: .text("title,author\nKindred,Butler\n"))
        }
        let run = try importInput([])
        #expect(run.text.hasPrefix("Imported 1 book from standard input. "), "\(run)")
        #expect(try importInput(["-c", "count books"]).text.hasSuffix("\n1\n"))
        let empty = try trove.program.run(["-c", "import -"], input: .text(""))
        #expect(empty.errorText.contains("error: standard input is empty"), "\(empty)")
        // As a script, it has no rows.
        let script = try trove.run("import -\ntitle,author\n")
        #expect(script.status == .exited(1))
        #expect(
            script.errorText.contains("-:1:8: error: standard input is already used for the script")
        )
        #expect(try trove.run("count books").text == "1\n")
    }

    /// A title among unknown columns may be that of anything.
    @Test func aTitleAloneNeedsAKind() throws {
        let trove = try trove("title,x\nKindred,1\n")
        let unknown = try trove.run("import books.csv")
        #expect(unknown.errorText.contains("as in kind:book"), "\(unknown)")
        #expect(try trove.run("import books.csv kind:book").text.hasPrefix("Imported 1 book"))
    }

    /// A kind without notes has no place for a value that its field cannot hold, which would
    /// vanish.
    @Test func aValueWithoutAPlaceRejectsTheRow() throws {
        let trove = try trove("title,grade\nA,99\nB,7\n")
        try trove.prepare("kind new vinyl\nkind add-field vinyl grade number range:1..10")
        let run = try trove.run("import books.csv kind:vinyl")
        #expect(run.text.contains("Imported 1 vinyl"), "\(run)")
        let rejects = try String(
            decoding: trove.scratch.readBytes("work/books.rejects.csv"), as: UTF8.self)
        #expect(rejects.contains("grade must be 1 to 10, not 99"), "\(rejects)")
    }

    /// The state that an imported item gets does not make it another one.
    @Test func aRepeatedImportOfAnOwnKindAddsNothing() throws {
        let trove = try trove("title,artist\nSo What,Miles\n")
        try trove.prepare(
            "kind new vinyl\nkind add-field vinyl artist text\n"
                + "kind add-field vinyl st ladder states:a,b")
        try trove.prepare("import books.csv kind:vinyl\nimport books.csv kind:vinyl")
        #expect(try trove.run("count vinyls").text == "1\n")
    }

    @Test func aPreviewChangesNothing() throws {
        let trove = try trove(Self.small)
        let before = try trove.json()
        let run = try trove.run("import books.csv --preview\n").requiring(.success)
        #expect(
            run.text == """
                books.csv is an export from Goodreads. Nothing was changed.
                Found 1 book, 1 read to import, 1 row to merge, 1 duplicate, 1 row to reject.

                line  title    author             state     shelves
                   2  Kindred  Octavia E. Butler  finished  owned

                Merged
                line  title    same as  why
                   4  kindred  line 2   repeated in the file

                Duplicates
                line  title  same as       why
                   3  Dune   book 1: Dune  same title and author

                Rejected
                line  reason
                   5  a book needs a title

                New shelves: owned
                The file has changes to 1 item. To bring them in: `import books.csv --update`
                Ignored: Average Rating
                Unknown: mood
                `--keep-unknown` keeps unknown columns in the notes.

                """)
        #expect(try trove.json() == before)
        #expect(!trove.scratch.exists("work/books.rejects.csv"))
    }

    @Test func aPreviewIsOneObject() throws {
        let trove = try trove(Self.small)
        let run = try trove.run("import books.csv --preview\n", ["--json"]).requiring(.success)
        #expect(
            run.text == """
                {"file":"books.csv","format":"goodreads","preview":true,"rows":4,\
                "imported":{"book":1},"entries":{"read":1},"updated":{},\
                "first":[{"line":2,"kind":"book","title":"Kindred","author":"Octavia E. Butler",\
                "state":"finished","shelves":["owned"]}],"updates":[],"newShelves":["owned"],\
                "merged":1,"firstMerged":[{"line":4,"title":"kindred","sameLine":2,\
                "reason":"repeated in the file"}],"unchanged":0,"duplicates":1,"differing":1,\
                "firstDuplicates":[{"line":3,"title":"Dune","number":1,\
                "reason":"same title and author"}],"rejected":1,\
                "firstRejected":[{"line":5,"reason":"a book needs a title"}],"unfit":[],"passedOver":0,\
                "leftOut":["Average Rating"],"notUnderstood":["mood"]}

                """)
    }

    @Test func rejectedRowsAreWrittenBesideTheSource() throws {
        let trove = try trove(Self.small)
        let run = try trove.run("import books.csv\ncount books\n").requiring(.success)
        #expect(
            run.lines.first == """
                Imported 1 book, 1 read from books.csv (Goodreads), 1 row was merged, \
                1 was a duplicate, 1 was rejected (\
                \(trove.scratch.path("work/books.rejects.csv"))). `undo` reverts the import.
                """)
        #expect(run.lines.last == "2")
        #expect(
            try trove.scratch.read("work/books.rejects.csv") == """
                line,reason,Title,Author,Exclusive Shelf,Bookshelves,Average Rating,mood
                5,a book needs a title,,Somebody,read,,3.9,

                """)
    }

    /// A corrected table of rejects imports like the original file.
    @Test func correctedRejectsCanBeImported() throws {
        let trove = try trove(
            """
            Title,Author,Exclusive Shelf,Bookshelves,Average Rating,ISBN13
            ,Octavia E. Butler,read,,4.1,"=""9780807083697\"""

            """)
        #expect(try trove.run("import books.csv\n").status == .exited(1))
        let rejects = try trove.scratch.read("work/books.rejects.csv")
        #expect(rejects.contains(#"'=""9780807083697"#))
        _ = try trove.scratch.write(
            rejects.replacing(",,Octavia", with: ",Kindred,Octavia"), to: "work/books.rejects.csv")
        let run = try trove.run("import books.rejects.csv\nshow 2\n").requiring(.success)
        #expect(
            run.lines.first?.hasPrefix(
                "Imported 1 book, 1 read from books.rejects.csv (Goodreads)") == true
        )
        #expect(run.lines.contains("  isbn    978-0-8070-8369-7"))
    }

    /// A script must notice that nothing of a file was imported.
    @Test(arguments: [
        ("books.csv", "title,author\n,Austen\n", "2: a book needs a title"),
        ("books.csv", "title,author\n,Austen\n,Verne\n", "2: a book needs a title"),
        ("books.json", #"[{"kind":"book","title":"Emma""#, "1: it is not JSON"),
        // The kind of such a file is not defined.
        (
            "books.json",
            #"[{"kind":"definition","subject":"vinyl","text":"kind vinyl plural:vinyls\nfield title text"},"#
                + #"{"kind":"vinyl"}]"#, "1: a vinyl needs a title"
        ),
    ])
    func anImportFailsIfEveryRowIsRejected(
        _ name: String, _ text: String, _ reason: String
    ) throws {
        let trove = try trove(text, name)
        let explained = try trove.run("explain import \(name)")
        #expect(explained.text.contains("exit status  1\n"), "\(explained)")
        let run = try trove.run("import \(name)\nlog limit:1\n")
        #expect(run.status == .exited(1), "\(run)")
        #expect(
            run.errorText.contains("error: no row of \(name) was imported; line \(reason)\n"),
            "\(run)")
        #expect(run.errorText.contains("work/books.rejects.csv, with the reasons"), "\(run)")
        #expect(run.text.hasPrefix("Imported nothing from \(name), "), "\(run)")
        #expect(run.text.contains("  added book 1: Dune\n"), "\(run)")
        #expect(try trove.run("kind").text.contains("vinyl") == false)
        let json = try trove.run("import \(name)", ["--json"])
        #expect(json.text.contains(#""firstRejected":[{"#), "\(json)")
    }

    /// It may be another file, or one in which the user has corrected the records of an import.
    @Test func aFileOfRejectedRowsIsNotReplaced() throws {
        let trove = try trove(Self.small)
        _ = try trove.scratch.write("mine\n", to: "work/books.rejects.csv")
        for place in ["books.rejects-2.csv", "books.rejects-3.csv"] {
            let run = try trove.run("import books.csv\n").requiring(.success)
            #expect(run.text.contains(place), "\(run)")
            #expect(try trove.scratch.read("work/\(place)").contains("a book needs a title"))
        }
        #expect(try trove.scratch.read("work/books.rejects.csv") == "mine\n")
    }

    /// An excess of columns is reported briefly.
    @Test func aVeryLongHeaderIsAbbreviated() throws {
        let columns = (1...100_000).map { ",c\($0)" }.joined()
        let trove = try trove("kind,title\(columns)\nbook,Emma\n")
        let run = try trove.run("import books.csv\n").requiring(.success)
        #expect(run.text.contains("Unknown: c1, c2, "), "\(run.text.prefix(300))")
        #expect(run.text.contains(", … and 99,980 more"), "\(run.text.suffix(300))")
        #expect(run.output.count < 1000)
    }

    /// Importing many copies of one item can be undone, and queried, without delay.
    @Test func manyCopiesCanBeImportedAndUndone() throws {
        let trove = try trove(
            "kind,title,author\n" + String(repeating: "book,Emma,Jane Austen\n", count: 20_000))
        let script = "import books.csv duplicates:add\nimport books.csv\nundo\ncount\nredo\ncount\n"
        let run = try trove.run(script).requiring(.success)
        #expect(run.text.contains("20,000 were duplicates"), "\(run)")
        #expect(run.lines.suffix(1) == ["20001"], "\(run)")
    }

    @Test func duplicatesAreImportedOnRequest() throws {
        let trove = try trove(Self.small)
        let run = try trove.run("import books.csv duplicates:add\ncount books\n").requiring(
            .success)
        #expect(run.lines.last == "4")
    }

    @Test func oneUndoRevertsAnImport() throws {
        let trove = try trove(rows(10_000))
        let before = try trove.json()
        try trove.prepare("import books.csv\n")
        #expect(try trove.run("count books\n").lines == ["10001"])
        try trove.prepare("undo\n")
        #expect(try trove.json() == before)
        #expect(try trove.run("redo\ncount books\n").requiring().lines.last == "10001")
    }

    @Test func aSecondImportOfTheSameFileAddsNothing() throws {
        let trove = try trove(rows(9000))
        let run = try trove.run("import books.csv\nimport books.csv\ncount books\n").requiring(
            .success)
        #expect(
            run.text.contains("Imported nothing from books.csv (Goodreads), 9,000 were duplicates"))
        #expect(run.lines.last == "9001")
    }

    @Test(.enabled(if: Tools.hasSQLite)) func anImportIsOneCommandInTheLog() throws {
        let trove = try trove(rows(9000))
        try trove.prepare("import books.csv\n")
        #expect(try trove.sqlite("SELECT count(DISTINCT command) FROM changes") == "2")
    }

    @Test func unreadableFilesAreReported() throws {
        let trove = try trove("Nom,Auteur\nSel,Ada\n")
        let run = try trove.run(
            "import books.csv\nimport none.csv\nimport .\nimport /dev/null\n"
                + "import \"\(trove.libraryPath)\"\nimport books.csv as:goodreads\n")
        let errors = run.errorText.split(separator: "\n").filter { $0.contains("error: ") }
            .map { String($0.split(separator: "error: ")[1]) }
        #expect(
            errors == [
                "books.csv has an unknown header: Nom, Auteur",
                "none.csv: no such file", ". is a folder", "/dev/null is empty",
                "\(trove.libraryPath) is the library itself",
                "books.csv does not have the format goodreads: its header is Nom, Auteur",
            ])
        #expect(try trove.run("count\n").lines == ["1"])
    }

    @Test func ctrlCRevertsTheImport() throws {
        let trove = try Trove()
        _ = try trove.scratch.write(rows(400_000), to: "work/books.csv")
        let session = try trove.openTrove()
        #expect(try session.run("add Dune") == ["Added book 1: Dune"])
        try session.enter("import books.csv")
        try session.waitUntil("a bar with a rate") { $0.count(of: " per second") > 0 }
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(session.terminal.count(of: "error: interrupted") == 1)
        #expect(try session.run("count") == ["1"])
        #expect(try session.run("undo") == ["Undone: added book 1: Dune"])
        #expect(!trove.scratch.files().contains { $0.contains(".new-") })
    }

    /// What is typed beside a progress bar appears at the next prompt only.
    @Test func aBarIsNotWrittenInto() throws {
        let trove = try Trove()
        _ = try trove.scratch.write(rows(400_000), to: "work/books.csv")
        let session = try trove.openTrove()
        try session.enter("import books.csv")
        try session.waitUntil("a bar") { $0.count(of: "░") > 0 }
        try session.enter("count books")
        try session.waitForTrove()
        try session.waitUntil("the prompt after the answer") {
            // Once the items are loaded, the prompt has their number, too.
            $0.count(of: "400000") > 0 && $0.isAtPrompt
        }
        // A row of the bar would stay above the answer.
        #expect(session.terminal.count(of: "░") == 0)
    }

    @Test func exportsCanBeImported() throws {
        let trove = try Trove()
        try trove.prepare(HelpExampleTests.sampleLibrary)
        let before = try trove.run("list\n").text
        try trove.prepare("export all.csv\n")
        let other = try Trove()
        _ = try other.scratch.write(try trove.scratch.read("work/all.csv"), to: "work/all.csv")
        try other.prepare("import all.csv\n")
        #expect(try other.run("list\n").text == before)
        let again = try other.run("import all.csv\n").requiring(.success)
        #expect(again.text.hasPrefix("Imported nothing from all.csv (Trove), 4 were duplicates."))
    }

    /// In Trove's own tables, a bad byte is repaired in its cell, and unknown columns can be kept.
    @Test func itsOwnTablesAreRepairedAndKept() throws {
        let trove = try Trove()
        let text = "kind,title,author,Spine\nbook,Émile,Zolä,red\nbook,Emma,Andr"
        try trove.scratch.write(
            Array(text.utf8) + [0xE9] + Array(" X,\nbook,Kim,K,blue\n".utf8), to: "work/a.csv")
        let run = try trove.run("import a.csv --keep-unknown\nlist books columns:author,note")
            .requiring()
        #expect(run.lines.first?.hasPrefix("Imported 3 books from a.csv (Trove).") ?? false)
        #expect(
            run.errorText.contains(
                "1 cell was not valid UTF-8, and read as Windows-1252: author in line 3"), "\(run)")
        #expect(run.lines.contains { $0.contains("André X") })
        #expect(run.lines.filter { $0.contains("Spine: ") }.count == 2)
        // Kept once.
        let again = try trove.run("import a.csv --keep-unknown --update").requiring()
        #expect(again.lines.first?.contains("3 were unchanged") ?? false, "\(again)")
        try trove.prepare("undo")
        #expect(try trove.prepare("count").text == "0\n")
    }
}
