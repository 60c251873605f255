import Testing
import TroveCodecs
import TroveLoopback
import TroveStandIn
import TroveTesting

/// `search`, `more`, `take` and `show rN`, with services that behave like the real ones.
@Suite(.timeLimit(.minutes(20))) struct SearchTests {
    private let catalogues: CatalogueStandIn
    private let trove: Trove

    init() throws {
        catalogues = try CatalogueStandIn()
        trove = try Trove(catalogues: catalogues)
    }

    // MARK: Finding

    @Test func findsByAuthorPageByPage() throws {
        let run = try trove.run(
            """
            search "ursula le guin" by:author
            more
            more
            """
        ).requiring()
        let results = run.lines.filter { $0.contains(#/^r\d/#) }
        #expect(results.count == 30)
        #expect(results.first?.hasPrefix("r1 ") == true)
        #expect(results.last?.hasPrefix("r30 ") == true)
        // No result appears twice.
        #expect(Set(results.map { $0.drop { $0 != " " } }).count == 30)
        #expect(
            run.lines.contains { $0.hasPrefix("20 of about 30 from Open Library; `more` shows") })
        #expect(run.lines.last == "No more results (30 in all).")
    }

    @Test func sendsDocumentedRequests() throws {
        try trove.prepare(#"search "Dune: Messiah" by:title"#)
        let request = try #require(catalogues.requests.first)
        #expect(catalogues.requests.count == 1)
        #expect(request.method == "GET")
        #expect(
            request.target.hasPrefix("/openlibrary/search.json?title=Dune:%20Messiah&fields="))
        #expect(request.target.contains("&limit=20&page=1"))
        #expect(request.header("User-Agent") == "Trove/0.1.0 (ann@example.org)")
    }

    @Test func marksOwnedAndFinishedBooks() throws {
        let run = try trove.run(
            """
            add book Dune author:"frank herbert"
            add book "Dune Messiah" author:"Frank Herbert" state:finished
            search dune by:title
            read r3
            search dune by:title
            """
        ).requiring()
        #expect(run.lines.contains { $0.contains(#/^r1  have 1 +Dune  /#) })
        #expect(run.lines.contains { $0.contains(#/^r2  ✓ have 2 +Dune Messiah/#) })
        #expect(run.lines.filter { $0.contains(#/^r3  ✓ +Children of Dune/#) }.count == 1)
        #expect(run.lines.contains("from Open Library; ✓ on your read list, or finished"))
    }

    @Test func jsonIsComplete() throws {
        let json = try trove.run("search dune by:title", ["--json"]).requiring().text
        #expect(json.hasPrefix(#"[{"result":"r1","title":"Dune","creators":["Frank Herbert"]"#))
        #expect(json.contains(#""year":1965,"pages":528,"isbn":["9780441013593"]"#))
        #expect(json.contains(#""ticked":false"#))
    }

    /// Data formats contain the results only: an empty list if there are none, and no notes.
    @Test func dataHasResultsOnly() throws {
        for (format, nothing) in [("json", "[]\n"), ("csv", "result,"), ("tsv", "result\t")] {
            let run = try trove.run("search zzzz", ["--output", format]).requiring()
            #expect(run.text.hasPrefix(nothing) && run.lines.count == 1, "\(run)")
        }
        let run = try trove.run("search dune by:title", ["--output", "csv"]).requiring()
        #expect(run.lines.allSatisfy { $0.hasPrefix("r") }, "\(run)")
    }

    /// Several results are added as one change, or none of them.
    @Test func severalResultsAreOneChange() throws {
        let run = try trove.run(
            """
            search dune by:title
            take r1 r2 r2
            count books
            undo
            count books
            take r2
            take r1 r2 r3
            count books
            """)
        #expect(run.lines.filter { $0.contains(#/^\d+$/#) } == ["2", "0", "1"], "\(run)")
        #expect(run.errorText.contains("is already on your wishlist"), "\(run)")
    }

    /// Results are compared with each other, too.
    @Test func resultsThatAreTheSameAreNotTaken() throws {
        let run = try trove.run(
            """
            kind add-field book code text unique:yes
            search dune by:title
            take r1 r2 title:Same author:X
            take r1 r2 code:abc --yes
            count books
            take r1 r2 title:Same author:X --yes
            count books
            """)
        #expect(run.lines.filter { $0.contains(#/^\d+$/#) } == ["0", "2"], "\(run)")
        #expect(
            run.errorText.contains("r1 and r2 have the same title and author, or the same ISBN"),
            "\(run)")
        #expect(run.errorText.contains("r1 and r2 cannot both have this code"), "\(run)")
    }

    @Test func takeAddsResults() throws {
        let run = try trove.run(
            """
            search dune by:title
            take r1 state:reading shelves:home
            show it
            """
        ).requiring()
        #expect(run.lines.contains("Added book 1: Dune"))
        #expect(run.lines.contains("  author     Frank Herbert"))
        #expect(run.lines.contains("  pages      528"))
        #expect(run.lines.contains("  isbn       978-0-441-01359-3"))
        #expect(run.lines.contains("  shelves    home"))
        #expect(run.lines.contains("  state      reading (started progress)"))
        #expect(
            run.lines.contains { $0.hasPrefix("  cover      https://covers.openlibrary.org/b/id/") }
        )
    }

    @Test func fillsInMissingFields() throws {
        let run = try trove.run(
            """
            add book "Dune, the best" pages:412
            search dune by:title
            take r1 into:1
            show 1
            """
        ).requiring()
        #expect(run.lines.contains("Changed book 1: Dune, the best"))
        #expect(run.lines.contains("  author     (none) → Frank Herbert"))
        #expect(run.lines.contains("  pages      412"))
    }

    @Test func takeAsksBeforeAddingADuplicate() throws {
        let run = try trove.run(
            """
            search dune by:title
            take r1
            take r1
            take r1 --yes
            count
            """
        ).requiring(.exited(1))
        #expect(run.errorText.contains("--yes"))
        #expect(run.lines.last == "2")
    }

    @Test func detailsOfResultsAreOneArray() throws {
        let run = try trove.run("search dune by:title\nshow r1 r2", ["--json"]).requiring()
        let shown = String(run.text.split(separator: "]\n").last ?? "") + "]"
        let results = try JSON(parsing: Array(shown.utf8)).array ?? []
        #expect(results.compactMap { $0["result"]?.text } == ["r1", "r2"], "\(run)")
        #expect(results.first?["creators"]?.array?.isEmpty == false, "\(run)")
    }

    @Test func showsDetailsOfAResult() throws {
        let run = try trove.run("search dune by:title\nshow r1").requiring()
        #expect(run.lines.contains { $0.contains("A boy and a desert planet") })
    }

    // MARK: Failures

    /// Four failures have four different messages.
    @Test func explainsFailures() throws {
        func failure(_ script: String) throws -> String {
            let run = try trove.run(script).requiring(.exited(1))
            #expect(try trove.run("count").requiring().text == "0\n")
            return run.errorText
        }
        #expect(
            try trove.run("search zzzzz").requiring().text.hasPrefix("Open Library found no such"))
        catalogues.misbehave("/openlibrary", .html)
        #expect(try failure("search dune").contains("sent an invalid response"))
        catalogues.misbehave(
            "/openlibrary",
            .status(
                422,
                body: #"{"detail":[{"type":"value_error","loc":["query","q"],"msg":"Too short"}]}"#)
        )
        let wrong = try failure("search dune")
        #expect(wrong.contains("rejected the request (422: Too short"))
        catalogues.stop()
        let absent = try failure("search dune")
        #expect(absent.contains("cannot connect to Open Library (connection refused)"))
    }

    @Test(arguments: [
        Case(
            "403", Misbehavior.status(403, body: "<html>Forbidden</html>"),
            "denied access (403"),
        Case("500", .status(500, body: "<html>"), "is unavailable (status 500)"),
        Case("503", .status(503, body: "<html>"), "is unavailable (status 503)"),
        Case("cut off", .cutOff, "the connection was cut off"),
        Case("reset", .reset, "the connection was cut off"),
        Case("not JSON", .body(Array("{\"docs\": [".utf8)), "sent an invalid response"),
        Case("100 MB", .huge(100 << 20), "sent an invalid response"),
    ])
    func tellsFailuresApart(_ test: Case<Misbehavior, String>) throws {
        catalogues.misbehave("/openlibrary", test.input, times: 9)
        let run = try trove.run("search dune by:title").requiring(.exited(1))
        #expect(run.errorText.contains(test.expected))
        catalogues.behave()
        try trove.prepare("search dune by:title")
    }

    @Test func retriesAfterRateLimiting() throws {
        catalogues.misbehave("/openlibrary", .tooMany, times: 1)
        let run = try trove.run("search dune by:title").requiring()
        #expect(run.lines.contains { $0.contains("Children of Dune") })
        #expect(catalogues.requests.count == 2)
    }

    @Test func aMissingContactIsExplainedOnce() throws {
        var trove = trove
        trove.environment["TROVE_CONTACT"] = nil
        let run = try trove.run("search dune by:title\nsearch it by:title").requiring()
        #expect(run.errorText.occurrences(of: "set TROVE_CONTACT to your email") == 1)
        #expect(catalogues.requests.first?.header("User-Agent") == "Trove/0.1.0")
        catalogues.isStrict = true
        let refused = try trove.run("search dune by:title").requiring(.exited(1))
        #expect(refused.errorText.contains("rejects requests without a contact (403)"))
        // The setting works like the environment variable.
        try trove.prepare("settings contact ann@example.org\nsearch dune by:title")
    }

    @Test func netOffDisablesSearching() throws {
        let run = try trove.run("net off\nsearch dune\nnet auto\nsearch dune by:title")
            .requiring(.exited(1))
        #expect(run.errorText.contains("cannot connect to Open Library"))
        #expect(run.lines.contains { $0.contains("Children of Dune") })
    }

    @Test func resultsAreNotItems() throws {
        let run = try trove.run("more\ntake r1\nsearch dune by:title\nrate r1 5\ntake r99\ntake 1")
            .requiring(.exited(1))
        #expect(run.errorText.occurrences(of: "there are no search results yet") == 2)
        #expect(run.errorText.contains("r1 is a search result, not an item of the library"))
        #expect(run.errorText.contains("there is no result r99"))
        #expect(run.errorText.contains("only search results can be taken"))
    }

    // MARK: Keys

    @Test func filmsNeedAKeyAndNameTheirSource() throws {
        let without = try trove.run("search alien in:movies").requiring(.exited(1))
        #expect(without.errorText.contains("set TROVE_TMDB_KEY"))
        for key in [CatalogueStandIn.tmdbKey, CatalogueStandIn.tmdbToken] {
            var trove = trove
            trove.environment["TROVE_TMDB_KEY"] = key
            let run = try trove.run(
                "search alien in:movies\ntake r1 --yes\nshow it\nsettings", errors: .merged
            ).requiring()
            #expect(run.text.contains("not endorsed or certified by TMDB"))
            #expect(run.text.contains("Added movie"))
            #expect(run.lines.contains { $0.hasPrefix("tmdb-key ") && $0.hasSuffix(" (set)") })
            #expect(!run.text.contains(key))
        }
        var wrong = trove
        wrong.environment["TROVE_TMDB_KEY"] = "ffffffffffffffffffffffffffffffff"
        let refused = try wrong.run("search alien in:movies", errors: .merged).requiring(.exited(1))
        #expect(refused.text.contains("denied access (401"))
        #expect(!refused.text.contains("ffffffff"))
    }

    /// A film is not watched because a book with its title was read.
    @Test func aFilmIsNotABook() throws {
        var trove = trove
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        let run = try trove.run(
            "add book Alien state:finished\nsearch alien in:movies\nadd movie Alien year:1979 "
                + "director:\"Ridley Scott\"\nsearch alien in:movies", errors: .merged
        ).requiring()
        let rows = run.lines.filter { $0.hasPrefix("r1") }
        #expect(rows.count == 2 && !rows[0].contains("✓") && rows[1].contains("✓"), "\(run)")
    }

    @Test func takesAFilmWithItsDirector() throws {
        var trove = trove
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        let run = try trove.run(
            """
            add movie Alien year:2012
            search alien in:movies
            take r1
            add movie ALIEN year:1979
            add movie Alien
            add movie Aliens
            take r2
            search alien in:movies
            """
        ).requiring(.exited(1))
        #expect(
            run.errorText.contains("you already have movie 2: Alien (1979) (same name and year)"))
        #expect(
            run.errorText.contains("movie 1: Alien (2012) (same name; one has no year)"))
        #expect(run.errorText.contains("movie 3: Aliens (same name; one has no year)"))
        #expect(run.lines.contains { $0.contains(#/^r1  ✓ have 2 +Alien +1979/#) })
        #expect(run.lines.contains { $0.contains(#/^r2  ✓ have 3 +Aliens +1986/#) })
        let json = try trove.json()
        #expect(json.contains(#""year":1979,"director":"Ridley Scott""#))
        #expect(json.contains(#""tags":["horror","sci-fi"]"#))
    }

    /// A search result is wanted unless the user says otherwise.
    @Test func aResultIsWanted() throws {
        try trove.prepare("search omens by:title\ntake r1")
        let json = try trove.json()
        #expect(json.contains(#""author":"Terry Pratchett; Neil Gaiman""#))
        #expect(json.contains(#""state":"wish""#))
        #expect(json.contains(#""genre":"fantasy""#))
        #expect(json.contains(#""language":"English""#))
    }

    @Test func googleBooksIsUsedWithAKey() throws {
        var trove = trove
        trove.environment["TROVE_GOOGLEBOOKS_KEY"] = CatalogueStandIn.googleBooksKey
        let run = try trove.run("search dune by:title\ntake r1").requiring()
        #expect(
            run.lines.contains { $0.hasPrefix("from Google Books") || $0.contains("Google Books") })
        #expect(run.lines.contains { $0.hasPrefix("Added book 1: ") })
        #expect(catalogues.requests.allSatisfy { $0.target.hasPrefix("/googlebooks/") })
    }

    @Test func keysAreNotInTheHistory() throws {
        let session = try trove.openTrove()
        try session.run("settings tmdb-key \(CatalogueStandIn.tmdbKey)")
        try session.run("echo done")
        try session.enter("quit")
        try session.waitForExit()
        let history = try trove.scratch.read("home/.local/state/trove/history")
        #expect(history.contains("echo done"))
        #expect(!history.contains(CatalogueStandIn.tmdbKey))
    }
}

extension Trove {
    /// Creates the shell with these catalogues and a contact address.
    init(catalogues: CatalogueStandIn, environment: [String: String] = [:]) throws {
        try self.init(
            environment: catalogues.environment
                .merging(["TROVE_CONTACT": "ann@example.org"]) { $1 }
                .merging(environment) { $1 })
    }
}

extension String {
    /// Returns how often a text occurs in this one.
    func occurrences(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
