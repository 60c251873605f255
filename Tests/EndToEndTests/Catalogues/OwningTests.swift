import Testing
import TroveStandIn
import TroveTesting

/// Books of the wishlist that are scanned or looked up by their ISBN (row V7).
@Suite(.timeLimit(.minutes(20))) struct OwningTests {
    private let catalogues: CatalogueStandIn
    private let trove: Trove

    init() throws {
        catalogues = try CatalogueStandIn()
        trove = try Trove(catalogues: catalogues)
    }

    /// How the wishlist may name the book.
    @Test(arguments: [
        "isbn:9780441013593", #"author:"Frank Herbert""#, "",
        #"author:"Frank Herbert" isbn:9780441172719"#,
    ])
    func aWishBecomesOwned(_ fields: String) throws {
        let run = try trove.run(
            """
            add book Dune \(fields) tags:gift note:Mine.
            isbn 0-441-01359-7 tags:+new shelves:hall
            count
            wishlist
            show 1
            undo
            wishlist
            """
        ).requiring()
        #expect(run.lines.contains("Changed book 1: Dune (it was on your wishlist)"), "\(run)")
        #expect(run.lines.contains("  state      wish → to-read"))
        #expect(run.lines.contains("  tags       gift → gift, new"))
        #expect(run.lines.contains("1"))
        #expect(run.lines.contains { $0.hasPrefix("Your wishlist is empty.") })
        for line in [
            "  author     Frank Herbert", "  isbn       978-0-441-01359-3", "  genre      sci-fi",
            "  note       Mine.", "  shelves    hall",
        ] { #expect(run.lines.contains(line), "\(line)") }
        // One undo.
        #expect(run.lines.suffix(3).first == "1 book")
    }

    @Test func theStateOfTheCommandCounts() throws {
        let run = try trove.run(
            "add book Dune\nisbn 9780441013593 state:finished\ncount reads\nundo\ncount reads"
        )
        .requiring()
        #expect(run.lines.contains("  state      wish → finished"))
        #expect(run.lines.contains("Added read 2: Dune"))
        #expect(run.lines.filter { ["0", "1"].contains($0) } == ["1", "0"])
        // A second wish for the book is a duplicate, as before.
        let wish = try trove.run("isbn 9780441013593 state:wish").requiring(.exited(1))
        #expect(wish.errorText.contains("is already on your wishlist"))
        // A book of the same title by another author is not the same.
        try trove.prepare("set Dune author:Someone")
        let other = try trove.run("isbn 9780441013593").requiring()
        #expect(other.lines == ["Added book 3: Dune"])
    }

    /// The catalogue is not needed to know that it is owned.
    @Test func aWishBecomesOwnedWithoutTheCatalogue() throws {
        try trove.prepare("add book Dune isbn:9780441013593\nadd book Mine isbn:9783161484100")
        let unknown = try trove.run("isbn 9783161484100").requiring()
        #expect(unknown.lines.first == "Changed book 2: Mine (it was on your wishlist)")
        #expect(unknown.errorText.contains("warning: Open Library has no book with the ISBN"))
        catalogues.stop()
        let run = try trove.run("isbn 9780441013593 shelves:hall\nwishlist").requiring()
        #expect(run.errorText.contains("warning: cannot connect to Open Library"))
        #expect(run.lines.contains("  state    wish → to-read"))
        #expect(run.lines.contains { $0.hasPrefix("Your wishlist is empty.") })
    }

    @Test func scannedFilesCountThem() throws {
        try trove.prepare("add book Dune\nadd book \"The Hobbit\" state:to-read")
        let codes = try trove.scratch.write(
            "9780441013593\n9780547928227\n9780441172696\n", to: "work/codes.txt")
        let run = try trove.run("scan \(codes) shelves:hall\nwishlist").requiring()
        #expect(
            run.lines.contains(
                "1 book added, 1 moved from the wishlist, 1 already there."), "\(run)")
        #expect(run.lines.contains { $0.hasPrefix("Your wishlist is empty.") })
    }

    /// A scanner at the prompt is not interrupted by a question.
    @Test func aScannerAsksNothing() throws {
        let session = try trove.openTrove()
        try session.run("add book Dune isbn:9780441013593")
        try session.run("add book Mine isbn:9783161484100")
        try session.enter("scan")
        try session.waitUntil(cursorFollows: "code> ")
        try session.type("# a box\r9780441013593\r 9783161484100 # mine\r")
        try session.waitUntil("both are owned") {
            $0.screen.contains("Changed book 1: Dune (it was on your wishlist)")
                && $0.screen.contains("Changed book 2: Mine (it was on your wishlist)")
        }
        try session.press(.enter)
        try session.waitForTrove()
        #expect(session.screen.contains("0 books added, 2 moved from the wishlist."))
    }
}
