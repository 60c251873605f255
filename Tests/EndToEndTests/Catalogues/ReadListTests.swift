import Testing
import TroveTesting

/// The read list: what to read next.
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
            add book Emma author:"Jane Austen"
            search dune by:title
            read r1 r2
            read Emma
            reads columns:title,author
            """
        ).requiring()
        #expect(run.lines.contains("Added read 2: Dune"))
        #expect(run.lines.contains("Added read 4: Emma"))
        #expect(run.lines.suffix(5).contains("4  Emma          Jane Austen"))
    }

    /// It works offline and persists across restarts.
    @Test func worksOffline() throws {
        try trove.prepare("search dune by:title\nread r1")
        catalogues.stop()
        let run = try trove.run("reads").requiring()
        #expect(run.lines.contains { $0.hasPrefix("1  Dune   Frank Herbert") })
        #expect(run.errorText == "")
    }

    @Test func hasNoDuplicates() throws {
        let run = try trove.run(
            """
            search dune by:title
            read r1
            read r1
            add book "DUNE" author:"Frank  Herbert"
            read 2
            count reads
            """
        ).requiring(.exited(1))
        #expect(run.errorText.occurrences(of: #""Dune" is already on the read list"#) == 2)
        #expect(run.lines.last == "1")
    }

    @Test func removesByAnyReference() throws {
        try trove.prepare("add book Emma author:Austen\nadd book Persuasion author:Austen")
        try trove.prepare("read Emma\nread Persuasion\nsearch dune by:title\nread r1")
        let run = try trove.run(
            """
            unread emma
            unread 2
            search dune by:title
            unread r1
            reads
            unread Emma
            """
        ).requiring(.exited(1))
        #expect(
            run.lines.prefix(2) == ["Deleted read 3: Emma", "Deleted read 4: Persuasion"])
        #expect(run.lines.contains("Deleted read 5: Dune"))
        #expect(run.lines.last?.hasPrefix("The read list is empty.") == true)
        #expect(run.errorText.contains("there is no item called"))
    }

    @Test func undoRestoresIt() throws {
        let run = try trove.run("search dune by:title\nread r1\nundo\ncount reads").requiring()
        #expect(run.lines.last == "0")
    }

    @Test func rejectsGems() throws {
        let run = try trove.run("add gem Ruby\nread Ruby").requiring(.exited(1))
        #expect(run.errorText.contains("read does not apply to a gem"))
    }
}
