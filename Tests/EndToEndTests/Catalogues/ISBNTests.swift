import Testing
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
        #expect(run.lines.contains("  isbn    9780441013593"))
        #expect(run.lines.contains("  author  Frank Herbert"))
        let request = try #require(catalogues.requests.first)
        #expect(
            request.target == "/openlibrary/api/books.json?bibkeys=ISBN:9780441013593&jscmd=data")
    }

    @Test func rejectsInvalidNumbers() throws {
        let run = try trove.run("isbn 0-441-01359-8\nisbn 9790260000438\nisbn").requiring(
            .exited(1))
        #expect(run.errorText.contains("0-441-01359-8 is not an ISBN"))
        #expect(run.errorText.contains("isbn needs an ISBN"))
        #expect(catalogues.requests.isEmpty)
    }

    @Test func ownedBooksAreNotLookedUp() throws {
        let run = try trove.run(
            "add book Dune isbn:0441013597\nisbn 9780441013593\nisbn 9780441013593 --yes\ncount"
        )
        .requiring(.exited(1))
        #expect(run.errorText.contains("--yes"))
        #expect(run.lines.last == "2")
        #expect(catalogues.requests.count == 1)
    }

    @Test func unknownBooksCanBeEnteredByHand() throws {
        let run = try trove.run("isbn 9783161484100").requiring(.exited(1))
        #expect(run.errorText.contains("Open Library has no book with the ISBN 9783161484100"))
        #expect(run.errorText.contains(#"`add book "TITLE" isbn:9783161484100` adds it by hand"#))
        let session = try trove.program.openTrove()
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
                "-:4:1: error: Open Library has no book with the ISBN 9783161484100"))
        #expect(run.errorText.contains("-:5:1: error: hello is not an ISBN"))
        #expect(run.errorText.contains("2 of 6 commands failed"))
    }

    @Test func readsCodesFromStandardInput() throws {
        let run = try trove.program.run(
            ["-c", "scan"], input: .text("9780441013593\n9780441172696\n")
        ).requiring()
        #expect(run.lines == ["Added book 1: Dune", "Added book 2: Dune Messiah"])
    }

    @Test func readsCodesFromATextFile() throws {
        let list = try trove.scratch.write("9780441013593\nno code\n0441172695\n", to: "codes.txt")
        let run = try trove.run("scan \(list)").requiring()
        #expect(run.lines == ["Added book 1: Dune", "Added book 2: Dune Messiah"])
    }

    @Test func checkReadsCodesAsCodes() throws {
        let run = try trove.run("scan\n9780441013593\nhello\n\nlist", ["--check"])
            .requiring(.exited(2))
        #expect(run.errorText.contains("-:3:1: error: hello is not an ISBN"))
        #expect(run.errorText.contains("1 of 4 commands cannot be run"))
    }

    /// The next code is read during the look-up of the last; no code of a burst is lost.
    @Test func aScannerNeedNotWait() throws {
        catalogues.misbehave("/openlibrary/api", .slow(.milliseconds(300)), times: 3)
        let session = try trove.program.openTrove()
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
        let session = try trove.program.openTrove()
        try session.run("add book Dune isbn:9780441013593")
        try session.enter("scan")
        try session.waitUntil(cursorFollows: "code> ")
        try session.enter("9780441013593")
        try session.waitUntil(cursorFollows: "[y/N] ")
        try session.enter("n")
        try session.waitUntil(cursorFollows: "code> ")
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.screen.contains("0 books added, 1 skipped."))
    }

    @Test func ctrlCCancelsALookUp() throws {
        catalogues.misbehave("/openlibrary", .silent, times: 9)
        let session = try trove.program.openTrove()
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
