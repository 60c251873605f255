import Testing
import TroveStandIn
import TroveTesting

/// `read` and the other verbs of the read list while the server is away (rows R4 and B7, and "Where
/// the five disagree").
@Suite(.timeLimit(.minutes(20))) struct ReadOfflineTests {
    @Test func readAddsTheEntryAndSaysWhatIsLeft() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        try laptop.prepare(
            "add book Dune author:Herbert state:to-read\nadd book Emma state:finished")
        try world.server.kill()
        let run = try laptop.run("read Dune on:2026-11-19\nreads\nshow Dune\nqueue\n").requiring()
        #expect(run.lines.first == "Added read 4: Dune")
        #expect(
            run.errorText.contains(
                "warning: book 1: Dune stays to-read: the server is not available (connection refused): "
                    + "changing a book needs the server; `advance 1 to:finished` finishes it later"),
            "\(run)")
        #expect(run.lines.contains("  state   to-read (want to read)"))
        #expect(run.lines.filter { $0.contains("queued") && $0.contains("add read 4") }.count == 1)
        // Other ways of finishing it are refused, and change nothing.
        let refused = try laptop.run("advance Dune to:finished\nreread Emma\ncount reads\n")
            .requiring(.exited(1))
        #expect(refused.errorText.occurrences(of: "changing a book needs the server") == 2)
        #expect(refused.lines == ["2"])
        // It is marked as read already.
        let again = try laptop.run("read Dune").requiring(.exited(1))
        #expect(again.errorText.contains("is already on the read list: read 2026-11-19"))
        // The list itself is not subject to the server.
        try laptop.prepare("unread Emma\nundo\nset 4 rating:4")
        try world.server.start()
        let finished = try laptop.run("advance Dune to:finished\ncount reads\nsync\nqueue")
            .requiring()
        #expect(
            finished.lines.prefix(3) == [
                "Changed book 1: Dune (already on the read list as 4, 2026-11-19; "
                    + "`read 1 --again` adds another reading)",
                "  state  to-read → finished", "2",
            ], "\(finished)")
        let phone = try world.loggedIn("phone")
        let reads = try phone.run("reads columns:title,on,rating\ncount books state=finished")
            .requiring()
        #expect(reads.lines.contains { $0.contains("Dune   2026-11-19       4") })
        #expect(reads.lines.last == "2")
    }

    /// A result stands for the book of the library with its title and author.
    @Test func aResultOfTheLibraryIsRecorded() throws {
        let world = try SyncWorld()
        let catalogues = try CatalogueStandIn()
        var laptop = try world.signedUp("laptop")
        laptop.environment.merge(catalogues.environment) { $1 }
        try laptop.prepare(#"add book Dune author:"Frank Herbert" state:reading"#)
        try world.server.kill()
        let run = try laptop.run("search dune by:title\nread r1\nread r1 --again\nlist books")
            .requiring()
        #expect(run.lines.contains("Added read 2: Dune"))
        #expect(run.errorText.contains("warning: book 1: Dune stays reading: the server is not"))
        #expect(run.lines.contains { $0.contains("Dune") && $0.contains("reading") })
        try world.server.start()
        let online = try laptop.run("search dune by:title\nread r1 --again\nundo\nlist books")
            .requiring()
        #expect(online.lines.contains("  state  reading → finished"))
        #expect(online.lines.last?.contains("reading") ?? false)
    }

    @Test func onlineFinishingReachesOtherDevicesAndUndoTakesBothBack() throws {
        let world = try SyncWorld()
        let laptop = try world.signedUp("laptop")
        let phone = try world.loggedIn("phone")
        try laptop.prepare("add book Dune author:Herbert state:reading\nadvance Dune")
        #expect(
            try phone.run("sync\ncount reads\ncount books state=finished").requiring().lines.suffix(
                2)
                == ["1", "1"])
        try laptop.prepare("undo")
        #expect(
            try phone.run("sync\ncount reads\ncount books state=reading").requiring().lines.suffix(
                2)
                == ["0", "1"])
        try laptop.prepare("redo")
        #expect(
            try phone.run("sync\ncount reads\ncount books state=finished").requiring().lines.suffix(
                2)
                == ["1", "1"])
        // The other device goes on reading it.
        try phone.prepare("reread Dune\nadvance Dune")
        #expect(try laptop.run("sync\ncount reads").requiring().lines.last == "2")
    }
}
