import Testing
import TroveLoopback
import TroveStandIn
import TroveTesting

/// `isbn` and `scan`: adding books by their codes.
@Suite(.timeLimit(.minutes(20))) struct ISBNTests {
    private let catalogues: CatalogueStandIn
    private let trove: Trove

    init() throws {
        catalogues = try CatalogueStandIn()
        trove = try Trove(catalogues: catalogues)
    }

    // MARK: isbn

    @Test func addsTheBook() throws {
        let run = try trove.run("isbn 0-441-01359-7\nshow it").requiring()
        #expect(run.lines.first == "Added book 1: Dune")
        #expect(run.lines.contains("  isbn       978-0-441-01359-3"))
        #expect(run.lines.contains("  author     Frank Herbert"))
        let request = try #require(catalogues.requests.first)
        #expect(
            request.target == "/openlibrary/api/books.json?bibkeys=ISBN:9780441013593&jscmd=data")
    }

    @Test func rejectsInvalidNumbers() throws {
        let run = try trove.run("isbn 0-441-01359-8\nisbn 9790260000438\nisbn").requiring(
            .exited(1))
        #expect(run.errorText.contains("0-441-01359-8 is not an ISBN: its check digit is wrong"))
        #expect(run.errorText.contains("9790260000438 is not an ISBN\n"))
        #expect(run.errorText.contains("isbn needs an ISBN"))
        #expect(catalogues.requests.isEmpty)
    }

    /// Codes on standard input are read where `scan` stands among other commands.
    @Test func scansBetweenOtherCommands() throws {
        let run = try trove.program.run(
            ["-c", "scan", "-c", "count"], input: .text("9780441013593\n")
        ).requiring()
        #expect(run.lines == ["Added book 1: Dune", "1"])
    }

    @Test func aCodeIsNoFile() throws {
        let run = try trove.run("scan 9780441013593").requiring(.exited(1))
        #expect(run.errorText.contains("`isbn 9780441013593` adds the book"), "\(run)")
    }

    @Test func ownedBooksAreNotLookedUp() throws {
        let run = try trove.run(
            "add book Dune isbn:0441013597 state:to-read\nisbn 9780441013593\nisbn 9780441013593 --yes\ncount"
        )
        .requiring(.exited(1))
        #expect(run.errorText.contains("--yes"))
        #expect(run.lines.last == "2")
        // One for the edition, and one for its work.
        #expect(catalogues.requests.count == 2)
    }

    /// The year is that of the first publication, not of the edition.
    @Test func fillsInWhatTheCatalogueKnows() throws {
        try trove.prepare("isbn 9780441013593")
        let json = try trove.json()
        for part in [
            #""author":"Frank Herbert""#, #""isbn":"9780441013593""#,
            #""series":"Dune Chronicles","volume":1,"year":1965,"publisher":"Ace Books""#,
            #""language":"English","genre":"sci-fi","tags":["ecology"],"pages":528"#,
            #""state":"to-read""#, #""cover":"https://covers"#,
        ] { #expect(json.contains(part), "\(part) in \(json)") }
    }

    @Test func ownedBooksAreNotOnTheWishlist() throws {
        let run = try trove.run(
            """
            isbn 9780441013593 shelves:sf,hall state:reading genre:classics year:
            scan tags:new
            9780441172696

            wishlist
            """
        ).requiring()
        #expect(run.lines.contains { $0.hasPrefix("Your wishlist is empty.") })
        let json = try trove.json()
        #expect(json.contains(#""genre":"classics""#))
        #expect(json.contains(#""state":"reading""#))
        #expect(json.contains(#""shelves":["hall","sf"]"#))
        #expect(!json.contains(#""year":1965"#))
        #expect(json.contains(#""tags":["new"]"#))
        #expect(json.contains(#""state":"to-read""#))
    }

    @Test func reportsAWrongFieldBeforeAnyRequest() throws {
        let run = try trove.run("isbn 9780441013593 colour:red\nscan state:gone").requiring(
            .exited(1))
        #expect(run.errorText.contains("colour"))
        #expect(run.errorText.contains("\"gone\" is not a state of a book"))
        #expect(catalogues.requests.isEmpty)
    }

    /// With a title, a script adds the book by hand, as a user at a prompt can.
    @Test func addsByHandWithoutAnAnswer() throws {
        catalogues.stop()
        let run = try trove.run(#"isbn 9783161484100 title:"My Own" author:Me"#).requiring()
        #expect(run.lines == ["Added book 1: My Own"])
        #expect(run.errorText.contains("warning: cannot connect to Open Library"))
        #expect(try trove.json().contains(#""author":"Me","isbn":"9783161484100""#))
    }

    @Test func findsByAnyNotation() throws {
        let run = try trove.run(
            """
            add book Dune isbn:0-441-01359-7
            list isbn=978-0-441-01359-3 columns:title,isbn
            """
        ).requiring()
        #expect(run.lines.contains("1  Dune   978-0-441-01359-3"))
        let csv = try trove.program.run(["--output", "csv", "-c", "list columns:title,isbn"])
            .requiring()
        #expect(csv.text.contains("9780441013593"))
    }

    /// The book was added without an ISBN.
    @Test func noticesADuplicateByTitle() throws {
        let run = try trove.run("add book DUNE state:to-read\nisbn 9780441013593\ncount")
            .requiring(.exited(1))
        #expect(
            run.errorText.contains("you already have book 1: DUNE (same title; one has no author)"))
        #expect(run.lines.last == "1")
    }

    @Test func unknownBooksCanBeEnteredByHand() throws {
        let run = try trove.run("isbn 9783161484100").requiring(.exited(1))
        #expect(run.errorText.contains("Open Library has no book with the ISBN 978-3-16-148410-0"))
        #expect(
            run.errorText.contains(
                #"`add book "TITLE" isbn:978-3-16-148410-0 state:to-read` adds it by hand"#))
        let session = try trove.openTrove()
        try session.enter("isbn 978-3-16-148410-0")
        try session.waitUntil(cursorFollows: "to skip it): ")
        try session.enter("A Book of My Own")
        try session.waitUntil(cursorFollows: "Author: ")
        try session.enter("Me")
        try session.waitForTrove()
        #expect(session.screen.contains("Added book 1: A Book of My Own"))
        try session.enter("quit")
        try session.waitForExit()
        #expect(try trove.json().contains(#""author":"Me","isbn":"9783161484100""#))
    }

    // MARK: scan

    /// A script supplies codes like a hand scanner, until an empty line.
    @Test func readsCodesLineByLine() throws {
        let run = try trove.run(
            """
            scan
            9780441013593
            ]E09780441172696
            9783161484100
            hello

            count
            """
        ).requiring(.exited(1))
        #expect(
            run.lines == ["Added book 1: Dune", "Added book 2: Dune Messiah", "2"])
        #expect(
            run.errorText.contains(
                "-:4:1: error: Open Library has no book with the ISBN 978-3-16-148410-0"))
        #expect(run.errorText.contains("-:5:1: error: hello is not an ISBN"))
        #expect(run.errorText.contains("2 of 6 commands failed"))
    }

    @Test func readsCodesFromStandardInput() throws {
        let run = try trove.program.run(
            ["-c", "scan"], input: .text("9780441013593\n9780441172696\n")
        ).requiring()
        #expect(run.lines == ["Added book 1: Dune", "Added book 2: Dune Messiah"])
    }

    /// What follows the empty line is neither run nor lost: the next `scan` or script reads it.
    @Test func anEmptyLineEndsTheCodesOfStandardInput() throws {
        let input = "9780441013593\n\ndelete 1 --yes\n"
        let run = try trove.program.run(["-c", "scan", "-c", "count"], input: .text(input))
            .requiring()
        #expect(run.lines == ["Added book 1: Dune", "1"])
        let both = try trove.program.run(
            ["-c", "scan", "-c", "count", "-c", "scan", "-"],
            input: .text("\n9780441172696\n\ncount books\n")
        ).requiring()
        #expect(both.lines == ["1", "Added book 2: Dune Messiah", "2"])
    }

    /// Each byte is read by itself, but a line that is too long for a code ends early.
    @Test func aLineThatIsTooLongIsNotACode() throws {
        let input = String(repeating: "9", count: 1 << 20) + "\n9780441013593\n"
        let run = try trove.program.run(["-c", "scan"], input: .text(input)).requiring(.exited(1))
        #expect(run.lines == ["Added book 1: Dune"])
    }

    /// The codes follow the script that ends with `scan`.
    @Test func aSourcedScriptCanEndWithScan() throws {
        let script = try trove.scratch.write("scan shelves:hall\n", to: "scan.trove")
        let run = try trove.run("source \(script)\n9780441013593\n\ncount shelves=hall").requiring()
        #expect(run.lines == ["Added book 1: Dune", "1"])
        let outside = try trove.program.run(
            ["-c", "source \(script)", "-c", "count shelves=hall"], input: .text("9780441172696\n")
        ).requiring()
        #expect(outside.lines == ["Added book 2: Dune Messiah", "2"])
        let commands = "source \(script)\n9780441013593\n\ncount\n"
        let text = try trove.program.run(
            ["--ephemeral", "--echo", "-"], input: .text(commands)
        ).requiring().text
        let transcript = try trove.scratch.write(text, to: "transcript.txt")
        try trove.program.run(["--verify", transcript]).requiring()
    }

    @Test func codesCanHaveComments() throws {
        let codes = "# a box\n9780441013593 # Dune\n   # the end\n"
        let run = try trove.run("scan\n" + codes + "\ncount").requiring()
        #expect(run.lines == ["Added book 1: Dune", "1"])
        let check = try trove.program.run(["--check", "-"], input: .text("scan\n" + codes))
        #expect(check.status == .exited(0), "\(check)")
        let list = try trove.scratch.write("# a box\n9780441172696 # the second\n", to: "codes.txt")
        #expect(
            try trove.run("scan \(list)").requiring().lines == ["Added book 2: Dune Messiah"])
    }

    @Test func readsCodesFromATextFile() throws {
        let list = try trove.scratch.write("9780441013593\nno code\n0441172695\n", to: "codes.txt")
        let run = try trove.run("scan \(list)").requiring(.exited(1))
        #expect(
            run.lines == [
                "Added book 1: Dune", "Added book 2: Dune Messiah", "2 books added, 1 not read.",
            ])
        #expect(run.errorText.contains("warning: \(list):2: no code is not an ISBN"))
    }

    /// Nothing of the list is left out without a word.
    @Test func aListThatIsTooLongIsRefused() throws {
        let lines = String(repeating: "9780441013593\n", count: 80_000)
        let list = try trove.scratch.write(lines, to: "codes.txt")
        let run = try trove.run("scan \(list)").requiring(.exited(1))
        #expect(run.errorText.contains("error: \(list) is longer than 1 MiB"), "\(run)")
        #expect(try trove.run("count").text == "0\n")
    }

    @Test(.enabled(if: Tools.hasZbar))
    func readsAFolderInOrder() throws {
        try trove.scratch.write(PictureFixture.barcode("9780441172696"), to: "work/shelf/b.png")
        try trove.scratch.write(PictureFixture.barcode("9780441013593"), to: "work/shelf/a.png")
        try trove.scratch.write(PictureFixture.barcode("9780441013593"), to: "work/shelf/c.png")
        try trove.scratch.write("no picture", to: "work/shelf/d.txt")
        try trove.scratch.write(PictureFixture.barcode("4006381333931"), to: "work/shelf/e.png")
        try trove.scratch.write("9780547928227\n", to: "work/codes.txt")
        let run = try trove.run("scan shelf/ codes.txt shelves:hall\ncount shelves=hall")
            .requiring(.exited(1))
        #expect(
            run.lines == [
                "Added book 1: Dune", "Added book 2: Dune Messiah", "Added book 3: The Hobbit",
                "3 books added, 1 already there, 2 not read.", "3",
            ])
        for warning in [
            "978-0-441-01359-3 was not added: you already have book 1: Dune by Frank Herbert",
            "shelf/d.txt: no ISBN found",
            "shelf/e.png: the barcode is not an ISBN, but EAN-13 4006381333931",
        ] { #expect(run.errorText.contains("warning: \(warning)"), "\(run.errorText)") }
    }

    /// A code scanned during a question is looked up, and does not answer it.
    @Test func aCodeIsNotAnAnswer() throws {
        let session = try trove.openTrove()
        try session.run("add book Dune isbn:9780441013593 state:to-read")
        try session.enter("scan")
        try session.waitUntil(cursorFollows: "code> ")
        try session.type("9780441013593\r9780441172696\r4006381333931\r")
        try session.waitUntil("the next code is added") {
            $0.screen.contains("Added book 2: Dune Messiah")
                && $0.screen.contains("4006381333931 is not an ISBN")
        }
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.enter("9783161484100")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.enter("n")
        try session.waitUntil("the lookup of the other code has ended") {
            $0.screen.contains("has no book with the ISBN 978-3-16-148410-0")
        }
        try session.waitUntil(cursorFollows: "code> ")
        try session.enter("4006381333931")
        try session.waitUntil(cursorFollows: "to skip it): ")
        try session.enter("9780547928227")
        try session.waitUntil("it is not a title") {
            $0.screen.contains("Added book 3: The Hobbit")
        }
        try session.waitUntil(cursorFollows: "to skip it): ")
        try session.enter("Mine")
        try session.waitUntil(cursorFollows: "Author: ")
        try session.enter("")
        try session.waitUntil(cursorFollows: "code> ")
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.screen.contains("3 books added, 1 already there, 2 not read."))
    }

    @Test func checkReadsCodesAsCodes() throws {
        let run = try trove.run("scan\n9780441013593\nhello\n\nlist", ["--check"])
            .requiring(.exited(2))
        #expect(run.errorText.contains("-:3:1: error: hello is not an ISBN"))
        #expect(run.errorText.contains("1 of 4 commands cannot be run"))
    }

    /// The next code is read during the lookup of the last; no code of a burst is lost.
    @Test func aScannerNeedNotWait() throws {
        catalogues.misbehave("/openlibrary/api", .slow(.milliseconds(300)), times: 3)
        let session = try trove.openTrove()
        try session.enter("scan")
        try session.waitUntil(cursorFollows: "code> ")
        // All in one burst, as a scanner types them.
        try session.type("9780441013593\r9780441172696\r9780547928227\r")
        try session.waitUntil("all three") {
            $0.screen.contains("Added book 1: Dune")
                && $0.screen.contains("Added book 2: Dune Messiah")
                && $0.screen.contains("Added book 3: The Hobbit")
        }
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.screen.contains("3 books added."))
    }

    /// A code that needs a question waits until the line is finished.
    @Test func asksBetweenTwoCodes() throws {
        let session = try trove.openTrove()
        try session.run("add book Dune isbn:9780441013593 state:to-read")
        try session.enter("scan")
        try session.waitUntil(cursorFollows: "code> ")
        try session.enter("9780441013593")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.enter("n")
        try session.waitUntil(cursorFollows: "code> ")
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.screen.contains("0 books added, 1 already there."))
    }

    @Test func ctrlCCancelsALookUp() throws {
        catalogues.misbehave("/openlibrary", .silent, times: 9)
        let session = try trove.openTrove()
        try session.enter("search dune")
        try session.waitUntil("it says that it works") {
            $0.screen.contains("waiting for Open Library")
        }
        try session.press(.ctrl("c"))
        try session.waitForTrove()
        #expect(session.screen.contains("interrupted"))
        try session.run("echo alive")
        #expect(session.screen.contains("alive"))
    }
}
