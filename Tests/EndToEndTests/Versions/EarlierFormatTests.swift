import Testing
import TroveCodecs
import TroveTesting

/// Libraries and server stores of all earlier formats open, migrate and sync, also with a device
/// that has not migrated.
@Suite(.timeLimit(.minutes(20))) struct EarlierFormatTests {
    private func titles(_ trove: Trove, _ list: String) throws -> Set<String> {
        let run = try trove.program.run(["--json", "-c", list]).requiring()
        let items = try JSON(parsing: run.output).array ?? []
        return Set(items.compactMap { ($0["title"] ?? $0["name"])?.text })
    }

    @Test(arguments: EarlierFiles.all)
    func aLibraryMigrates(_ files: EarlierFiles) throws {
        let trove = try files.device()
        let run = try trove.run("list\nlist").requiring()
        #expect(run.errorText.occurrences(of: "The library was converted") == 1, "\(run)")
        #expect(try trove.run("check").requiring().status == .success)
        #expect(
            try titles(trove, "list books").isSuperset(of: [
                "Dune", "Emma", "Persuasion", "Kindred",
            ]))
        #expect(try titles(trove, "list gems").contains("Ruby"))
        #expect(try titles(trove, "list movies state=watched").isSuperset(of: ["Alien", "Brazil"]))
        #expect(try titles(trove, "list movies") == titles(trove, "list movies state=watched"))
        #expect(try titles(trove, "reads") == ["Dune"])
        #expect(try titles(trove, "list books lent-to=Bob").count == 1)
        #expect(try titles(trove, "list books shelves=favorites") == ["Dune"])
        #expect(try titles(trove, "list books isbn=9780141439587") == ["Emma"])
        // Its own history stays.
        #expect(try trove.run("log 1").requiring().text.contains("added book 1: Dune"))
    }

    @Test(arguments: EarlierFiles.all)
    func aSnapshotIsRestored(_ files: EarlierFiles) throws {
        let trove = try files.device()
        if files.version != "library1" { try trove.prepare("disconnect --yes") }
        try trove.prepare("list\nsnapshot restore earlier --yes\nlist")
        #expect(try titles(trove, "list movies state=watched") == ["Alien", "Brazil"])
        #expect(try titles(trove, "list books isbn=9780141439587") == ["Emma"])
        #expect(try trove.run("check").requiring().status == .success)
    }

    @Test(arguments: EarlierFiles.withServer)
    func aStoreMigratesAndSyncs(_ files: EarlierFiles) throws {
        let server = try files.server()
        let laptop = try files.device(at: server.url)
        try laptop.prepare("login \(TroveAccount.ann.email)\nlist\nsync\nsync")
        let status = try laptop.status()
        for count in ["waiting", "problems", "conflicts"] { #expect(status[count]?.int == 0) }
        #expect(try laptop.run("check").requiring().text.contains("the same as on"))
        let tablet = try Trove(device: "tablet", of: .ann, at: server.url)
        for list in ["list books", "list gems", "list movies", "reads"] {
            #expect(try titles(tablet, list) == titles(laptop, list))
        }
        #expect(try titles(tablet, "reads") == ["Dune"])
    }

    /// Formats with the same items open without a note, and sync what was queued.
    @Test(arguments: EarlierFiles.converted)
    func aRecentLibraryAndStoreSync(_ files: EarlierFiles) throws {
        let server = try files.server()
        let laptop = try files.device(at: server.url)
        let run = try laptop.run("net auto\nlogin \(TroveAccount.ann.email)\nlist").requiring()
        #expect(!run.errorText.contains("converted"), "\(run)")
        try laptop.prepare("sync\nsync")
        #expect(try laptop.run("check").requiring().text.contains("the same as on"))
        let tablet = try Trove(device: "tablet", of: .ann, at: server.url)
        for trove in [laptop, tablet] {
            #expect(try titles(trove, "list gems") == ["Ruby", "Jade", "Pearl"])
            #expect(try titles(trove, "list vinyls label=CBS") == ["Kind of Blue"])
            let condition = "author=\"O. Butler\" or author=\"Octavia E. Butler\""
            #expect(try titles(trove, "list books \(condition)") == ["Kindred"])
            #expect(try titles(trove, "list books shelves=favorites") == ["Dune"])
            #expect(try titles(trove, "reads") == ["Dune"])
        }
        // The history goes on.
        #expect(try laptop.prepare("log Kindred").text.contains("Octavia E. Butler"))
    }

    /// The search for items to convert happens once, also if it finds none and nothing is changed.
    @Test func aLibraryWithoutEarlierItemsIsSearchedOnce() throws {
        let trove = try Trove()
        try trove.prepare("add gem Opal")
        _ = try trove.sqlite("UPDATE meta SET value = '0' WHERE key = 'conventions'")
        // What the start of the prompt has found is committed before the first command.
        let session = try trove.openTrove()
        #expect(try trove.sqlite("SELECT value FROM meta WHERE key = 'conventions'") == "1")
        session.send(.kill)
    }

    @Test(arguments: EarlierFiles.converted)
    func aRecentSnapshotIsRestored(_ files: EarlierFiles) throws {
        let trove = try files.device()
        try trove.prepare("disconnect --yes\nsnapshot restore earlier --yes")
        #expect(try titles(trove, "list gems") == ["Ruby", "Opal"])
        #expect(try titles(trove, "list vinyls") == ["Kind of Blue"])
        #expect(try trove.run("check").requiring().status == .success)
    }

    /// A device with the earlier version pushes an entry of the earlier read list, and pulls what
    /// the migrated device made.
    @Test(arguments: EarlierFiles.withServer.dropLast())
    func anEarlierDeviceSyncsOn(_ files: EarlierFiles) throws {
        let server = try files.server()
        let phone = EarlierDevice(url: server.url, token: try files.phoneToken())
        let before = try phone.changes()
        let laptop = try files.device(at: server.url)
        try laptop.prepare("login \(TroveAccount.ann.email)\nlist\nsync")
        let push = try phone.push(
            after: before,
            #"{"n":3,"action":"create","kind":"read","id":"01a203a0-8a83-750f-9012-17c2af4e0001","#
                + #""base":0,"fields":{"title":"Circe","on":"2026-10-10"},"at":0},"#
                + #"{"n":4,"action":"create","kind":"movie","id":"#
                + #""01a203a0-8a83-750f-9012-17c2af4e0002","base":0,"fields":{"name":"Heat"},"at":0}"#
        )
        #expect(push["results"]?.array?.map { $0["status"]?.text } == ["applied", "applied"])
        let run = try laptop.run("sync\nlist\nsync\ndevices").requiring()
        #expect(run.errorText.contains("1 entry of the earlier read list became 1 book"), "\(run)")
        #expect(run.errorText.contains("1 item without a state got one"))
        #expect(try titles(laptop, "list books state=to-read").contains("Circe"))
        #expect(try titles(laptop, "list movies state=watched").contains("Heat"))
        let line = try #require(run.lines.first { $0.contains("phone") })
        #expect(line.hasSuffix("runs an earlier Trove: update it there"))
        #expect(try #require(run.lines.first { $0.contains("laptop") }).hasSuffix("this one"))
        // The phone sees all of it, the books among the rest.
        let entries = try phone.changes()["entries"]?.array ?? []
        #expect(entries.contains { $0["kind"]?.text == "book" && $0.title == "Circe" })
        #expect(entries.contains { $0["kind"]?.text == "read" && $0["deleted"]?.bool == true })
    }
}

