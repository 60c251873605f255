import Testing
import TroveLoopback
import TroveStandIn
import TroveTesting

/// `cover` fills in what the catalogue knows.
@Suite(.timeLimit(.minutes(20))) struct FillingTests {
    private let catalogues: CatalogueStandIn
    private let trove: Trove

    init() throws {
        catalogues = try CatalogueStandIn()
        trove = try Trove(catalogues: catalogues)
    }

    @Test(arguments: ["isbn:9780441013593", #"author:"Frank Herbert""#])
    func aCoverFillsInEmptyFields(_ fields: String) throws {
        let run = try trove.run(
            """
            add book Dune \(fields) genre:classics page:30
            cover Dune
            show Dune
            undo
            show Dune
            """
        ).requiring()
        #expect(run.lines.contains("Changed book 1: Dune"), "\(run)")
        #expect(run.lines.contains("  year       (none) → 1965"))
        #expect(run.lines.contains { $0.hasPrefix("  cover      (none) → https://covers") })
        #expect(run.lines.contains("The cover of book 1: Dune: 60 × 90, PNG"))
        #expect(!run.text.contains("sci-fi"))
        let genres = run.lines.filter { $0.hasPrefix("  genre ") }
        #expect(genres.count == 2 && genres.allSatisfy { $0.hasSuffix(" classics") })
        #expect(run.lines.filter { $0.hasPrefix("  year ") && $0.hasSuffix(" 1965") }.count == 2)
        // It is in the cache now, also without the address.
        let count = catalogues.requests.count
        let again = try trove.run("cover Dune\nredo\ncover Dune").requiring()
        #expect(again.lines.filter { $0.hasPrefix("The cover of") }.count == 2)
        #expect(catalogues.requests.count == count)
    }

    /// A value that contradicts another one is left out.
    @Test func fewerPagesThanTheCurrentOneAreLeftOut() throws {
        let run = try trove.run("add book Dune isbn:9780441013593 page:9000\ncover Dune")
            .requiring()
        #expect(run.lines.contains("  genre      (none) → sci-fi"))
        #expect(!run.text.contains("528"))
    }

    @Test func aFilmIsFilledIn() throws {
        var trove = trove
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        let run = try trove.run("add movie Dune\ncover Dune").requiring()
        #expect(run.lines.contains("  director  (none) → Denis Villeneuve"), "\(run)")
        #expect(run.lines.contains("  year      (none) → 2021"))
    }

    /// A film of another year is another film.
    @Test func aFilmOfAnotherYearIsNotFilledIn() throws {
        var trove = trove
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        let run = try trove.run(
            """
            add movie Dune year:1984
            add movie Solaris year:1971
            cover Dune
            cover Solaris
            count movies director=
            cover 1 2
            """
        ).requiring()
        #expect(run.text.contains("No cover found for movie 1: Dune."), "\(run)")
        #expect(run.text.contains("The cover of movie 2: Solaris"), "\(run)")
        #expect(run.lines.contains("1"))
        #expect(run.lines.filter { $0.hasPrefix("The cover of movie 2") }.count == 2)
    }

    @Test func aReadOnlyLibraryIsNotChanged() throws {
        try trove.prepare("add book Dune isbn:9780441013593")
        let run = try trove.run("cover Dune\nshow Dune", ["--read-only"]).requiring()
        #expect(run.lines.first == "The cover of book 1: Dune: 60 × 90, PNG")
        #expect(!run.text.contains("1965"))
    }

    /// The offline rules refuse the change of a book; its cover is shown.
    @Test func theOfflineRulesApply() throws {
        let world = try SyncWorld()
        var laptop = try world.signedUp("laptop")
        laptop.environment.merge(catalogues.environment) { $1 }
        try laptop.prepare("add book Dune isbn:9780441013593")
        try world.server.kill()
        let run = try laptop.run("cover Dune\ncount year=1965").requiring()
        #expect(
            run.errorText.contains("warning: book 1: Dune was not filled in: the server is not"),
            "\(run)")
        #expect(run.lines == ["The cover of book 1: Dune: 60 × 90, PNG", "0"])
    }
}
