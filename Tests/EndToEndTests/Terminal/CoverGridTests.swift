import Testing
import TroveLoopback
import TroveStandIn
import TroveTesting

/// `list --covers`, and covers that are fetched in the background.
@Suite(.timeLimit(.minutes(20))) struct CoverGridTests {
    private var trove: Trove

    /// Sets up gems, two of them with photos, and a `chafa` that draws two rows.
    init() throws {
        trove = try Trove()
        try trove.scratch.write(
            PictureFixture.png(width: 6, height: 4) { _, _ in 0 }, to: "work/r.png")
        try trove.prepare(
            "add gem Ruby photo:r.png color:red\nadd gem Opal\nadd gem Jet photo:r.png")
        _ = try trove.writeTool(
            "chafa", #"printf '%s\n' "$@" >>"$HOME/asked"; printf '\033[31m<##>\033[0m\n<##>\n'"#)
        trove.environment["PATH"] = "\(trove.scratch.path("tools")):/usr/bin:/bin"
    }

    @Test func picturesStandSideBySide() throws {
        let session = try trove.openTrove()
        #expect(
            try session.run("list gems --covers") == [
                "2 of 3 gems have a picture",
                "<##>            <##>", "<##>            <##>", "1 Ruby          3 Jet", "",
                "1 gem", "#  name", "2  Opal",
            ])
        #expect(session.terminal.style(of: "<##>").map { $0.foreground == .palette(1) } == true)
        #expect(try trove.scratch.read("home/asked").contains("--size\n14x10\n"))
        #expect(try session.run("list gems color=red --covers").first == "1 gem")
        #expect(try session.run("filter color=red --covers").first == "1 gem")
        let limited = try session.run("list gems --covers limit:1").first
        #expect(limited == "1 gem, and there are more")
        #expect(try session.run("list gems pearl --covers") == ["Nothing found."])
        // The terminal was asked once.
        let output = String(decoding: session.output, as: UTF8.self)
        #expect(output.split(separator: "\u{1B}[c").count == 2)
        #expect(session.terminal.unknownSequences == [])
    }

    @Test func aPipeGetsTheList() throws {
        let text = try trove.output(of: "list gems color=red --covers")
        #expect(text.contains("1 gem\n#  name  color"))
        #expect(text.contains("warning: `--covers` needs a terminal"))
        #expect(!trove.scratch.exists("home/asked"))
    }

    @Test func withoutPicturesTheListIsShown() throws {
        try trove.prepare("add book Dune")
        let session = try trove.openTrove()
        let list = try session.run("list gems opal --covers")
        #expect(list.contains("2  Opal") && list.contains { $0.hasPrefix("warning: no picture") })
        // Gems have photos and no covers.
        let text = list.joined(separator: " ")
        #expect(text.contains("photo:FILE") && !text.contains("cover"), "\(list)")
        let books = try session.run("list books --covers").joined(separator: " ")
        #expect(books.contains("`cover REF`") && !books.contains("photo:"), "\(books)")
    }

    @Test func withoutChafaFramesAreShown() throws {
        var trove = trove
        trove.environment["PATH"] = try trove.scratch.makeDirectory("nothing")
        let list = try trove.openTrove().run("list gems --covers")
        #expect(list[1] == "┌────────────┐  ┌────────────┐")
        #expect(list.contains("│    Ruby    │  │    Jet     │"))
    }

    /// Keys that are typed while the terminal is asked appear in the next line.
    @Test func keysDuringTheQueryAreKept() throws {
        let session = try trove.openTrove()
        try session.enter("list gems --covers\necho abc")
        try session.press(.enter)
        try session.waitUntil("the reply") { $0.screen.contains("\nabc\n") }
        try session.waitForTrove()
    }

    // MARK: In the background

    @Test func coversAreFetchedInTheBackground() throws {
        let catalogues = try CatalogueStandIn()
        var trove = trove
        trove.environment.merge(catalogues.environment) { _, given in given }
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        try trove.prepare("add book Dune author:\"Frank Herbert\"\nadd movie Alien")
        let session = try trove.openTrove()
        #expect(try session.run("settings covers") == ["covers  off"])
        #expect(catalogues.requests.isEmpty)
        #expect(try session.run("settings covers auto") == ["covers  auto"])
        try wait(for: "two covers", at: session) {
            trove.scratch.files().count { $0.hasSuffix(".note") } >= 2
        }
        let list = try session.run("list --covers")
        #expect(list.first == "4 of 5 items have a picture")
        #expect(list.contains { $0.contains("4 Dune") && $0.contains("5 Alien") })
        let count = catalogues.requests.count
        #expect(try session.run("list --covers").first == list.first)
        #expect(catalogues.requests.count == count)
    }

    /// A catalogue that cannot be reached does not hold up the others.
    @Test func otherCoversAreFetchedWithoutOneCatalogue() throws {
        let catalogues = try CatalogueStandIn()
        var trove = trove
        trove.environment.merge(catalogues.environment) { _, given in given }
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        // Nothing listens on the port of `discard`.
        trove.environment["TROVE_OPENLIBRARY_URL"] = "http://127.0.0.1:9"
        trove.environment["TROVE_COVERS_URL"] = "http://127.0.0.1:9"
        try trove.prepare("add book Dune\nadd book Emma\nadd movie Alien")
        let session = try trove.openTrove()
        try session.run("settings covers auto")
        try wait(for: "a cover", at: session) {
            trove.scratch.files().contains { $0.hasSuffix(".note") }
        }
        #expect(try session.run("list movies --covers").contains { $0.contains("Alien") })
    }

    /// A search interrupts a cover that is being fetched, which is fetched again afterwards.
    @Test func aSearchDoesNotWaitForACover() throws {
        let catalogues = try CatalogueStandIn()
        var trove = trove
        trove.environment.merge(catalogues.environment) { _, given in given }
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        catalogues.misbehave("/tmdb", .silent)
        try trove.prepare("add movie Alien")
        let session = try trove.openTrove()
        try session.run("settings covers auto")
        try wait(for: "a request", at: session) { !catalogues.requests.isEmpty }
        let results = try session.run("search hobbit")
        #expect(results.contains { $0.hasPrefix("r1") }, "\(results)")
        try wait(for: "a cover", at: session) {
            trove.scratch.files().contains { $0.hasSuffix(".note") }
        }
    }

    /// An address in an imported file must not make Trove ask the machines of a private network.
    @Test func nothingIsFetchedFromThisMachineUnasked() throws {
        let catalogues = try CatalogueStandIn()
        let neighbor = try LoopbackServer { connection in
            while try connection.readRequest() != nil { try connection.reply(404) }
        }
        var trove = trove
        trove.environment.merge(catalogues.environment) { _, given in given }
        trove.environment["TROVE_TMDB_KEY"] = CatalogueStandIn.tmdbKey
        try trove.prepare("add book Dune cover:\(neighbor.url("/cover"))\nadd movie Alien")
        let session = try trove.openTrove()
        try session.run("settings covers auto")
        try wait(for: "a cover", at: session) {
            trove.scratch.files().contains { $0.hasSuffix(".note") }
        }
        #expect(neighbor.requests.isEmpty)
        try session.run("cover Dune")
        #expect(neighbor.requests.map(\.target) == ["/cover"])
    }

    @Test func nothingIsFetchedUnlessTheUserWantsIt() throws {
        let catalogues = try CatalogueStandIn()
        var trove = trove
        trove.environment.merge(catalogues.environment) { _, given in given }
        try trove.prepare("add book Dune author:\"Frank Herbert\"")
        let session = try trove.openTrove()
        try session.run("list --covers")
        try session.run("show Dune")
        try session.run("count")
        #expect(catalogues.requests.isEmpty)
    }

    /// Waits for something that happens while the prompt is idle, and checks that the prompt works
    /// meanwhile.
    private func wait(
        for awaited: String, at session: TerminalSession, _ isThere: () -> Bool
    ) throws {
        try Waiting.until(awaited, timeLimit: .seconds(120)) {
            try #require(try session.run("echo ok") == ["ok"])
            return isThere()
        }
    }
}