/// A device that speaks the protocol as an earlier version does.
private struct EarlierDevice {
    let url: String
    let token: String

    private func ask(_ path: String, _ arguments: [String] = []) throws -> JSON {
        let run = try ProgramUnderTest("/usr/bin/curl").run(
            ["-s", "-H", "Authorization: Bearer \(token)"] + arguments + ["\(url)\(path)"])
        return try JSON(parsing: run.requiring().output)
    }

    /// Returns the first page of all changes.
    func changes() throws -> JSON {
        let epoch = try ask("/v1/account")["epoch"]?.text ?? ""
        return try ask("/v1/changes?epoch=\(epoch)&since=0&mark=0&limit=500&wait=0")
    }

    /// Pushes operations, with the end of a page as the cursor.
    func push(after page: JSON, _ operations: String) throws -> JSON {
        let cursor =
            #""epoch":"\#(page["epoch"]?.text ?? "")","since":\#(page["next"]?.int ?? 0),"#
            + #""mark":"\#(page["mark"]?.text ?? "")""#
        return try ask(
            "/v1/push",
            [
                "-H", "Content-Type: application/json", "-d",
                "{\(cursor),\"operations\":[\(operations)]}",
            ])
    }
}

extension JSON {
    /// The title among the fields of an entry.
    fileprivate var title: String? { self["fields"]?["title"]?.text }
}
